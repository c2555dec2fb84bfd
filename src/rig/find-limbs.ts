import { conjugateQuaternion, rotateVector } from '../math/index.js';
import { chainTransform, EVEN_TRANSFORM_SIZE } from './chain-transform.js';
import type { JointPoses } from './local-poses.js';

/** A leg of three joints, each the parent of the next, and what it stands on. */
export interface Leg {
  readonly thigh: number;
  readonly shin: number;
  readonly foot: number;
  /** The joint below the foot that stays on the ground while the heel rises; the foot itself where there is none. */
  readonly toe: number;
  /** The axis that the knee bends about, in the thigh's own space; length 1. */
  readonly hinge: readonly [number, number, number];
}

/** The head, and what turns it. */
export interface Head {
  readonly head: number;
  /** The joint below the head, which takes half of its turns; −1 where there is no neck. */
  readonly neck: number;
  /** Where the face points, in the head's own space; length 1. */
  readonly forward: readonly [number, number, number];
  /** The eyes, in the head's own space. */
  readonly eyes: readonly [number, number, number];
}

/** The joints of a human rig by what they do. */
export interface Limbs {
  /** The joint that both thighs hang on. */
  readonly hips: number;
  readonly legs: readonly [left: Leg, right: Leg];
  readonly head: Head | undefined;
  /** 1 for each joint from the waist up: of the branch of the hips that the head is on. */
  readonly isUpper: Uint8Array;
}

/** A bone of a leg is at least this share of the body's height long. */
const SHORTEST_BONE = 0.12;
/** Ankles are below this share of the body's height, thighs begin above the second. */
const HIGHEST_ANKLE = 0.2;
const LOWEST_THIGH = 0.35;
/** Eyes above and before the joint of the head, as shares of the body's height. */
const EYES_UP = 0.05;
const EYES_AHEAD = 0.05;

/**
 * Finds legs, head and waist. The shape decides what can be a leg: two long bones that end near the ground, one on each
 * side, on the same joint. Where several could be, names do. The head goes by its name alone: many things stick out of
 * heads.
 *
 * @param names of the joints
 * @returns undefined where there is not one leg on each side, or where joints are scaled unevenly: rotations do not
 *   follow from such matrices
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

/** Where each joint is in the first frame: 3 numbers each, metres. */
function firstPlaces({ data, parents }: JointPoses): Float64Array {
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
 * The axis across thigh and shin in the thigh's own space, the mean of all frames; the more a knee is bent, the more it counts.
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

/** Height of the highest joint, metres. */
function bodyHeight(places: Float64Array): number {
  return places.reduce((most, value, k) => (k % 3 === 1 ? Math.max(most, value) : most), 0);
}

/** 1 for each joint of the branch of `top` that `joint` is on; nowhere 1 where it is not below it. */
function branchOf(joint: number, top: number, parents: Int16Array): Uint8Array {
  let branch = joint;
  while (branch >= 0 && parents[branch] !== top) branch = parents[branch];
  return Uint8Array.from(parents, (_, j) => {
    let above = j;
    while (above >= 0 && above !== branch) above = parents[above];
    return branch >= 0 && above === branch ? 1 : 0;
  });
}
