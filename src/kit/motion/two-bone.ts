import { add, addScaled, distance, dot, normalize, scale, subtract, type Vector } from '../math/vector.js';

/** A limb is never quite straight: a straight one has no plane to bend in, and snaps. */
const LONGEST_REACH = 0.9995;

/** Two bones from `start` that reach for `target`. */
export interface TwoBones {
  readonly joint: Vector;
  /** The target, or the nearest point within reach. */
  readonly end: Vector;
}

/**
 * Inverse kinematics in closed form: the joint between two bones of lengths `upper` and `lower`, bent towards the
 * direction `pole`.
 */
export function solveTwoBones(
  start: Vector,
  target: Vector,
  upper: number,
  lower: number,
  pole: Vector,
): TwoBones {
  const direction = normalize(subtract(target, start));
  const reach = Math.min(distance(start, target), (upper + lower) * LONGEST_REACH);
  const along = (upper * upper + reach * reach - lower * lower) / (2 * reach);
  const across = Math.sqrt(Math.max(0, upper * upper - along * along));
  const side = normalize(addScaled(pole, direction, -dot(pole, direction)));
  return {
    joint: add(addScaled(start, direction, along), scale(side, across)),
    end: addScaled(start, direction, reach),
  };
}
