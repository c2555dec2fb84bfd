import {
  type BufferGeometry,
  type Camera,
  LessEqualDepth,
  type Material,
  Mesh,
  MeshBasicNodeMaterial,
  type NodeMaterial,
  type Object3D,
  Scene,
  type Side,
  Sphere,
  Vector3,
} from 'three/webgpu';
import { texturesAndNodes } from '../drawing/index.js';

/** Share of the picture's height below which a mesh hides too little to be drawn once more. */
const LEAST_HEIGHT = 0.05;

type SolidMaterial = Material & {
  readonly wireframe?: boolean;
  readonly alphaMap?: unknown;
  readonly displacementMap?: unknown;
  readonly transmission?: number;
};

/** True if a material covers all pixels of its mesh, and moves no vertex. */
export function isSolid(material: SolidMaterial): boolean {
  const { transparent, alphaTest, alphaHash, alphaToCoverage, depthTest, depthWrite, depthFunc } = material;
  if (transparent || alphaTest > 0 || alphaHash || alphaToCoverage || material.wireframe) return false;
  if (!depthTest || !depthWrite || depthFunc !== LessEqualDepth || material.polygonOffset) return false;
  if (material.alphaMap || material.displacementMap || material.transmission) return false;
  return material.visible && !material.stencilWrite && !material.clippingPlanes?.length;
}

/** True if a material has no nodes of its own, which may discard pixels or move vertices. */
export function hasNoNodes(material: Material): boolean {
  return texturesAndNodes(material).every((name) => (material as unknown as Named)[name]?.isTexture);
}

type Named = Readonly<Record<string, { readonly isTexture?: boolean } | undefined>>;

/** Meshes whose depth hides characters: large solid ones of the scene, and some of the crowd's own. */
export class Occluders {
  /** Drawn in place of the meshes: a copy of each, with the same geometry. */
  readonly scene = new Scene();
  readonly #materials = new Map<string, MeshBasicNodeMaterial>();
  readonly #copies = new WeakMap<Mesh, Mesh<BufferGeometry, Material>>();
  readonly #plain = new WeakMap<Material, { readonly version: number; readonly isPlain: boolean }>();

  constructor() {
    this.scene.matrixWorldAutoUpdate = false;
  }

  /** Collects the meshes of a scene that a camera sees, without what is below `crowd`. */
  collect(scene: Object3D, crowd: Object3D, camera: Camera): void {
    this.scene.children.length = 0;
    this.#search(scene, crowd, camera);
  }

  /** @param position posed vertex of the crowd's meshes; undefined for a mesh of the scene */
  add(mesh: Mesh<BufferGeometry, Material>, position?: NodeMaterial['positionNode']): void {
    const copy = this.#copies.get(mesh) ?? this.#copy(mesh);
    copy.geometry = mesh.geometry;
    copy.material = this.#materialOf(mesh.material.side, position ?? null);
    copy.matrixWorld.copy(mesh.matrixWorld);
    copy.layers.mask = mesh.layers.mask;
    copy.frustumCulled = mesh.frustumCulled;
    this.scene.children.push(copy);
  }

  dispose(): void {
    for (const material of this.#materials.values()) material.dispose();
  }

  #search(object: Object3D, crowd: Object3D, camera: Camera): void {
    // Of clipped groups a part is drawn, and of bundles what was recorded.
    const { isClippingGroup, isBundleGroup } = object as {
      isClippingGroup?: boolean;
      isBundleGroup?: boolean;
    };
    if (!object.visible || object === crowd || isClippingGroup || isBundleGroup) return;
    if (this.#occludes(object, camera)) this.add(object as Mesh<BufferGeometry, Material>);
    const { children } = object;
    for (let k = 0; k < children.length; k++) this.#search(children[k], crowd, camera);
  }

  #occludes(object: Object3D, camera: Camera): boolean {
    const mesh = object as Mesh<BufferGeometry, Material> & Record<string, unknown>;
    if (!mesh.isMesh || mesh['isInstancedMesh'] || mesh['isSkinnedMesh'] || mesh['isBatchedMesh'])
      return false;
    if (!mesh.layers.test(camera.layers) || Array.isArray(mesh.material)) return false;
    const { material, geometry } = mesh;
    if (geometry.morphAttributes['position'] || !isSolid(material) || !this.#isPlain(material)) return false;
    if (!geometry.boundingSphere) geometry.computeBoundingSphere();
    sphere.copy(geometry.boundingSphere as Sphere).applyMatrix4(mesh.matrixWorld);
    const { elements } = camera.projectionMatrix;
    const depth = -center.copy(sphere.center).applyMatrix4(camera.matrixWorldInverse).z;
    // In clip space: the height over w, which is 1 for an orthographic camera.
    const w = Math.max(elements[11] * -depth + elements[15], 1e-6);
    return depth < sphere.radius || (sphere.radius * elements[5]) / w > LEAST_HEIGHT;
  }

  /** {@link hasNoNodes}, looked up once for each version of a material. */
  #isPlain(material: Material): boolean {
    const known = this.#plain.get(material);
    if (known?.version === material.version) return known.isPlain;
    const isPlain = hasNoNodes(material);
    this.#plain.set(material, { version: material.version, isPlain });
    return isPlain;
  }

  #copy(mesh: Mesh): Mesh<BufferGeometry, Material> {
    const copy = new Mesh<BufferGeometry, Material>();
    copy.matrixAutoUpdate = false;
    copy.matrixWorldAutoUpdate = false;
    this.#copies.set(mesh, copy);
    return copy;
  }

  #materialOf(side: Side, position: NodeMaterial['positionNode']): MeshBasicNodeMaterial {
    const key = `${side} ${position?.id}`;
    const known = this.#materials.get(key);
    if (known) return known;
    const material = new MeshBasicNodeMaterial({ side, colorWrite: false });
    material.positionNode = position;
    this.#materials.set(key, material);
    return material;
  }
}

const sphere = new Sphere();
const center = new Vector3();
