import {
  Box3,
  BufferAttribute,
  type BufferGeometry,
  type Camera,
  InstancedBufferGeometry,
  type Material,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  Sphere,
} from 'three';
import { CameraView, type Planes } from './camera-view.js';
import { ShadowViews } from './shadow-views.js';
import { onShadowPass } from './three-internals.js';

/** What the camera and the shadows see of a crowd, in the space of the object that its meshes stand under. */
export class CrowdViews {
  readonly #object: Object3D;
  readonly #view = new CameraView();
  readonly #shadowViews = new ShadowViews();

  constructor(object: Object3D) {
    this.#object = object;
  }

  /** What a camera sees, from where its parents are now; undefined without a camera. */
  viewOf(camera: Camera | undefined): CameraView | undefined {
    this.#object.updateWorldMatrix(true, false);
    camera?.updateWorldMatrix(true, false);
    return camera && this.#view.set(camera, this.#object.matrixWorld);
  }

  /** What each shadow will see. To be called after {@link viewOf}, once an update. */
  shadows(): readonly Planes[] {
    return this.#shadowViews.take(this.#object);
  }

  /** To be called by each mesh before a shadow map draws it. */
  recordShadow(shadowCamera: Camera): void {
    this.#shadowViews.record(shadowCamera, this.#object.matrixWorld);
  }
}

/** A mesh that draws nothing, and hears of every shadow though all that stands below it may be hidden. */
export function createShadowListener(listen: (shadowCamera: Camera) => void): Mesh<BufferGeometry, Material> {
  const geometry = new InstancedBufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(9), 3));
  geometry.instanceCount = 0;
  geometry.boundingBox = new Box3();
  geometry.boundingSphere = new Sphere();
  const mesh = new Mesh(geometry, new MeshBasicMaterial());
  mesh.frustumCulled = false;
  mesh.castShadow = true;
  onShadowPass(mesh, listen, () => {});
  return mesh;
}
