import { type Camera, Matrix4, type Object3D, type OrthographicCamera, Vector3 } from 'three';

/**
 * Feet are kept on their places where a picture shows at most so many metres from top to bottom: of 1,080 pixels, a foot
 * that slides by 10 cm moves by 5 there. With all of 5,000 walkers, it took 3.4 ms of each frame in place of 0.1.
 */
const PICTURE_METRES = 24;

const toCrowd = new Matrix4();

/** A sphere round a camera, in which feet are near enough for the picture to show whether they slide. */
export class FootRange {
  /** In the crowd's space, metres. */
  readonly center = new Vector3();
  /** In the crowd's space, metres; infinite without a camera. */
  radius = Number.POSITIVE_INFINITY;

  /** World matrices are taken as they were last computed: one frame makes no difference here. */
  set(camera: Camera | undefined, crowd: Object3D | undefined): void {
    this.radius = Number.POSITIVE_INFINITY;
    if (!camera || !crowd) return;
    this.center.setFromMatrixPosition(camera.matrixWorld);
    this.center.applyMatrix4(toCrowd.copy(crowd.matrixWorld).invert());
    const scale = crowd.matrixWorld.getMaxScaleOnAxis();
    // Height of the picture over twice this number: at a distance of 1, and for orthographic cameras at any.
    const zoom = camera.projectionMatrix.elements[5];
    const most = (PICTURE_METRES / 2) * Math.abs(zoom);
    if (isOrthographic(camera)) this.radius = most * scale >= 1 ? Number.POSITIVE_INFINITY : 0;
    else this.radius = most;
  }

  has(x: number, y: number, z: number): boolean {
    const dx = x - this.center.x;
    const dy = y - this.center.y;
    const dz = z - this.center.z;
    return dx * dx + dy * dy + dz * dz <= this.radius * this.radius;
  }
}

function isOrthographic(camera: Camera): boolean {
  return (camera as Partial<OrthographicCamera>).isOrthographicCamera === true;
}
