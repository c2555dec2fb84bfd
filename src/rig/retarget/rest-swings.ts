import { multiplyQuaternions, quaternionBetween, rotateVector } from '../../math/index.js';
import type { Skeleton } from '../skeleton.js';
import { type BoneMatch, matchedBelow } from './match-bones.js';

/** Joints closer than this have no direction, metres. */
const COINCIDENT_METRES = 1e-5;

/** Maximum angle between a forking bone and its main child: 30 degrees. */
const IN_LINE_COSINE = Math.cos(Math.PI / 6);

/**
 * Returns the world rotation that aligns each limb of the target's rest pose with the source's: a quaternion per target
 * bone.
 *
 * Swings are inherited: a limb takes its parent's and adds the shortest remaining rotation towards its main child. A
 * hand, its fingers and their twist therefore follow the arm, and half turns or limbs without direction are well
 * defined. Forking hips and bones that are not below them do not swing.
 */
export function restSwings(match: BoneMatch, target: Skeleton): Float64Array {
  const { sourceOf, hips } = match;
  const parents = limbParents(match, target);
  const main = mainChildren(match, target, parents);
  const swings = new Float64Array(sourceOf.length * 4);
  const from = new Float64Array(3);
  const to = new Float64Array(3);
  const turn = new Float64Array(4);
  for (let bone = 0; bone < sourceOf.length; bone++) {
    const o = bone * 4;
    swings[o + 3] = 1;
    if (parents[bone] >= 0) swings.copyWithin(o, parents[bone] * 4, parents[bone] * 4 + 4);
    if (sourceOf[bone] < 0 || (bone !== hips && parents[bone] < 0) || main[bone] < 0) continue;
    if (!direction(match.targetPlaces, bone, main[bone], from)) continue;
    if (!direction(match.sourcePlaces, sourceOf[bone], sourceOf[main[bone]], to)) continue;
    rotateVector(from, 0, swings, o, from, 0);
    quaternionBetween(turn, 0, from, 0, to, 0);
    multiplyQuaternions(swings, o, turn, 0, swings, o);
  }
  return swings;
}

/** Returns the nearest matched ancestor of each bone, from the hips down; −1 for the hips and bones not below them. */
function limbParents({ sourceOf, hips }: BoneMatch, { parents }: Skeleton): Int16Array {
  const limbs = new Int16Array(sourceOf.length).fill(-1);
  for (let bone = hips + 1; bone < limbs.length; bone++) {
    const parent = parents[bone];
    if (parent < hips) continue;
    const isLimb = parent === hips || (limbs[parent] >= 0 && sourceOf[parent] >= 0);
    limbs[bone] = isLimb ? parent : limbs[parent];
  }
  return limbs;
}

/**
 * Returns the matched child that each bone points to, −1 for none: an only child; else the child with the most matched
 * bones below it (a forearm before a twist bone); if tied (two shoulders and a neck, fingers), the child most in line
 * with the bone, within 30 degrees in the source's rest pose.
 */
function mainChildren(match: BoneMatch, target: Skeleton, parents: Int16Array): Int16Array {
  const { sourceOf, hips } = match;
  const weights = matchedBelow(target, sourceOf);
  const children: number[][] = Array.from(sourceOf, () => []);
  for (let bone = 0; bone < sourceOf.length; bone++) {
    if (sourceOf[bone] >= 0 && parents[bone] >= 0) children[parents[bone]].push(bone);
  }
  return Int16Array.from(children, (candidates, bone) => {
    if (candidates.length < 2) return candidates[0] ?? -1;
    if (bone === hips) return -1;
    const most = Math.max(...candidates.map((child) => weights[child]));
    const heaviest = candidates.filter((child) => weights[child] === most);
    return heaviest.length === 1 ? heaviest[0] : childInLine(match, parents[bone], bone, candidates);
  });
}

function childInLine(
  { sourceOf, sourcePlaces }: BoneMatch,
  parent: number,
  bone: number,
  children: number[],
): number {
  const line = new Float64Array(3);
  const way = new Float64Array(3);
  if (!direction(sourcePlaces, sourceOf[parent], sourceOf[bone], line)) return -1;
  let best = -1;
  let bestCosine = IN_LINE_COSINE;
  for (const child of children) {
    if (!direction(sourcePlaces, sourceOf[bone], sourceOf[child], way)) continue;
    const cosine = line[0] * way[0] + line[1] * way[1] + line[2] * way[2];
    if (cosine > bestCosine) {
      best = child;
      bestCosine = cosine;
    }
  }
  return best;
}

/** Writes the unit vector between two bones. Returns false if they coincide; `out` is then undefined. */
function direction(places: Float64Array, from: number, to: number, out: Float64Array): boolean {
  for (let k = 0; k < 3; k++) out[k] = places[to * 3 + k] - places[from * 3 + k];
  const length = Math.hypot(out[0], out[1], out[2]);
  for (let k = 0; k < 3; k++) out[k] /= length;
  return length > COINCIDENT_METRES;
}
