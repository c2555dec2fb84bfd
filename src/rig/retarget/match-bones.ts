import { RigError } from '../../errors/index.js';
import { AFFINE_SIZE } from '../../math/index.js';
import type { Clip } from '../clip.js';
import { findBone } from '../find-bone.js';
import { worldMatrices } from '../pose-matrices.js';
import type { Floats, Skeleton } from '../skeleton.js';

/** Mapping between the bones of two skeletons. */
export interface BoneMatch {
  /** Source bone of each target bone, −1 if it has none. */
  readonly sourceOf: Int16Array;
  /** Target bone that carries root motion. */
  readonly hips: number;
  /** World positions of both rest poses, metres: 3 numbers per bone. */
  readonly sourcePlaces: Float64Array;
  readonly targetPlaces: Float64Array;
  /** Bones that exist on one side only and are the hips, below them, or animated by the clip. */
  readonly unmatched: readonly string[];
}

/**
 * Height below which a bone is on the ground, metres. The height of a root at the feet says nothing about body size.
 */
export const GROUND_METRES = 1e-3;

/**
 * Matches bones by name.
 *
 * The hips are the matched bone with the most matched bones below it. Bones above the ground that the clip translates
 * and that carry at least half of the body come first, so that neither an animated prop nor a root at the feet is
 * chosen.
 *
 * @throws {RigError} if no name matches
 */
export function matchBones(clip: Clip, source: Skeleton, target: Skeleton): BoneMatch {
  const sourceOf = Int16Array.from(target.names, (name) => findBone(source, name));
  if (sourceOf.every((bone) => bone < 0)) {
    throw new RigError(
      `No bone of the skeleton (${listNames(target.names)}) is in the one that clip "${clip.name}" was made for ` +
        `(${listNames(source.names)}). Rename the bones of one of them.`,
    );
  }
  const sourcePlaces = bonePlaces(source);
  const targetPlaces = bonePlaces(target);
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

/** Joins the first few names, for messages. */
export function listNames(names: readonly string[]): string {
  return names.slice(0, 5).join(', ') + (names.length > 5 ? ', …' : '');
}

/** Returns the number of matched bones at or below each bone. */
export function matchedBelow({ parents }: Skeleton, sourceOf: Int16Array): Int16Array {
  const counts = Int16Array.from(sourceOf, (bone) => (bone < 0 ? 0 : 1));
  for (let bone = counts.length - 1; bone > 0; bone--) {
    if (parents[bone] >= 0) counts[parents[bone]] += counts[bone];
  }
  return counts;
}

/** Returns the world position of each bone in a pose: 3 numbers per bone, metres. */
export function bonePlaces(skeleton: Skeleton, pose: Floats = skeleton.rest): Float64Array {
  const matrices = new Float64Array(skeleton.names.length * AFFINE_SIZE);
  worldMatrices(skeleton, pose, matrices);
  const places = new Float64Array(skeleton.names.length * 3);
  for (let i = 0; i < places.length; i++) {
    places[i] = matrices[Math.floor(i / 3) * AFFINE_SIZE + (i % 3) * 4 + 3];
  }
  return places;
}
