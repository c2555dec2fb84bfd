import type { ArrayCamera, Camera, Object3D } from 'three';
import { CameraView, type Planes } from '../poses/camera-view.js';
import { ShadowViews } from './shadow-views.js';

/** Where everybody is drawn, shadows and all, there is nobody left to add for their sake. */
const NONE: readonly Planes[] = [];

/** What the camera and the shadows see of a crowd, in the space of the object that its meshes stand under. */
export class CrowdViews {
  readonly #object: Object3D;
  readonly #view = new CameraView();
  readonly #shadowViews = new ShadowViews();

  constructor(object: Object3D) {
    this.#object = object;
  }

  /**
   * What a camera sees, from where its parents are now; undefined without a camera. The cameras of an `ArrayCamera` are taken
   * with the world matrices that they have.
   */
  viewOf(camera: Camera | undefined): CameraView | undefined {
    this.#object.updateWorldMatrix(true, false);
    // The matrices of eyes are the session's, which knows what they are below.
    if (camera && !(camera as Partial<ArrayCamera>).isArrayCamera) camera.updateWorldMatrix(true, false);
    return camera && this.#view.set(camera, this.#object.matrixWorld);
  }

  /** What each shadow will see beside `view`, which is the last result of {@link viewOf}. */
  shadowsOf(view: CameraView | undefined): readonly Planes[] {
    return view ? this.#shadowViews.find(this.#object, view) : NONE;
  }
}
