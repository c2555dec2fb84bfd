import { Box3, type BufferGeometry, Group, type Material, Mesh, type Object3D, Sphere } from 'three';
import type { Part } from '../characters/index.js';
import type { CameraView, View } from '../poses/camera-view.js';
import { CrowdViews } from './crowd-views.js';
import { HiddenColor, onShadowPass, unhookDraws } from './three-internals.js';

/** Shadow settings of a crowd's meshes. */
export interface ShadowOptions {
  /** @default as each part's mesh */
  readonly castShadow: boolean | undefined;
  /** @default as each part's mesh */
  readonly receiveShadow: boolean | undefined;
}

interface CrowdMeshesOptions extends ShadowOptions {
  readonly replaced?: { readonly meshes: CrowdMeshes } | undefined;
}

/**
 * Has a material of a replaced crowd draw like `fresh`, and keeps the settings that a page has changed on it.
 *
 * @param given materials that a page has set on the mesh in place of `old`
 * @returns false if `old` is of another kind of renderer
 */
export type RenewMaterial = (old: Material, fresh: Material, given: readonly Material[]) => boolean;

/** The source of one draw: a part with one material, or the merged far mesh. */
export type DrawnPart = Pick<Part, 'name' | 'material'> & Partial<Pick<Part, 'mesh'>>;

interface OwnMesh<G extends BufferGeometry = BufferGeometry> {
  readonly mesh: Mesh<G, Material>;
  /** The crowd's own material of the mesh, made from `source`. A page may have set another one. */
  readonly material: Material;
  readonly source: Material;
}

const NO_SHADOWS: readonly View[] = [];
/** A page can change `castShadow` of each mesh later. */
const isCaster = ({ castShadow }: Object3D): boolean => castShadow;

/**
 * Selects the instances that a mesh draws, before each pass. The shadow pass draws characters outside of the camera's view,
 * too (without them, 2 to 8 % of the bytes of an image were wrong), and has levels of detail of its own.
 */
export interface InstanceSelector {
  forCamera(): void;
  forShadow(): void;
}

/** The meshes of a crowd, one draw each. three's own frustum culling is off, since each instance is culled. */
export class CrowdMeshes {
  readonly object = new Group();
  readonly views = new CrowdViews(this.object);
  readonly #options: ShadowOptions;
  readonly #renew: RenewMaterial;
  readonly #owned: { dispose(): void }[] = [];
  readonly #meshes: OwnMesh[] = [];
  /** The meshes of the replaced crowd, which then no longer owns them. */
  readonly #reusable: OwnMesh[];

  /**
   * @param replaced the crowd whose place the meshes take. Those that draw the same part stay, with what a page has set on
   *   them
   */
  constructor({ castShadow, receiveShadow, replaced }: CrowdMeshesOptions, renew: RenewMaterial) {
    this.#options = { castShadow, receiveShadow };
    this.#renew = renew;
    this.#reusable = replaced ? replaced.meshes.#meshes : [];
  }

  get count(): number {
    return this.object.children.length;
  }

  /** Views of the shadows that these meshes cast. `view` is the last result of `views.viewOf`. */
  shadowsOf(view: CameraView | undefined): readonly View[] {
    return this.object.children.some(isCaster) ? this.views.shadowsOf(view) : NO_SHADOWS;
  }

  /** @param fresh material of a new mesh; a mesh of the replaced crowd has its own renewed */
  add<G extends BufferGeometry>(
    part: DrawnPart,
    geometry: G,
    fresh: Material,
    instances: InstanceSelector,
  ): OwnMesh<G> {
    const own = this.#reuse(part, fresh) ?? this.#create(part, geometry, fresh);
    const { mesh } = own;
    mesh.geometry = geometry;
    // The bind pose is not where the characters are. Empty bounds keep three from measuring it and sorting by it.
    geometry.boundingBox = new Box3();
    geometry.boundingSphere = new Sphere();
    const color = new HiddenColor();
    onShadowPass(
      mesh,
      () => {
        instances.forShadow();
        color.hide(mesh.material);
      },
      () => {
        instances.forCamera();
        color.show();
      },
    );
    this.#owned.push(geometry);
    this.#meshes.push(own);
    this.object.add(mesh);
    return own as OwnMesh<G>;
  }

  dispose(): void {
    for (const thing of [...this.#owned, ...this.#meshes.map(({ material }) => material)]) thing.dispose();
  }

  #create(
    { name, mesh: like, material: source }: DrawnPart,
    geometry: BufferGeometry,
    material: Material,
  ): OwnMesh {
    const mesh = new Mesh(geometry, material);
    mesh.name = name;
    if (like) {
      mesh.renderOrder = like.renderOrder;
      mesh.layers.mask = like.layers.mask;
      mesh.userData = { ...like.userData };
    }
    mesh.frustumCulled = false;
    mesh.castShadow = this.#options.castShadow ?? like?.castShadow ?? true;
    mesh.receiveShadow = this.#options.receiveShadow ?? like?.receiveShadow ?? true;
    return { mesh, material, source };
  }

  /** Takes the first mesh of that name from the replaced crowd, with its material if that shows the same. */
  #reuse({ name, material: source }: DrawnPart, fresh: Material): OwnMesh | undefined {
    const index = this.#reusable.findIndex(({ mesh }) => mesh.name === name);
    if (index < 0) return undefined;
    const [{ mesh, material: old, source: oldSource }] = this.#reusable.splice(index, 1);
    const given = [mesh.material].flat().filter((material) => material !== old);
    const isRenewed = this.#renew(old, fresh, given) && oldSource === source;
    if (!isRenewed) old.dispose();
    unhookDraws(mesh);
    const value = given.length > 0 || isRenewed ? mesh.material : fresh;
    // A plain property again, which a backend may watch.
    Object.defineProperty(mesh, 'material', { configurable: true, enumerable: true, writable: true, value });
    return { mesh, material: isRenewed ? old : fresh, source };
  }
}
