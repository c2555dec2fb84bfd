import {
  type ArrayCamera,
  type Camera,
  Frustum,
  Matrix4,
  type Plane,
  Vector3,
  Vector4,
  WebGPUCoordinateSystem,
} from 'three';

/** Planes that face inwards, in the crowd's space; none for a view that sees everything. */
export type Planes = readonly Plane[];

const clipFromLocal = new Matrix4();
const localFromClip = new Matrix4();
const corner = new Vector3();

/** Any camera of three; its matrices have to be up to date. */
export type ViewCamera = Pick<Camera, 'projectionMatrix' | 'matrixWorldInverse' | 'coordinateSystem'> &
  Partial<Pick<ArrayCamera, 'isArrayCamera' | 'cameras'>>;

/** View of a camera or a shadow, in the crowd's space. */
export interface View {
  readonly planes: Planes;
  /** Depth of a point: its dot product with (x, y, z, 1). */
  readonly depth: Vector4;
  /** Pixels or texels that one metre takes at depth 1. With a depth of 0 everywhere, every level of detail is too coarse. */
  readonly focal: number;
}

/** View frustum of a camera. */
export class CameraView implements View {
  readonly #frustum = new Frustum();
  readonly depth = new Vector4();
  focal = 0;

  get planes(): Planes {
    return this.#frustum.planes;
  }

  /**
   * Sets the view of a camera. For an `ArrayCamera`, such as both eyes of a headset, the frustum holds the views of all its
   * cameras, and depths are measured from the first.
   *
   * @param world the crowd's world matrix
   * @param pixels height of the picture; 1 to measure in shares of it
   */
  set(camera: ViewCamera, world: Matrix4, pixels = 1): this {
    const cameras = camera.isArrayCamera ? (camera.cameras ?? []) : [];
    if (cameras.length === 0) return this.#setOne(camera, world, pixels);
    this.#setOne(cameras[0], world, pixels);
    for (let k = 1; k < cameras.length; k++) this.#include(cameras[k], world);
    return this;
  }

  /** Moves the planes outwards until the whole view of another camera is within them. */
  #include(camera: ViewCamera, world: Matrix4): void {
    const { projectionMatrix, matrixWorldInverse, coordinateSystem } = camera;
    localFromClip.multiplyMatrices(projectionMatrix, matrixWorldInverse).multiply(world).invert();
    const nearest = coordinateSystem === WebGPUCoordinateSystem || hasReversedDepth(camera) ? 0 : -1;
    for (let k = 0; k < 8; k++) {
      corner.set(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : nearest).applyMatrix4(localFromClip);
      for (const plane of this.#frustum.planes) {
        const outside = -plane.distanceToPoint(corner);
        // A corner at infinity is outside of any view with planes.
        if (!(outside <= 0)) plane.constant += Number.isFinite(outside) ? outside : Number.MAX_SAFE_INTEGER;
      }
    }
  }

  #setOne(camera: ViewCamera, world: Matrix4, pixels: number): this {
    const { projectionMatrix, matrixWorldInverse, coordinateSystem } = camera;
    clipFromLocal.multiplyMatrices(projectionMatrix, matrixWorldInverse).multiply(world);
    this.#frustum.setFromProjectionMatrix(clipFromLocal, coordinateSystem, hasReversedDepth(camera));
    const { elements } = clipFromLocal;
    this.depth.set(elements[3], elements[7], elements[11], elements[15]);
    this.focal = (projectionMatrix.elements[5] / 2) * pixels;
    return this;
  }
}

/**
 * True if a camera's projection matrix maps the near plane to depth 1.
 *
 * Relies on `camera.reversedDepth` (r187), which three's types do not name; other releases leave it undefined.
 */
function hasReversedDepth(camera: object): boolean {
  return (camera as { readonly reversedDepth?: boolean }).reversedDepth === true;
}
