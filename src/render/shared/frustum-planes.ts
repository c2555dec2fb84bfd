import { type Camera, type Frustum, Matrix4 } from 'three';
import type { Planes } from './visible-lists.js';

const clipFromLocal = new Matrix4();

/** The planes of what `camera` sees in the space of the object whose world matrix is `world`, kept in `target`. */
export function frustumPlanes(camera: Camera, world: Matrix4, target: Frustum): Planes {
  clipFromLocal.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse).multiply(world);
  const { reversedDepth = false } = camera as { readonly reversedDepth?: boolean };
  return target.setFromProjectionMatrix(clipFromLocal, camera.coordinateSystem, reversedDepth).planes;
}
