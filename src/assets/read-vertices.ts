import type { BufferGeometry } from 'three';
import { RigError } from '../errors/index.js';
import type { SkinnedVertices } from '../rig/index.js';

/** Influences a vertex: the first four, as three skins them. */
const INFLUENCES = 4;

/**
 * A geometry's vertices as plain arrays, whether the file stores them interleaved or as normalised integers.
 *
 * @throws {RigError} where the geometry has no positions, joints or weights
 */
export function readVertices(geometry: BufferGeometry, name: string): SkinnedVertices {
  const { position, skinIndex, skinWeight } = geometry.attributes;
  if (!position || !skinIndex || !skinWeight) {
    throw new RigError(
      `Part "${name}" lacks POSITION, JOINTS_0 or WEIGHTS_0. Export it with its skin weights.`,
    );
  }
  const positions = new Float32Array(position.count * 3);
  const joints = new Uint16Array(position.count * INFLUENCES);
  const weights = new Float32Array(position.count * INFLUENCES);
  for (let vertex = 0; vertex < position.count; vertex++) {
    for (let k = 0; k < 3; k++) positions[vertex * 3 + k] = position.getComponent(vertex, k);
    for (let k = 0; k < INFLUENCES; k++) {
      joints[vertex * INFLUENCES + k] = skinIndex.getComponent(vertex, k);
      weights[vertex * INFLUENCES + k] = skinWeight.getComponent(vertex, k);
    }
  }
  return { positions, joints, weights };
}
