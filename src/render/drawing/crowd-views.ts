import type { ArrayCamera, Camera, Object3D } from 'three';
import { CameraView, type View } from '../poses/camera-view.js';
import { ShadowViews } from './shadow-views.js';

/** Shadow views without a camera: every character is drawn anyway. */
const NONE: readonly View[] = [];

/** Views of the camera and of the shadows, in the space of the object that has the meshes as children. */
export class CrowdViews {
  readonly #object: Object3D;
  readonly #view = new CameraView();
  readonly #shadowViews = new ShadowViews();

  constructor(object: Object3D) {
    this.#object = object;
  }

  /**
   * View of a camera, with the present matrices of its parents; undefined without a camera. The cameras of an `ArrayCamera`
   * keep the world matrices that they have.
   *
   * @param pixels height of the picture; 1 to measure in shares of it
   */
  viewOf(camera: Camera | undefined, pixels = 1): CameraView | undefined {
    this.#object.updateWorldMatrix(true, false);
    // The XR session sets the world matrices of both eyes.
    if (camera && !(camera as Partial<ArrayCamera>).isArrayCamera) camera.updateWorldMatrix(true, false);
    return camera && this.#view.set(camera, this.#object.matrixWorld, pixels);
  }

  /** Views of the shadows. `view` is the last result of {@link viewOf}. */
  shadowsOf(view: CameraView | undefined): readonly View[] {
    return view ? this.#shadowViews.find(this.#object, view) : NONE;
  }
}
