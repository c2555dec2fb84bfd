import { type Camera, Frustum, Matrix4, type Plane, Vector4 } from 'three';
import { hasReversedDepth } from './three-internals.js';

/** Planes that face inwards, in the crowd's space; none for a view that sees everything. */
export type Planes = readonly Plane[];

const clipFromLocal = new Matrix4();

/** What a view is made from: any camera of three, once its matrices are up to date. */
export type ViewCamera = Pick<Camera, 'projectionMatrix' | 'matrixWorldInverse' | 'coordinateSystem'>;

/** What a camera sees of a crowd, in the crowd's own space. */
export class CameraView {
  readonly #frustum = new Frustum();
  /** Depth of a point: its dot product with (x, y, z, 1). */
  readonly depth = new Vector4();
  /** Share of the view's height that one metre takes at depth 1. */
  focal = 0;

  get planes(): Planes {
    return this.#frustum.planes;
  }

  /** @param world the crowd's world matrix */
  set(camera: ViewCamera, world: Matrix4): this {
    const { projectionMatrix, matrixWorldInverse, coordinateSystem } = camera;
    clipFromLocal.multiplyMatrices(projectionMatrix, matrixWorldInverse).multiply(world);
    this.#frustum.setFromProjectionMatrix(clipFromLocal, coordinateSystem, hasReversedDepth(camera));
    const { elements } = clipFromLocal;
    this.depth.set(elements[3], elements[7], elements[11], elements[15]);
    this.focal = projectionMatrix.elements[5] / 2;
    return this;
  }
}
