import type { BufferGeometry } from 'three';
import { RigError } from '../errors/index.js';
import { readVertices, type SkinnedVertices } from '../rig/index.js';

/**
 * A part's vertices as plain arrays.
 *
 * @throws {RigError} where the geometry has no positions, joints or weights
 */
export function readPartVertices(geometry: BufferGeometry, name: string): SkinnedVertices {
  const { position, skinIndex, skinWeight } = geometry.attributes;
  if (!position || !skinIndex || !skinWeight) {
    throw new RigError(
      `Part "${name}" lacks POSITION, JOINTS_0 or WEIGHTS_0. Export it with its skin weights.`,
    );
  }
  return readVertices(position, skinIndex, skinWeight);
}
