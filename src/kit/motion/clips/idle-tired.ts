import { keyedCycle } from '../keys.js';
import { idleMotion } from '../standing.js';
import { sine } from '../wave.js';

/** Breathing: 1 is a deep breath, below 0 a sigh. */
const SIGH = keyedCycle([
  [0, 0],
  [0.3, 1],
  [0.37, 1],
  [0.52, -0.35],
  [0.7, -0.3],
  [0.9, 0],
]);

export const idleTired = idleMotion('idle_tired', 6, (t) => {
  const sigh = SIGH(t);
  const late = SIGH(t - 0.03);
  const arm = (bend: number) => ({
    hang: {
      forward: 26 - 5 * sigh + 3 * (late - sigh),
      out: -1 + 2 * sigh,
      bend,
      inward: 22,
      shrug: -5 + 7 * sigh,
      hunch: 12 - 6 * sigh,
    },
  });
  return {
    hips: [-0.012, -0.048 + 0.008 * sigh, -0.035],
    trunk: {
      hips: { roll: -1.5, pitch: 4 - 1.5 * sigh, yaw: 3 },
      spine: { roll: 1.5, pitch: 8 - 3 * sigh },
      chest: { pitch: 11 - 6 * sigh, yaw: -2 },
      neck: { pitch: 9 - 4 * late },
      head: { pitch: 13 - 9 * late, roll: -3, yaw: 2 * sine(t) },
    },
    left: arm(10),
    right: arm(13),
    feet: { L: { x: 0.115, z: 0.02, yaw: 14 }, R: { x: -0.11, z: -0.03, yaw: -15 } },
    sway: 1.5 * (sigh - late) + 0.5 * sine(t),
  };
});
