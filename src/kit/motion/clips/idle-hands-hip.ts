import type { ArmPose } from '../arm-pose.js';
import { idleMotion } from '../standing.js';
import { sine } from '../wave.js';

/** Knuckles on the belt, elbows well out. */
const AKIMBO: ArmPose = {
  reach: {
    with: 'spine',
    wrist: [0.218, 1.035, 0.035],
    elbow: [1, 0.1, -0.55],
    fingers: [-0.55, -0.35, 0.75],
    palm: [-0.75, -0.5, -0.5],
    shrug: 3,
    hunch: -3,
  },
};

export const idleHandsHip = idleMotion('idle_hands_hip', 5, (t) => {
  const breath = sine(t);
  return {
    hips: [0.004 * sine(t + 0.4), -0.02, 0.006],
    trunk: {
      hips: { roll: 0.5 * sine(t + 0.4), pitch: -3 },
      spine: { pitch: -1 - 0.6 * breath },
      chest: { pitch: -2 - 1.5 * breath },
      neck: { pitch: 3 },
      head: { yaw: 6 * sine(t + 0.1), pitch: 1 + breath },
    },
    left: AKIMBO,
    right: AKIMBO,
    feet: { L: { x: 0.145, z: 0, yaw: 16 }, R: { x: -0.145, z: 0, yaw: -16 } },
    sway: 0.5 * sine(t - 0.15),
  };
});
