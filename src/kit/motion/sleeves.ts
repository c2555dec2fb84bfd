import { atan2 } from '../../math/index.js';
import { multiply, rotationX, rotationY } from '../math/quaternion.js';
import { smoothstep } from '../math/shaping.js';
import { normalize, subtract } from '../math/vector.js';
import type { Side } from '../skeleton/kit-skeleton.js';
import { sign } from '../skeleton/kit-skeleton.js';
import type { Figure } from './figure.js';

/** Degrees that a sleeve swings back at each end of its bag. */
export interface SleeveSwing {
  readonly elbow: number;
  readonly wrist: number;
}

const DEGREES = 180 / Math.PI;

/**
 * Wide sleeves ignore the arm's pitch and hang straight down, turned only to where the forearm heads: this is what
 * makes them look like cloth. The heading counts less the steeper the forearm, since a vertical one has none.
 */
export function hangSleeve(figure: Figure, side: Side, swing: SleeveSwing): void {
  const forearm = normalize(subtract(figure.position(`hand${side}`), figure.position(`foreArm${side}`)));
  const [x, , z] = forearm;
  const k = sign(side);
  const level = Math.sqrt(x * x + z * z);
  const heading = atan2(-z * k, x * k) * DEGREES * smoothstep(0.12, 0.47, level);
  figure.setWorld(`sleeveElbow${side}`, multiply(rotationX(swing.elbow), rotationY(heading)));
  figure.setWorld(`sleeveWrist${side}`, multiply(rotationX(swing.wrist), rotationY(heading)));
}
