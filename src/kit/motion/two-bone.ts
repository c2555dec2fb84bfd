import { add, addScaled, distance, dot, normalize, scale, subtract, type Vector } from '../math/vector.js';

/** Maximum extension of a limb. A fully straight limb has no bend plane and would snap. */
const LONGEST_REACH = 0.9995;

/** Solution for two bones from `start` towards `target`. */
export interface TwoBones {
  readonly joint: Vector;
  /** The target, or the nearest point within reach. */
  readonly end: Vector;
}

/**
 * Solves two-bone inverse kinematics in closed form, for lengths `upper` and `lower`. The joint bends towards `pole`.
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
