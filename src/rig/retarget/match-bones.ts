import { RigError } from '../../errors/index.js';
import { AFFINE_SIZE } from '../../math/index.js';
import type { Clip } from '../clip.js';
import { findBone } from '../find-bone.js';
import { worldMatrices } from '../pose-matrices.js';
import type { Skeleton } from '../skeleton.js';

/** How the bones of two skeletons answer to each other. */
export interface BoneMatch {
  /** The source's bone of each target bone, −1 where it has none. */
  readonly sourceOf: Int16Array;
  /** The target bone that carries the body's travel. */
  readonly hips: number;
  /** World places of both rest poses, metres: 3 numbers a bone. */
  readonly sourcePlaces: Float64Array;
  readonly targetPlaces: Float64Array;
  /** Bones, hips or below them or moved by the clip, that only one side has. */
  readonly unmatched: readonly string[];
}

/** Bones lower than this stand on the ground: a root at the feet, whose height tells nothing of the body's size. */
export const GROUND_METRES = 1e-3;

/**
 * Matches bones by name.
 *
 * The hips are the bone with the most matched bones below it: of the matched ones above the ground, those that the clip
 * translates and that carry half of the body coming first, so that neither a moving prop nor a root at the feet is taken
 * for them.
 *
 * @throws {RigError} where not one name is shared
 */
export function matchBones(clip: Clip, source: Skeleton, target: Skeleton): BoneMatch {
  const sourceOf = Int16Array.from(target.names, (name) => findBone(source, name));
  if (sourceOf.every((bone) => bone < 0)) {
    throw new RigError(
      `No bone of the skeleton (${listNames(target.names)}) is in the one that clip "${clip.name}" was made for ` +
        `(${listNames(source.names)}). Rename the bones of one of them.`,
    );
  }
  const sourcePlaces = restPlaces(source);
  const targetPlaces = restPlaces(target);
  const hips = findHips(clip, source, target, sourceOf, sourcePlaces, targetPlaces);
  const unmatched = listUnmatched(clip, source, target, sourceOf[hips], hips);
  return { sourceOf, hips, sourcePlaces, targetPlaces, unmatched };
}

function findHips(
  clip: Clip,
  source: Skeleton,
  target: Skeleton,
  sourceOf: Int16Array,
  sourcePlaces: Float64Array,
  targetPlaces: Float64Array,
): number {
  const weights = matchedBelow(target, sourceOf);
  const moved = new Set(
    clip.tracks.filter((track) => track.path === 'translation').map((track) => findBone(source, track.bone)),
  );
  const matched = target.names.map((_, bone) => bone).filter((bone) => sourceOf[bone] >= 0);
  const raised = matched.filter(
    (bone) =>
      targetPlaces[bone * 3 + 1] > GROUND_METRES && sourcePlaces[sourceOf[bone] * 3 + 1] > GROUND_METRES,
  );
  const travelling = raised.filter(
    (bone) => moved.has(sourceOf[bone]) && weights[bone] * 2 >= matched.length,
  );
  const candidates = [travelling, raised, matched];
  const first = candidates.find((bones) => bones.length > 0) ?? matched;
  return first.reduce((best, bone) => (weights[bone] > weights[best] ? bone : best));
}

function listUnmatched(
  clip: Clip,
  source: Skeleton,
  target: Skeleton,
  sourceHips: number,
  targetHips: number,
): string[] {
  const ofTarget = bonesBelow(target, targetHips).filter((name) => findBone(source, name) < 0);
  const ofSource = bonesBelow(source, sourceHips).filter((name) => findBone(target, name) < 0);
  const ofClip = clip.tracks.map((track) => track.bone).filter((name) => findBone(target, name) < 0);
  return [...new Set([...ofTarget, ...ofSource, ...ofClip])];
}

function bonesBelow({ names, parents }: Skeleton, top: number): string[] {
  const isBelow = new Uint8Array(names.length);
  isBelow[top] = 1;
  for (let bone = top + 1; bone < names.length; bone++) {
    if (parents[bone] >= 0) isBelow[bone] = isBelow[parents[bone]];
  }
  return names.filter((_, bone) => isBelow[bone]);
}

/** The first few of many names, for messages. */
export function listNames(names: readonly string[]): string {
  return names.slice(0, 5).join(', ') + (names.length > 5 ? ', …' : '');
}

/** How many matched bones hang on each bone, itself included. */
export function matchedBelow({ parents }: Skeleton, sourceOf: Int16Array): Int16Array {
  const counts = Int16Array.from(sourceOf, (bone) => (bone < 0 ? 0 : 1));
  for (let bone = counts.length - 1; bone > 0; bone--) {
    if (parents[bone] >= 0) counts[parents[bone]] += counts[bone];
  }
  return counts;
}

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
