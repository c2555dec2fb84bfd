import { type Camera, Matrix4, type Object3D, type OrthographicCamera, Vector3 } from 'three';
import { CameraView } from './camera-view.js';

/**
 * Feet are kept on their places, and heads turned in every frame, where a picture shows at most so many metres from top to
 * bottom: of 1,080 pixels, a foot that slides by 10 cm moves by 5 there. With the feet of all of 5,000 walkers, it took
 * 3.4 ms of each frame in place of 0.1.
 */
const PICTURE_METRES = 24;

/** How far out of sight somebody may be and still have a shadow or an arm in the picture, metres from between the feet. */
const MARGIN = 3;
/**
 * A body lies within so many metres of a point so many above the ground. Where none of that is in the picture, only a shadow or
 * an arm can be. In a crowd seen from its midst, a quarter of those who are near are so.
 */
const BODY_RADIUS = 1.2;
const BODY_MIDDLE = 0.9;
/** How near those count who are beside the picture. */
const BESIDE = 0.4;

const toCrowd = new Matrix4();

/** Numbers of a plane. */
const PLANE_SIZE = 4;

/** Whom one camera sees near enough. */
class NearView {
  readonly #view = new CameraView();
  /** In the crowd's space, metres. */
  readonly #center = new Vector3();
  /** In the crowd's space, metres; infinite without a camera. */
  #radius = Number.POSITIVE_INFINITY;
  #hasCamera = false;
  /** Metres of the world to one of the crowd's space. */
  #scale = 1;
  /** Of each plane its normal and its constant: the loop over people reads one array, not objects. */
  #planes = new Float64Array();

  /** World matrices are taken as they were last computed: one frame makes no difference here. */
  set(camera: Camera | undefined, crowd: Object3D | undefined): void {
    this.#radius = Number.POSITIVE_INFINITY;
    this.#hasCamera = camera !== undefined && crowd !== undefined;
    if (!camera || !crowd) return;
    this.#view.set(camera, crowd.matrixWorld);
    this.#center.setFromMatrixPosition(camera.matrixWorld);
    this.#center.applyMatrix4(toCrowd.copy(crowd.matrixWorld).invert());
    const scale = crowd.matrixWorld.getMaxScaleOnAxis();
    this.#scale = scale;
    this.#takePlanes();
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
    const radius = this.#radius;
    const square = dx * dx + dy * dy + dz * dz;
    if (!(square < radius * radius)) return 0;
    const planes = this.#planes;
    const scale = this.#scale;
    let isShown = true;
    for (let p = 0; p < planes.length; p += PLANE_SIZE) {
      const inside = (planes[p] * x + planes[p + 1] * y + planes[p + 2] * z + planes[p + 3]) * scale;
      if (inside < -MARGIN) return 0;
      if (inside + planes[p + 1] * BODY_MIDDLE < -BODY_RADIUS) isShown = false;
    }
    return isShown ? radius / Math.sqrt(square) : BESIDE;
  }

  #takePlanes(): void {
    const { planes } = this.#view;
    if (this.#planes.length !== PLANE_SIZE * planes.length) {
      this.#planes = new Float64Array(PLANE_SIZE * planes.length);
    }
    planes.forEach(({ normal, constant }, p) => {
      normal.toArray(this.#planes, PLANE_SIZE * p);
      this.#planes[PLANE_SIZE * p + 3] = constant;
    });
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

  /** Begins a frame in which nobody is asked about: of its cameras, the further ones alone will be known. */
  skip(): void {
    this.#further = 0;
  }

  /** Adds a further camera of the frame. */
  add(camera: Camera, crowd: Object3D): void {
    this.#further += 1;
    this.#views[this.#further] ??= new NearView();
    this.#views[this.#further].set(camera, crowd);
  }

  /**
   * How many times as near as need be somebody is who stands at a point: 1 or more, or 0 for who is not near enough. Between
   * the two for those of whom a picture shows no more than a shadow or an arm.
   */
  closeness(x: number, y: number, z: number): number {
    let closeness = 0;
    for (let k = 0; k < this.#count; k++) closeness = Math.max(closeness, this.#views[k].closeness(x, y, z));
    return closeness;
  }
}

function isOrthographic(camera: Camera): boolean {
  return (camera as Partial<OrthographicCamera>).isOrthographicCamera === true;
}
