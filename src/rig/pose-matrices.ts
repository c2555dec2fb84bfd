import {
  AFFINE_SIZE,
  composeAffine,
  multiplyAffine,
  multiplyQuaternions,
  normalizeQuaternion,
} from '../math/index.js';
import { type Floats, type Skeleton, type Skin, TRS_SIZE } from './skeleton.js';

/** Writes world matrices: 12 numbers per bone (affine 3×4, row-major), including a root's scale. */
export function worldMatrices(skeleton: Skeleton, pose: Floats, out: Floats): void {
  const { parents } = skeleton;
  for (let bone = 0; bone < parents.length; bone++) {
    const o = bone * AFFINE_SIZE;
    composeAffine(out, o, pose, bone * TRS_SIZE);
    if (parents[bone] >= 0) multiplyAffine(out, o, out, parents[bone] * AFFINE_SIZE, out, o);
  }
}

/** Writes world rotations: 4 numbers per bone. Ignores scales, as if all were uniform. */
export function worldRotations(skeleton: Skeleton, pose: Floats, out: Floats): void {
  const { parents } = skeleton;
  for (let bone = 0; bone < parents.length; bone++) {
    const o = bone * 4;
    normalizeQuaternion(out, o, pose, bone * TRS_SIZE + 3);
    if (parents[bone] >= 0) multiplyQuaternions(out, o, out, parents[bone] * 4, out, o);
  }
}

let worldScratch = new Float64Array(0);

/**
 * Writes skinning matrices as stored in bone textures: 12 numbers per joint, from stored vertices to metres in
 * character space, starting at `out[o]`.
 */
export function skinMatrices(skeleton: Skeleton, skin: Skin, pose: Floats, out: Floats, o = 0): void {
  const size = skeleton.parents.length * AFFINE_SIZE;
  if (worldScratch.length < size) worldScratch = new Float64Array(size);
  worldMatrices(skeleton, pose, worldScratch);
  for (let joint = 0; joint < skin.joints.length; joint++) {
    const j = joint * AFFINE_SIZE;
    multiplyAffine(out, o + j, worldScratch, skin.joints[joint] * AFFINE_SIZE, skin.inverseBind, j);
  }
}
