import { type Camera, Matrix4, type Object3D, type OrthographicCamera, Vector3 } from 'three';
import { CameraView } from '../drawing/index.js';

/**
 * Feet are kept on their places, and heads turned in every frame, where a picture shows at most so many metres from top to
 * bottom: of 1,080 pixels, a foot that slides by 10 cm moves by 5 there. With the feet of all of 5,000 walkers, it took
 * 3.4 ms of each frame in place of 0.1.
 */
const PICTURE_METRES = 24;

/** How far out of sight somebody may be and still have a shadow or an arm in the picture, metres from between the feet. */
const MARGIN = 3;

const toCrowd = new Matrix4();

/** Whom one camera sees near enough. */
class NearView {
  readonly #view = new CameraView();
  /** In the crowd's space, metres. */
  readonly #center = new Vector3();
  /** In the crowd's space, metres; infinite without a camera. */
  #radius = Number.POSITIVE_INFINITY;
  #margin = 0;
  #hasCamera = false;

  /** World matrices are taken as they were last computed: one frame makes no difference here. */
  set(camera: Camera | undefined, crowd: Object3D | undefined): void {
    this.#radius = Number.POSITIVE_INFINITY;
    this.#hasCamera = camera !== undefined && crowd !== undefined;
    if (!camera || !crowd) return;
    this.#view.set(camera, crowd.matrixWorld);
    this.#center.setFromMatrixPosition(camera.matrixWorld);
    this.#center.applyMatrix4(toCrowd.copy(crowd.matrixWorld).invert());
    const scale = crowd.matrixWorld.getMaxScaleOnAxis();
    this.#margin = MARGIN / scale;
    // Height of the picture over twice this number: at a distance of 1, and for orthographic cameras at any.
    const zoom = camera.projectionMatrix.elements[5];
    const most = (PICTURE_METRES / 2) * Math.abs(zoom);
    if (isOrthographic(camera)) this.#radius = most * scale >= 1 ? Number.POSITIVE_INFINITY : 0;
    else this.#radius = most;
  }

  closeness(x: number, y: number, z: number): number {
    if (!this.#hasCamera) return Number.POSITIVE_INFINITY;
    const dx = x - this.#center.x;
    const dy = y - this.#center.y;
    const dz = z - this.#center.z;
    const closeness = this.#radius / Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (!(closeness >= 1)) return 0;
    const { planes } = this.#view;
    for (let p = 0; p < planes.length; p++) {
      const { normal, constant } = planes[p];
      if (normal.x * x + normal.y * y + normal.z * z + constant < -this.#margin) return 0;
    }
    return closeness;
  }
}

/** Whom a frame's cameras show near enough for a picture to show small motions, such as a foot that slides. */
export class PictureRange {
  /** Of the frame's first camera, and then of further ones. */
  readonly #views = [new NearView()];
  #count = 1;
  #further = 0;

  /**
   * Begins a frame. Of its further cameras nothing is known yet: those of the frame before stand for them.
   *
   * @param camera everybody is near enough without one
   */
  begin(camera: Camera | undefined, crowd: Object3D | undefined): void {
    this.#views[0].set(camera, crowd);
    this.#count = 1 + this.#further;
    this.#further = 0;
  }

  /** Adds a further camera of the frame. */
  add(camera: Camera, crowd: Object3D): void {
    this.#further += 1;
    this.#views[this.#further] ??= new NearView();
    this.#views[this.#further].set(camera, crowd);
  }

  /** How many times as near as need be somebody is who stands at a point: 1 or more, or 0 for who is not near enough. */
  closeness(x: number, y: number, z: number): number {
    let closeness = 0;
    for (let k = 0; k < this.#count; k++) closeness = Math.max(closeness, this.#views[k].closeness(x, y, z));
    return closeness;
  }
}

function isOrthographic(camera: Camera): boolean {
  return (camera as Partial<OrthographicCamera>).isOrthographicCamera === true;
}
