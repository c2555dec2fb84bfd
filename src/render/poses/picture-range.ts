import { type Camera, Matrix4, type Object3D, type OrthographicCamera, Vector3 } from 'three';
import { CameraView } from './camera-view.js';

/**
 * Height of the view at a character, metres, up to which the character counts as near: its feet are planted, and its head
 * turns in every frame. At the limit, a foot that slides by 10 cm moves by 5 of 1,080 pixels. Planting all feet of 5,000
 * walkers took 3.4 ms a frame in place of 0.1.
 */
const PICTURE_METRES = 24;

/** Distance from the view within which a character's shadow or arm can be in it, metres. */
const MARGIN = 3;
/**
 * Sphere around a body, metres: radius, and height above the ground. If it is out of view, only a shadow or an arm can be
 * visible, as for a quarter of the near characters in a crowd seen from its midst.
 */
const BODY_RADIUS = 1.2;
const BODY_MIDDLE = 0.9;
/** Closeness of characters just outside of the view. */
const BESIDE = 0.4;

const toCrowd = new Matrix4();

const PLANE_SIZE = 4;

/** Near range of one camera. */
class NearView {
  readonly #view = new CameraView();
  /** In the crowd's space, metres. */
  readonly #center = new Vector3();
  /** In the crowd's space, metres; infinite without a camera. */
  #radius = Number.POSITIVE_INFINITY;
  #hasCamera = false;
  /** World metres for each metre of the crowd's space. */
  #scale = 1;
  /** Normal and constant of each plane, in one array. */
  #planes = new Float64Array();

  /** Uses the last computed world matrices, which may be a frame old. */
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

/** Characters that a frame's cameras show near enough for small motions, such as sliding feet, to be visible. */
export class PictureRange {
  /** Ranges of the frame's cameras, the first camera first. */
  readonly #views = [new NearView()];
  #count = 1;
  #further = 0;

  /**
   * Begins a frame. Uses the previous frame's further cameras until the present ones are added.
   *
   * @param camera without one, every character is near
   */
  begin(camera: Camera | undefined, crowd: Object3D | undefined): void {
    this.#views[0].set(camera, crowd);
    this.#count = 1 + this.#further;
    this.#further = 0;
  }

  /** Begins a frame in which `begin` is not called. */
  skip(): void {
    this.#further = 0;
  }

  add(camera: Camera, crowd: Object3D): void {
    this.#further += 1;
    this.#views[this.#further] ??= new NearView();
    this.#views[this.#further].set(camera, crowd);
  }

  /**
   * Limit of near over the distance of a point: 1 or more for near characters, else 0. Between the two if only a shadow or an
   * arm can be visible.
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
