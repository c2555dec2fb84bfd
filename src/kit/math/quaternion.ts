import {
  atan2,
  conjugateQuaternion,
  multiplyQuaternions,
  quaternionBetween,
  rotateVector,
  sinCos,
  slerpQuaternions,
} from '../../math/index.js';
import { cross, dot, normalize, type Vector } from './vector.js';

/** A rotation, as a unit quaternion. */
export type Quaternion = [x: number, y: number, z: number, w: number];

const DEGREES = 180 / Math.PI;

/** @param axis of any length but 0 */
export function axisRotation(axis: Vector, degrees: number): Quaternion {
  const [x, y, z] = normalize(axis);
  const [sin, cos] = sinCos(degrees / DEGREES / 2);
  return [x * sin, y * sin, z * sin, cos];
}

/** About x: positive pitches what stands up forward, and swings what hangs down back. */
export const rotationX = (degrees: number): Quaternion => axisRotation([1, 0, 0], degrees);
/** About y: positive turns to the wearer's left. */
export const rotationY = (degrees: number): Quaternion => axisRotation([0, 1, 0], degrees);
/** About z: positive leans what stands up to the wearer's right. */
export const rotationZ = (degrees: number): Quaternion => axisRotation([0, 0, 1], degrees);

/** The product: the last acts first. */
export function multiply(...rotations: readonly Quaternion[]): Quaternion {
  const out: Quaternion = [0, 0, 0, 1];
  for (const turn of rotations) multiplyQuaternions(out, 0, out, 0, turn, 0);
  return out;
}

export function inverse(turn: Quaternion): Quaternion {
  const out: Quaternion = [0, 0, 0, 1];
  conjugateQuaternion(out, 0, turn, 0);
  return out;
}

export function rotate(turn: Quaternion, vector: Vector): Vector {
  const out: [number, number, number] = [0, 0, 0];
  rotateVector(out, 0, turn, 0, [...vector], 0);
  return out;
}

/** The shortest turn from one direction to another. */
export function rotationBetween(from: Vector, to: Vector): Quaternion {
  const out: Quaternion = [0, 0, 0, 1];
  quaternionBetween(out, 0, [...normalize(from)], 0, [...normalize(to)], 0);
  return out;
}

/** Takes direction `from` to `to` exactly, and `fromSide` as near to `toSide` as that allows. */
export function alignAxes(from: Vector, fromSide: Vector, to: Vector, toSide: Vector): Quaternion {
  const swing = rotationBetween(from, to);
  const axis = normalize(to);
  const side = rotate(swing, fromSide);
  // Angles about the axis, of what is across it: half a turn, too, has to be about this axis.
  const sine = dot(cross(side, toSide), axis);
  const cosine = dot(side, toSide) - dot(side, axis) * dot(toSide, axis);
  return multiply(axisRotation(axis, atan2(sine, cosine) * DEGREES), swing);
}

/** Degrees of the part of a turn that is about `axis`, by the swing-twist decomposition; −180 to 180. */
export function twistDegrees(turn: Quaternion, axis: Vector): number {
  const along = dot([turn[0], turn[1], turn[2]], normalize(axis));
  return wrapDegrees(2 * atan2(along, turn[3]) * DEGREES);
}

/** Brings an angle into −180 to 180. */
export function wrapDegrees(degrees: number): number {
  return degrees - 360 * Math.floor((degrees + 180) / 360);
}

/** The shorter way from a to b, `t` from 0 to 1. */
export function slerp(a: Quaternion, b: Quaternion, t: number): Quaternion {
  const out: Quaternion = [0, 0, 0, 1];
  slerpQuaternions(out, 0, a, 0, b, 0, t);
  return out;
}
