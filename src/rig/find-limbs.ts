import { conjugateQuaternion, rotateVector } from '../math/index.js';
import { chainTransform, EVEN_TRANSFORM_SIZE } from './chain-transform.js';
import type { JointPoses } from './joint-transforms.js';

/** A leg of three joints, each the parent of the next, and its toe. */
export interface Leg {
  readonly thigh: number;
  readonly shin: number;
  readonly foot: number;
  /** Joint below the foot that stays on the ground while the heel rises; the foot itself if there is none. */
  readonly toe: number;
  /** Hinge axis of the knee in the thigh's space; unit length. */
  readonly hinge: readonly [number, number, number];
}

/** Joints of the head. */
export interface Head {
  readonly head: number;
  /** Joint below the head, which takes half of its rotation; −1 if there is no neck. */
  readonly neck: number;
  /** Facing direction in the head's space; unit length. */
  readonly forward: readonly [number, number, number];
  /** Position of the eyes in the head's space. */
  readonly eyes: readonly [number, number, number];
}

/** Joints of a human rig by function. */
export interface Limbs {
  /** Parent of both thighs. */
  readonly hips: number;
  readonly legs: readonly [left: Leg, right: Leg];
  readonly head: Head | undefined;
  /** 1 for each joint above the waist: those in the branch of the hips that contains the head. */
  readonly isUpper: Uint8Array;
}

/** Minimum length of a leg bone, as a fraction of body height. */
const SHORTEST_BONE = 0.12;
/** Ankles are below, and thighs start above, these fractions of body height. */
const HIGHEST_ANKLE = 0.2;
const LOWEST_THIGH = 0.35;
/** Position of the eyes above and in front of the head joint, as fractions of body height. */
const EYES_UP = 0.05;
const EYES_AHEAD = 0.05;

/**
 * Finds legs, head and waist. Legs are found by shape: two long bones that end near the ground, one pair on each side,
 * with a common parent. Names decide between several candidates. The head is found by name, since many parts protrude
 * from heads.
 *
 * @param names of the joints
 * @returns undefined if there is no leg on either side, or if joints have non-uniform scales: such matrices do not
 *   determine rotations
 */
export function findLimbs(poses: JointPoses, names: readonly string[]): Limbs | undefined {
  if (poses.size !== EVEN_TRANSFORM_SIZE || poses.data.length === 0) return undefined;
  const { parents } = poses;
  const places = firstPlaces(poses);
  const left = findFoot(1, places, parents, names);
  const right = findFoot(-1, places, parents, names);
  if (left === undefined || right === undefined) return undefined;
  const hips = parents[parents[parents[left]]];
  if (hips < 0 || hips !== parents[parents[parents[right]]]) return undefined;
  const head = findHead(poses, names, places);
  return {
    hips,
    legs: [describeLeg(left, poses, places, names), describeLeg(right, poses, places, names)],
    head,
    isUpper: branchOf(head?.head ?? -1, hips, parents),
  };
}

/** Returns the position of each joint in the first frame: 3 numbers each, metres. */
export function firstPlaces({ data, parents }: JointPoses): Float64Array {
  const places = new Float64Array(parents.length * 3);
  const world = new Float64Array(EVEN_TRANSFORM_SIZE);
  for (let joint = 0; joint < parents.length; joint++) {
    chainTransform(world, 0, data, 0, joint, parents);
    places.set(world.subarray(4, 7), joint * 3);
  }
  return places;
}

/** @param side 1 for the left, where x is above 0, −1 for the right */
function findFoot(
  side: 1 | -1,
  places: Float64Array,
  parents: Int16Array,
  names: readonly string[],
): number | undefined {
  const height = bodyHeight(places);
  const length = (a: number, b: number): number =>
    Math.hypot(...[0, 1, 2].map((k) => places[a * 3 + k] - places[b * 3 + k]));
  const candidates = names.flatMap((_, foot) => {
    const shin = parents[foot];
    const thigh = shin >= 0 ? parents[shin] : -1;
    if (thigh < 0 || parents[thigh] < 0) return [];
    const isLeg =
      places[foot * 3] * side > 0 &&
      places[foot * 3 + 1] < HIGHEST_ANKLE * height &&
      places[thigh * 3 + 1] > LOWEST_THIGH * height &&
      length(thigh, shin) > SHORTEST_BONE * height &&
      length(shin, foot) > SHORTEST_BONE * height;
    return isLeg ? [foot] : [];
  });
  return candidates.find((foot) => /foot|ankle/i.test(names[foot])) ?? candidates[0];
}

function describeLeg(foot: number, poses: JointPoses, places: Float64Array, names: readonly string[]): Leg {
  const { parents } = poses;
  const shin = parents[foot];
  const thigh = parents[shin];
  const below = names.flatMap((_, joint) => (parents[joint] === foot ? [joint] : []));
  const lowest = below.sort((a, b) => places[a * 3 + 1] - places[b * 3 + 1])[0] ?? foot;
  const toe = below.find((joint) => /toe|ball/i.test(names[joint])) ?? lowest;
  return { thigh, shin, foot, toe, hinge: findHinge(shin, foot, poses) };
}

/**
 * Returns the hinge axis across thigh and shin in the thigh's space: the mean of all frames, weighted by how far the
 * knee is bent.
 */
function findHinge(shin: number, foot: number, { data, parents }: JointPoses): [number, number, number] {
  const stride = parents.length * EVEN_TRANSFORM_SIZE;
  const knee = shin * EVEN_TRANSFORM_SIZE;
  const ankle = foot * EVEN_TRANSFORM_SIZE;
  const below = new Float64Array(3);
  const sum = [0, 0, 0];
  for (let first = 0; first < data.length; first += stride) {
    const at = first + knee;
    const [ux, uy, uz] = [data[at + 4], data[at + 5], data[at + 6]];
    rotateVector(below, 0, data, at, data, first + ankle + 4);
    const [vx, vy, vz] = below;
    sum[0] += uy * vz - uz * vy;
    sum[1] += uz * vx - ux * vz;
    sum[2] += ux * vy - uy * vx;
  }
  const size = Math.hypot(...sum);
  return size > 0 ? [sum[0] / size, sum[1] / size, sum[2] / size] : [1, 0, 0];
}

function findHead(
  { data, parents }: JointPoses,
  names: readonly string[],
  places: Float64Array,
): Head | undefined {
  const head = names.findIndex((name) => /head$/i.test(name));
  if (head < 0) return undefined;
  const above = parents[head];
  const neck = above >= 0 && /neck/i.test(names[above]) ? above : -1;
  const world = new Float64Array(EVEN_TRANSFORM_SIZE);
  const inverse = new Float64Array(4);
  chainTransform(world, 0, data, 0, head, parents);
  conjugateQuaternion(inverse, 0, world, 0);
  // In the first frame the face points ahead, +Z.
  const inHead = (vector: readonly number[], length: number): [number, number, number] => {
    const turned = new Float64Array(3);
    rotateVector(turned, 0, inverse, 0, Float64Array.from(vector), 0);
    return [turned[0] * length, turned[1] * length, turned[2] * length];
  };
  const height = bodyHeight(places) / world[7];
  return { head, neck, forward: inHead([0, 0, 1], 1), eyes: inHead([0, EYES_UP, EYES_AHEAD], height) };
}

/** Returns the height of the highest joint, metres. */
function bodyHeight(places: Float64Array): number {
  return places.reduce((most, value, k) => (k % 3 === 1 ? Math.max(most, value) : most), 0);
}

/** Returns 1 for each joint in the branch of `top` that contains `joint`; all 0 if `joint` is not below `top`. */
function branchOf(joint: number, top: number, parents: Int16Array): Uint8Array {
  let branch = joint;
  while (branch >= 0 && parents[branch] !== top) branch = parents[branch];
  return Uint8Array.from(parents, (_, j) => {
    let above = j;
    while (above >= 0 && above !== branch) above = parents[above];
    return branch >= 0 && above === branch ? 1 : 0;
  });
}
