import {
  AFFINE_SIZE,
  invertAffine,
  multiplyAffine,
  setAffineIdentity,
  transformPoint,
} from '../math/index.js';
import { firstPlaces, type Limbs } from './find-limbs.js';
import { commonAncestor, findRole } from './find-role.js';
import { type Build, composeLocal, type LocalPoses } from './local-poses.js';
import type { Floats } from './skeleton.js';

/** Sizes of a character's body, relative to its file. */
export interface BodySizes {
  /** Width of the shoulders. */
  readonly shoulders: number;
  /** Thickness of trunk, arms and legs, across their bones. */
  readonly girth: number;
  /** Length of the legs relative to that of trunk and arms. */
  readonly legs: number;
  readonly head: number;
}

/** Joints of a human body; lists begin at the top of the leg, at the hips or at the trunk. */
export interface Body {
  /** The lowest joint above the head and both legs. */
  readonly hips: number;
  readonly legs: Limbs['legs'];
  /** From above the hips to the neck. */
  readonly trunk: readonly number[];
  readonly head: number;
  /** To the hand, or to the last joint of an arm without one. */
  readonly arms: readonly Arm[];
}

interface Arm {
  /** Joint between trunk and upper arm, which some rigs have. */
  readonly collar: number | undefined;
  /** From the upper arm on. */
  readonly joints: readonly number[];
}

/** Names of a joint between trunk and upper arm. */
const COLLAR = /shoulder|clavicle|collar/i;
/** Most length of such a joint, as a fraction of the next, in rigs of other names. */
const COLLAR_LENGTH = 0.7;
/** Joints of an arm from the upper arm to the hand, where each bone has one. */
const ARM_JOINTS = 3;

/**
 * Finds legs by shape, the head by name, and arms by the name of the hand or, without one, by shape: the longest chain that leaves
 * the trunk on its side.
 *
 * @param names of the joints
 * @returns the body, or a list of what was not found
 */
export function findBody(poses: LocalPoses, names: readonly string[]): Body | readonly string[] {
  const { parents, limbs } = poses;
  const rig = { names, parents };
  const head = findRole(rig, 'head');
  if (!limbs || head < 0) return [...(limbs ? [] : ['legs']), ...(head < 0 ? ['head'] : [])];
  const { legs } = limbs;
  const hips = commonAncestor(head, legs[0].thigh, parents);
  const trunk = chainTo(parents[head], [hips], parents);
  if (trunk.length === 0) return ['trunk'];
  const places = firstPlaces(poses);
  const chains = names.map((_, joint) => chainTo(joint, trunk, parents));
  const arms = (['handL', 'handR'] as const).map((role, side) => {
    const named = chains[findRole(rig, role)] ?? [];
    if (named.length >= ARM_JOINTS) return armOf(named, places, names);
    const isOfSide = (joint: number): boolean =>
      distance(places, joint, legs[side].thigh) < distance(places, joint, legs[1 - side].thigh);
    const [longest] = chains
      .filter(([top, next]) => next !== undefined && names[top] !== names[head] && isOfSide(top))
      .sort((a, b) => lengthOf(b, places) - lengthOf(a, places));
    if (!longest) return undefined;
    const { collar, joints } = armOf(longest, places, names);
    return { collar, joints: joints.slice(0, ARM_JOINTS) };
  });
  const found = arms.filter((arm) => arm !== undefined);
  return found.length < arms.length ? ['arms'] : { hips, legs, trunk, head, arms: found };
}

/** The joints from below one of `ends` down to `joint`; none if `joint` is not below one, or is one itself. */
function chainTo(joint: number, ends: readonly number[], parents: Int16Array): number[] {
  const chain: number[] = [];
  let above = joint;
  for (; above >= 0 && !ends.includes(above); above = parents[above]) chain.unshift(above);
  return above < 0 ? [] : chain;
}

function armOf(chain: readonly number[], places: Float64Array, names: readonly string[]): Arm {
  const [collar, upper, fore] = chain;
  const hasCollar =
    chain.length > ARM_JOINTS &&
    (COLLAR.test(names[collar]) ||
      distance(places, collar, upper) < COLLAR_LENGTH * distance(places, upper, fore));
  return hasCollar ? { collar, joints: chain.slice(1) } : { collar: undefined, joints: chain };
}

function distance(places: Float64Array, a: number, b: number): number {
  return Math.hypot(...[0, 1, 2].map((k) => places[a * 3 + k] - places[b * 3 + k]));
}

function lengthOf(chain: readonly number[], places: Float64Array): number {
  return chain.reduce((sum, joint, k) => sum + (k > 0 ? distance(places, joint, chain[k - 1]) : 0), 0);
}

/** Scales of a joint's vertices along and across its bone, which leads to the joint `next`. */
interface Segment {
  /** Undefined for a joint with one scale in all directions. */
  readonly next: number | undefined;
  readonly along: number;
  readonly across: number;
}

/**
 * The changes that give a body these sizes. Hands, feet and all that they hold keep theirs, and feet their ground.
 *
 * @param sizes 1 where they are left out
 */
export function createBuild(
  body: Body,
  { parents, data, size }: LocalPoses,
  names: readonly string[],
  sizes: Partial<BodySizes>,
): Build {
  // By names, since several skins may have a joint for one bone.
  const segments = new Map(segmentsOf(body, sizes).map(([joint, segment]) => [names[joint], segment]));
  const legs = body.legs.flatMap(({ thigh }) => chainTo(thigh, [body.hips], parents));
  const placed = new Set(legs.map((joint) => names[joint]));
  const widened = new Set(
    body.arms.flatMap(({ collar, joints }) => (collar === undefined ? names[joints[0]] : [])),
  );
  const widening = acrossShoulders(body, data, size, sizes.shoulders ?? 1);
  const offsets = new Float32Array(parents.length * 3);
  const stretches = new Float64Array(parents.length * AFFINE_SIZE);
  const local = new Float64Array(AFFINE_SIZE);
  for (const joint of topDown(parents)) {
    const o = joint * AFFINE_SIZE;
    const above = parents[joint] * AFFINE_SIZE;
    const segment = segments.get(names[joint]);
    composeLocal(local, 0, data.subarray(joint * size, (joint + 1) * size), size);
    if (above >= 0 && !placed.has(names[joint])) {
      const place = [local[3], local[7], local[11]];
      transformPoint(offsets, joint * 3, stretches, above, place, 0);
      if (widened.has(names[joint])) transformPoint(offsets, joint * 3, widening, 0, offsets, joint * 3);
      for (let k = 0; k < 3; k++) offsets[joint * 3 + k] -= place[k];
    }
    if (segment) stretchAlong(stretches, o, segment, data, (segment.next ?? 0) * size + 4);
    else if (above < 0) setAffineIdentity(stretches, o);
    else turnInto(stretches, o, above, local);
  }
  return { offsets, stretches };
}

/** The stretch that moves two arms without collars apart. */
function acrossShoulders({ arms }: Body, data: Floats, size: number, along: number): Float64Array {
  const [left, right] = arms.map(({ joints: [upper] }) => upper * size + 4);
  const way = Float64Array.from([0, 1, 2], (k) => data[left + k] - data[right + k]);
  const widening = new Float64Array(AFFINE_SIZE);
  stretchAlong(widening, 0, { next: undefined, along, across: 1 }, way, 0);
  return widening;
}

/** The segments of all joints with a function of their own. Others are stretched as their parents are. */
function segmentsOf(
  { hips, legs, trunk, head, arms }: Body,
  { shoulders = 1, girth = 1, legs: legLength = 1, head: headSize = 1 }: Partial<BodySizes>,
): [joint: number, segment: Segment][] {
  const segment = (
    joint: number,
    next: number | undefined,
    along: number,
    across: number,
  ): [number, Segment] => [joint, { next, along, across }];
  // The scale of a character is that of its legs.
  const upper = 1 / legLength;
  const thick = upper * girth;
  return [
    segment(hips, trunk[0], 1, girth),
    ...legs.flatMap(({ thigh, shin, foot }) => [
      segment(thigh, shin, 1, girth),
      segment(shin, foot, 1, girth),
      segment(foot, undefined, 1, 1),
    ]),
    ...trunk.map((joint, k) => segment(joint, trunk[k + 1] ?? head, upper, thick)),
    segment(head, undefined, headSize, headSize),
    ...arms.flatMap(({ collar, joints }) => [
      ...(collar === undefined ? [] : [segment(collar, joints[0], thick * shoulders, thick)]),
      ...joints.slice(0, -1).map((joint, k) => segment(joint, joints[k + 1], upper, thick)),
      ...joints
        .slice(ARM_JOINTS - 1)
        .slice(-1)
        .map((hand) => segment(hand, undefined, 1, 1)),
    ]),
  ];
}

/** All joints, each after its parent. */
function topDown(parents: Int16Array): number[] {
  const depths = Array.from(parents, (above) => {
    let depth = 0;
    for (let joint = above; joint >= 0; joint = parents[joint]) depth += 1;
    return depth;
  });
  return [...depths.keys()].sort((a, b) => depths[a] - depths[b]);
}

/** Writes the stretch at `above` as it is in the space of a joint below. */
function turnInto(stretches: Float64Array, o: number, above: number, local: Float64Array): void {
  for (const k of [3, 7, 11]) local[k] = 0;
  const inverse = new Float64Array(AFFINE_SIZE);
  setAffineIdentity(stretches, o);
  // Below a joint of scale 0, there is nothing to see.
  if (!invertAffine(inverse, 0, local, 0)) return;
  multiplyAffine(stretches, o, stretches, above, local, 0);
  multiplyAffine(stretches, o, inverse, 0, stretches, o);
}

/** Writes the stretch of a segment whose bone has the direction at `way[i]`. */
function stretchAlong(
  stretches: Float64Array,
  o: number,
  { along, across }: Segment,
  way: Floats,
  i: number,
): void {
  const length = Math.hypot(way[i], way[i + 1], way[i + 2]) || 1;
  const surplus = (along - across) / (length * length);
  for (let r = 0; r < 3; r++) {
    for (let k = 0; k < 3; k++) {
      stretches[o + 4 * r + k] = (r === k ? across : 0) + surplus * way[i + r] * way[i + k];
    }
  }
}
