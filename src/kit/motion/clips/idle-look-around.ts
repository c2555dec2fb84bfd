import type { ArmPose } from '../arm-pose.js';
import { keyedCycle } from '../keys.js';
import { idleMotion } from '../standing.js';
import { sine } from '../wave.js';

/** Gaze direction to the wearer's left, degrees. */
const GAZE = keyedCycle([
  [0.06, 0],
  [0.2, 58],
  [0.37, 50],
  [0.6, -60],
  [0.8, -52],
  [0.97, 0],
]);

/** Hands joined behind the back. */
const BEHIND: ArmPose = {
  reach: {
    with: 'spine',
    wrist: [0.07, 1.0, -0.24],
    elbow: [0.8, 0.1, -0.5],
    fingers: [-0.9, -0.35, -0.1],
    palm: [0, -0.3, -1],
    hunch: -8,
  },
};

export const idleLookAround = idleMotion('idle_look_around', 8, (t) => {
  const breath = sine(2 * t);
  const gaze = GAZE(t);
  const body = GAZE(t - 0.025);
  return {
    hips: [0.0002 * body, -0.014, 0.012],
    trunk: {
      hips: { yaw: 0.07 * body, pitch: -1 },
      spine: { yaw: 0.09 * body, pitch: -1 - 0.5 * breath },
      chest: { yaw: 0.15 * body, pitch: -1.5 - 1.1 * breath },
      neck: { yaw: 0.24 * gaze, pitch: 1 },
      head: { yaw: 0.45 * gaze, pitch: -1 - 4 * sine(1.5 * t) ** 2, roll: -0.03 * gaze },
    },
    left: BEHIND,
    right: BEHIND,
    feet: { L: { x: 0.1, z: 0.01, yaw: 12 }, R: { x: -0.1, z: -0.01, yaw: -12 } },
    sway: 0.04 * (gaze - body) + 0.4 * sine(2 * t - 0.15),
  };
});
