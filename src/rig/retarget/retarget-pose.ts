import {
  AFFINE_SIZE,
  conjugateQuaternion,
  invertAffine,
  multiplyQuaternions,
  normalizeQuaternion,
  transformPoint,
} from '../../math/index.js';
import type { RetargetConvention } from '../../protocol/index.js';
import type { Clip } from '../clip.js';
import { worldMatrices, worldRotations } from '../pose-matrices.js';
import { sampleOnce } from '../sample-pose.js';
import { type Floats, type Skeleton, TRS_SIZE } from '../skeleton.js';
import { type BoneMatch, GROUND_METRES, matchBones } from './match-bones.js';
import { restSwings } from './rest-swings.js';

/** A clip prepared for another skeleton. */
export interface Retargeter {
  /** As authored. */
  readonly clip: Clip;
  readonly match: BoneMatch;
  /** Ratio of the target's hip height to the source's. */
  readonly ratio: number;
  /** Writes the target's pose: {@link TRS_SIZE} local numbers per bone. Loops do not wrap. */
  pose(seconds: number, out: Floats): void;
}

/**
 * Prepares a clip for another skeleton. Posing does not allocate.
 *
 * With world rotation W of a bone: `W_target(t) = W_source(t) · W_source_rest⁻¹ · swing · W_target_rest`. The swing is
 * the identity for `rest-relative`. Unmatched bones keep their local rest pose.
 */
export function createRetargeter(
  clip: Clip,
  source: Skeleton,
  target: Skeleton,
  convention: RetargetConvention,
): Retargeter {
  const match = matchBones(clip, source, target);
  const offsets = restOffsets(match, source, target, convention);
  const ratio = hipRatio(match);
  const sourcePose = new Float64Array(source.rest.length);
  const sourceRotations = new Float64Array(source.names.length * 4);
  const sourceMatrices = new Float64Array(source.names.length * AFFINE_SIZE);
  const rotations = new Float64Array(target.names.length * 4);
  const matrices = new Float64Array(target.names.length * AFFINE_SIZE);

  return {
    clip,
    match,
    ratio,
    pose(seconds, out) {
      sampleOnce(source, clip, seconds, sourcePose);
      worldRotations(source, sourcePose, sourceRotations);
      worldMatrices(source, sourcePose, sourceMatrices);
      out.set(target.rest);
      turnBones(match, target, offsets, sourceRotations, rotations, out);
      worldMatrices(target, out, matrices);
      placeHips(match, target, ratio, sourceMatrices, matrices, out);
    },
  };
}

/** `W_source_rest⁻¹ · swing · W_target_rest` of each target bone. */
function restOffsets(
  match: BoneMatch,
  source: Skeleton,
  target: Skeleton,
  convention: RetargetConvention,
): Float64Array {
  const { sourceOf } = match;
  const sourceRest = new Float64Array(source.names.length * 4);
  const offsets = new Float64Array(target.names.length * 4);
  const inverse = new Float64Array(4);
  worldRotations(source, source.rest, sourceRest);
  worldRotations(target, target.rest, offsets);
  const swings = convention === 'pose-matched' ? restSwings(match, target) : undefined;
  for (let bone = 0; bone < sourceOf.length; bone++) {
    if (sourceOf[bone] < 0) continue;
    const o = bone * 4;
    if (swings) multiplyQuaternions(offsets, o, swings, o, offsets, o);
    conjugateQuaternion(inverse, 0, sourceRest, sourceOf[bone] * 4);
    multiplyQuaternions(offsets, o, inverse, 0, offsets, o);
  }
  return offsets;
}

function hipRatio({ hips, sourceOf, sourcePlaces, targetPlaces }: BoneMatch): number {
  const sourceHeight = sourcePlaces[sourceOf[hips] * 3 + 1];
  const targetHeight = targetPlaces[hips * 3 + 1];
  // Hips on the ground do not give a size.
  return sourceHeight > GROUND_METRES && targetHeight > GROUND_METRES ? targetHeight / sourceHeight : 1;
}

const inverseScratch = /* @__PURE__ */ new Float64Array(AFFINE_SIZE);
const placeScratch = /* @__PURE__ */ new Float64Array(3);

function turnBones(
  { sourceOf }: BoneMatch,
  { parents }: Skeleton,
  offsets: Float64Array,
  sourceRotations: Float64Array,
  rotations: Float64Array,
  out: Floats,
): void {
  for (let bone = 0; bone < sourceOf.length; bone++) {
    const o = bone * 4;
    const parent = parents[bone] * 4;
    const local = bone * TRS_SIZE + 3;
    if (sourceOf[bone] < 0) {
      normalizeQuaternion(rotations, o, out, local);
      if (parent >= 0) multiplyQuaternions(rotations, o, rotations, parent, rotations, o);
      continue;
    }
    multiplyQuaternions(rotations, o, sourceRotations, sourceOf[bone] * 4, offsets, o);
    if (parent >= 0) {
      conjugateQuaternion(inverseScratch, 0, rotations, parent);
      multiplyQuaternions(out, local, inverseScratch, 0, rotations, o);
    } else {
      normalizeQuaternion(out, local, rotations, o);
    }
  }
}

/** Moves the hips in world space by the source's displacement from rest, times the ratio. */
function placeHips(
  { hips, sourceOf, sourcePlaces, targetPlaces }: BoneMatch,
  { parents }: Skeleton,
  ratio: number,
  sourceMatrices: Float64Array,
  matrices: Float64Array,
  out: Floats,
): void {
  const bone = sourceOf[hips];
  for (let k = 0; k < 3; k++) {
    const travel = sourceMatrices[bone * AFFINE_SIZE + k * 4 + 3] - sourcePlaces[bone * 3 + k];
    placeScratch[k] = targetPlaces[hips * 3 + k] + ratio * travel;
  }
  const parent = parents[hips];
  if (parent < 0) out.set(placeScratch, hips * TRS_SIZE);
  else if (invertAffine(inverseScratch, 0, matrices, parent * AFFINE_SIZE)) {
    transformPoint(out, hips * TRS_SIZE, inverseScratch, 0, placeScratch, 0);
  }
}
