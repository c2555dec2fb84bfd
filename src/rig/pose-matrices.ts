import {
  AFFINE_SIZE,
  composeAffine,
  multiplyAffine,
  multiplyQuaternions,
  normalizeQuaternion,
} from '../math/index.js';
import { type Floats, type Skeleton, type Skin, TRS_SIZE } from './skeleton.js';

/** From each bone's own space to the scene's: 12 numbers a bone (affine 3×4, row by row), a root's scale included. */
export function worldMatrices(skeleton: Skeleton, pose: Floats, out: Floats): void {
  const { parents } = skeleton;
  for (let bone = 0; bone < parents.length; bone++) {
    const o = bone * AFFINE_SIZE;
    composeAffine(out, o, pose, bone * TRS_SIZE);
    if (parents[bone] >= 0) multiplyAffine(out, o, out, parents[bone] * AFFINE_SIZE, out, o);
  }
}

/** Each bone's rotation in the scene: 4 numbers a bone. Scales take no part, as in a hierarchy of uniform scales. */
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
 * What skinning multiplies vertices by, as the bone texture stores it: 12 numbers a joint, from the vertex as stored
 * to metres in the character's space, written from `out[o]` on.
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
