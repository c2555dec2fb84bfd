import type { Vector } from '../mesh/vector.js';
import type { Side } from '../skeleton.js';

export const SIDES: readonly Side[] = ['L', 'R'];

/** +1 on the wearer's left, where x is positive; −1 on the right. */
export function sign(side: Side): 1 | -1 {
  return side === 'L' ? 1 : -1;
}

/** A vector written for the left, on either side. */
export function onSide(side: Side, [x, y, z]: Vector): Vector {
  return [sign(side) * x, y, z];
}
