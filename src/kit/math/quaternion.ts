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

/** A unit quaternion. */
export type Quaternion = [x: number, y: number, z: number, w: number];

const DEGREES = 180 / Math.PI;

/** @param axis of any length but 0 */
export function axisRotation(axis: Vector, degrees: number): Quaternion {
  const [x, y, z] = normalize(axis);
  const [sin, cos] = sinCos(degrees / DEGREES / 2);
  return [x * sin, y * sin, z * sin, cos];
}

/** Around x. Positive angles pitch an upright bone forward and swing a hanging one back. */
export const rotationX = (degrees: number): Quaternion => axisRotation([1, 0, 0], degrees);
/** Around y. Positive angles rotate towards the wearer's left. */
export const rotationY = (degrees: number): Quaternion => axisRotation([0, 1, 0], degrees);
/** Around z. Positive angles lean an upright bone to the wearer's right. */
export const rotationZ = (degrees: number): Quaternion => axisRotation([0, 0, 1], degrees);

/** Returns the product of rotations; the last one is applied first. */
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

/** Returns the shortest rotation from one direction to another. */
export function rotationBetween(from: Vector, to: Vector): Quaternion {
  const out: Quaternion = [0, 0, 0, 1];
  quaternionBetween(out, 0, [...normalize(from)], 0, [...normalize(to)], 0);
  return out;
}

/** Returns the rotation that maps `from` exactly to `to`, and `fromSide` as close to `toSide` as possible. */
export function alignAxes(from: Vector, fromSide: Vector, to: Vector, toSide: Vector): Quaternion {
  const swing = rotationBetween(from, to);
  const axis = normalize(to);
  const side = rotate(swing, fromSide);
  // Signed angle around the axis between both sides, projected onto the plane across it.
  const sine = dot(cross(side, toSide), axis);
  const cosine = dot(side, toSide) - dot(side, axis) * dot(toSide, axis);
  return multiply(axisRotation(axis, atan2(sine, cosine) * DEGREES), swing);
}

/** Returns the twist of a rotation around `axis` in degrees, −180 to 180 (swing-twist decomposition). */
export function twistDegrees(turn: Quaternion, axis: Vector): number {
  const along = dot([turn[0], turn[1], turn[2]], normalize(axis));
  return wrapDegrees(2 * atan2(along, turn[3]) * DEGREES);
}

/** Wraps an angle to −180 to 180. */
export function wrapDegrees(degrees: number): number {
  return degrees - 360 * Math.floor((degrees + 180) / 360);
}

/** Spherical interpolation along the shorter arc, `t` from 0 to 1. */
export function slerp(a: Quaternion, b: Quaternion, t: number): Quaternion {
  const out: Quaternion = [0, 0, 0, 1];
  slerpQuaternions(out, 0, a, 0, b, 0, t);
  return out;
}
