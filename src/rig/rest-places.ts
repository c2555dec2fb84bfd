import { AFFINE_SIZE } from '../math/index.js';
import { worldMatrices } from './pose-matrices.js';
import type { Skeleton } from './skeleton.js';

/** Where each bone stands in the rest pose, in the scene: 3 numbers a bone, metres. */
export function restPlaces(skeleton: Skeleton): Float64Array {
  const matrices = new Float64Array(skeleton.names.length * AFFINE_SIZE);
  worldMatrices(skeleton, skeleton.rest, matrices);
  const places = new Float64Array(skeleton.names.length * 3);
  for (let i = 0; i < places.length; i++) {
    places[i] = matrices[Math.floor(i / 3) * AFFINE_SIZE + (i % 3) * 4 + 3];
  }
  return places;
}
