import type { ArmPose } from '../arm-pose.js';
import { idleMotion } from '../standing.js';
import { sine } from '../wave.js';

/** Each hand near the other elbow, high on the chest, so that wide sleeves overlap. */
const LEFT: ArmPose = {
  reach: {
    with: 'chest',
    wrist: [-0.035, 1.19, 0.185],
    elbow: [0.9, -0.5, -0.3],
    fingers: [-0.95, 0.1, -0.1],
    palm: [-0.1, -0.2, -1],
    hunch: 5,
  },
};
const RIGHT: ArmPose = {
  reach: {
    with: 'chest',
    wrist: [-0.02, 1.165, 0.235],
    elbow: [0.9, -0.5, -0.3],
    fingers: [-0.95, 0.25, -0.15],
    palm: [-0.1, -0.3, -1],
    hunch: 5,
  },
};

export const idleArmsCrossed = idleMotion('idle_arms_crossed', 5, (t) => {
  const breath = sine(t);
  return {
    hips: [0.022, -0.014, 0.002],
    trunk: {
      hips: { roll: 2.2, yaw: -5, pitch: -2 },
      spine: { roll: -2.4, yaw: 1, pitch: -2 - 0.5 * breath },
      chest: { roll: -0.6, yaw: 2, pitch: -1 - 1.2 * breath },
      neck: { yaw: -2, pitch: 2 },
      head: { yaw: -5 + 2 * sine(t + 0.3), pitch: 1 + 1.1 * breath, roll: 1.5 },
    },
    left: LEFT,
    right: RIGHT,
    feet: { L: { x: 0.11, z: -0.02, yaw: 14 }, R: { x: -0.125, z: 0.035, yaw: -16 } },
    sway: 0.5 * sine(t - 0.15),
  };
});
