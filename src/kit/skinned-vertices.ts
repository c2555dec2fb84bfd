import type { SkinnedVertices } from '../rig/index.js';
import { FULL_SCALE, type PackedMesh } from './mesh/pack.js';

/** The vertices of a part as the rig takes them. */
export function skinnedVertices({ positions, joints, weights }: PackedMesh): SkinnedVertices {
  return {
    positions,
    joints: Uint16Array.from(joints),
    weights: Float32Array.from(weights, (weight) => weight / FULL_SCALE),
  };
}
