import { Box3, type BufferGeometry, Group, type Material, Mesh, type Object3D, Sphere } from 'three';
import type { Part } from '../characters/index.js';
import type { CameraView, View } from '../poses/camera-view.js';
import { CrowdViews } from './crowd-views.js';
import { HiddenColor, onShadowPass } from './three-internals.js';

/** Shadow settings of a crowd's meshes. */
export interface ShadowOptions {
  /** @default as each part's mesh */
  readonly castShadow: boolean | undefined;
  /** @default as each part's mesh */
  readonly receiveShadow: boolean | undefined;
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
  /** A page may replace the materials of the meshes. */
  readonly #owned: (BufferGeometry | Material)[] = [];

  constructor(options: ShadowOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.object.children.length;
  }

  /** Views of the shadows that these meshes cast. `view` is the last result of `views.viewOf`. */
  shadowsOf(view: CameraView | undefined): readonly View[] {
    return this.object.children.some(isCaster) ? this.views.shadowsOf(view) : NO_SHADOWS;
  }

  add<G extends BufferGeometry, M extends Material>(
    { name, mesh: like }: Pick<Part, 'name'> & Partial<Pick<Part, 'mesh'>>,
    geometry: G,
    material: M,
    instances: InstanceSelector,
  ): Mesh<G, M> {
    const mesh = new Mesh(geometry, material);
    mesh.name = name;
    if (like) {
      mesh.renderOrder = like.renderOrder;
      mesh.layers.mask = like.layers.mask;
      mesh.userData = { ...like.userData };
    }
    mesh.frustumCulled = false;
    // The bind pose is not where the characters are. Empty bounds keep three from measuring it and sorting by it.
    geometry.boundingBox = new Box3();
    geometry.boundingSphere = new Sphere();
    mesh.castShadow = this.#options.castShadow ?? like?.castShadow ?? true;
    mesh.receiveShadow = this.#options.receiveShadow ?? like?.receiveShadow ?? true;
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
    this.#owned.push(geometry, material);
    this.object.add(mesh);
    return mesh;
  }

  dispose(): void {
    for (const thing of this.#owned) thing.dispose();
  }
}
