import {
  type Camera,
  type DirectionalLight,
  type Light,
  Matrix4,
  type Object3D,
  Vector3,
  WebGLCoordinateSystem,
} from 'three';
import { CameraView, type Planes, type ViewCamera } from './camera-view.js';
import { hasReversedDepth, shadowLight } from './three-internals.js';

/** Updates after which shadows that are no longer drawn are forgotten; several cameras may share a frame's shadows. */
const KEPT_UPDATES = 4;

/** No planes: everything is inside. */
const EVERYTHING: readonly Planes[] = [[]];

/** A shadow camera as it was when a shadow map was last drawn, or as it will be for the next one. */
class ShadowView implements ViewCamera {
  readonly view = new CameraView();
  readonly projectionMatrix = new Matrix4();
  readonly matrixWorldInverse = new Matrix4();
  coordinateSystem: Camera['coordinateSystem'] = WebGLCoordinateSystem;
  reversedDepth = false;
  readonly #matrixWorld = new Matrix4();
  #camera: Camera | undefined;
  /** The light of the shadow; null where it is not among the scene's objects, undefined until it was searched for. */
  #light: Light | null | undefined;

  /** Whether this is the camera, in the position that it has now. A point light draws six maps with one camera. */
  isOf(camera: Camera): boolean {
    return (
      this.#camera === camera &&
      this.#matrixWorld.equals(camera.matrixWorld) &&
      this.projectionMatrix.equals(camera.projectionMatrix)
    );
  }

  record(camera: Camera, world: Matrix4): void {
    if (this.#camera !== camera) this.#light = undefined;
    this.#camera = camera;
    this.#matrixWorld.copy(camera.matrixWorld);
    this.matrixWorldInverse.copy(camera.matrixWorldInverse);
    this.projectionMatrix.copy(camera.projectionMatrix);
    this.coordinateSystem = camera.coordinateSystem;
    this.reversedDepth = hasReversedDepth(camera);
    this.view.set(this, world);
  }

  /** Moves the view to where three will put the camera for the next shadow map. */
  follow(crowd: Object3D): void {
    const camera = this.#camera as Camera;
    if (this.#light === undefined) this.#light = shadowLight(crowd, camera) ?? null;
    if (this.#light) {
      placeShadowCamera(this.#light, camera, this.#matrixWorld);
      this.matrixWorldInverse.copy(this.#matrixWorld).invert();
    }
    this.view.set(this, crowd.matrixWorld);
  }
}

/**
 * What the scene's shadows see. Lights are not searched for: three tells each shadow camera to every mesh it draws, and
 * the next frame is culled by the cameras that this one was told, moved to where their lights have gone since. Until a
 * frame has been drawn, everything may cast a shadow. A light that casts its first shadow misses casters that are out of
 * the camera's sight for that one frame.
 */
export class ShadowViews {
  readonly #views: ShadowView[] = [];
  readonly #planes: Planes[] = [];
  #recorded = 0;
  #updatesSince = 0;
  #isKnown = false;
  #isFresh = false;

  /** To be called by each mesh before a shadow map draws it; `world` is the crowd's. */
  record(shadowCamera: Camera, world: Matrix4): void {
    if (!this.#isFresh) {
      this.#isFresh = true;
      this.#recorded = 0;
    }
    for (let k = 0; k < this.#recorded; k++) if (this.#views[k].isOf(shadowCamera)) return;
    this.#views[this.#recorded] ??= new ShadowView();
    this.#views[this.#recorded].record(shadowCamera, world);
    this.#recorded += 1;
  }

  /**
   * What the shadows of the next frame will see.
   *
   * @param crowd the object that the meshes stand under, its world matrix up to date
   */
  take(crowd: Object3D): readonly Planes[] {
    if (this.#isFresh) {
      this.#updatesSince = 0;
      this.#isKnown = true;
    } else if (++this.#updatesSince > KEPT_UPDATES) {
      this.#recorded = 0;
      this.#isKnown = true;
    }
    this.#isFresh = false;
    if (!this.#isKnown) return EVERYTHING;
    this.#planes.length = this.#recorded;
    for (let k = 0; k < this.#recorded; k++) {
      this.#views[k].follow(crowd);
      this.#planes[k] = this.#views[k].view.planes;
    }
    return this.#planes;
  }
}

const lightPosition = new Vector3();
const targetPosition = new Vector3();

/** Where three's `LightShadow.updateMatrices` puts a shadow camera; a point light's keeps the side that it looks to. */
function placeShadowCamera(light: Light, camera: Camera, matrixWorld: Matrix4): void {
  light.updateWorldMatrix(true, false);
  lightPosition.setFromMatrixPosition(light.matrixWorld);
  const { target } = light as Partial<DirectionalLight>;
  if (target) {
    target.updateWorldMatrix(true, false);
    matrixWorld.lookAt(lightPosition, targetPosition.setFromMatrixPosition(target.matrixWorld), camera.up);
  }
  matrixWorld.setPosition(lightPosition);
}
