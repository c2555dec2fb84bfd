import { AFFINE_SIZE, transformPoint } from '../math/index.js';
import { skinMatrices } from './pose-matrices.js';
import type { Skeleton, Skin } from './skeleton.js';
import type { SkinnedVertices } from './skinned-bounds.js';

/** Points of a character that may touch the ground, each attached to one joint. */
export interface Soles {
  /** The joint of each point. */
  readonly joints: Uint16Array;
  /** 3 numbers per point, in the space of stored vertices. */
  readonly positions: Float32Array;
  /** Height of the character in its rest pose, in the unit of its poses. */
  readonly height: number;
}

/**
 * Search directions: down, and down with a lean forwards, backwards and to both sides, for heels, toes and edges. Not
 * normalized.
 */
const DOWN = [
  [0, -1, 0],
  [0, -1, 0.5],
  [0, -1, -0.5],
  [0.5, -1, 0],
  [-0.5, -1, 0],
] as const;

/** Minimum weight of a vertex that belongs to a joint. */
const MOST = 0.5;

/** Finds the lowest vertices of each joint in the rest pose: candidates for ground contact as the foot rolls. */
export function findSoles(skeleton: Skeleton, skin: Skin, parts: Iterable<SkinnedVertices>): Soles {
  const count = skin.joints.length;
  const matrices = new Float32Array(count * AFFINE_SIZE);
  skinMatrices(skeleton, skin, skeleton.rest, matrices);
  const positions = new Float32Array(count * DOWN.length * 3);
  const depths = new Float64Array(count * DOWN.length).fill(Number.NEGATIVE_INFINITY);
  const place = new Float64Array(3);
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { positions: own, joints, weights } of parts) {
    for (let influence = 0; influence < joints.length; influence++) {
      // Two equal weights both count.
      if (weights[influence] < MOST) continue;
      const vertex = (influence >> 2) * 3;
      const joint = joints[influence];
      transformPoint(place, 0, matrices, joint * AFFINE_SIZE, own, vertex);
      min = Math.min(min, place[1]);
      max = Math.max(max, place[1]);
      for (let k = 0; k < DOWN.length; k++) {
        const sole = joint * DOWN.length + k;
        const depth = DOWN[k][0] * place[0] + DOWN[k][1] * place[1] + DOWN[k][2] * place[2];
        if (depth <= depths[sole]) continue;
        depths[sole] = depth;
        for (let n = 0; n < 3; n++) positions[sole * 3 + n] = own[vertex + n];
      }
    }
  }
  const found = [...depths.keys()].filter((sole) => depths[sole] > Number.NEGATIVE_INFINITY);
  return {
    joints: Uint16Array.from(found, (sole) => Math.floor(sole / DOWN.length)),
    positions: Float32Array.from(found.flatMap((sole) => [...positions.subarray(sole * 3, sole * 3 + 3)])),
    height: Math.max(0, max - min),
  };
}
