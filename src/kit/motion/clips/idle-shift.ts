import type { ArmPose } from '../arm-pose.js';
import { keyedCycle } from '../keys.js';
import { idleMotion } from '../standing.js';
import { sine } from '../wave.js';

/** Weight distribution: 1 on the left leg, −1 on the right. */
const WEIGHT = keyedCycle([
  [0.02, -1],
  [0.36, -0.88],
  [0.52, 1],
  [0.86, 0.88],
]);

/** One hand in front of the belly, as if carrying a sleeve. */
const CARRIED: ArmPose = {
  reach: {
    with: 'spine',
    wrist: [0.085, 1.05, 0.23],
    elbow: [0.6, -0.6, -0.4],
    fingers: [-0.75, -0.15, 0.55],
    palm: [-0.5, -0.6, -0.6],
  },
};

export const idleShift = idleMotion('idle_shift', 8, (t) => {
  const breath = sine(2 * t);
  const w = WEIGHT(t);
  const late = WEIGHT(t - 0.04);
  return {
    hips: [0.062 * w, -0.03 + 0.006 * w * w, 0],
    trunk: {
      hips: { roll: 4.5 * w, yaw: -4 * w },
      spine: { roll: -4.6 * w, yaw: w, pitch: -0.4 * breath },
      chest: { roll: -2.2 * late, yaw: 3 * late, pitch: 1 - 1.1 * breath },
      neck: { roll: 0.8 * late, pitch: 2 },
      head: { roll: 1.6 * late, yaw: 7 * late, pitch: 1 + 0.8 * breath },
    },
    left: { hang: { forward: 4 + 2 * late, out: 3 - 2 * late, bend: 20, inward: 18, shrug: breath } },
    right: CARRIED,
    feet: { L: { x: 0.14, z: 0.02, yaw: 15 }, R: { x: -0.135, z: -0.02, yaw: -14 } },
    sway: 2 * (w - late) + 0.5 * sine(2 * t - 0.15),
  };
});
