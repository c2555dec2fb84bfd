import type { ArmPose } from '../arm-pose.js';
import { idleMotion } from '../standing.js';
import { sine } from '../wave.js';

/** Hands folded in front of the belly, inside wide sleeves. */
function clasped(height: number, depth: number): ArmPose {
  return {
    reach: {
      with: 'spine',
      wrist: [0.058, height, depth],
      elbow: [0.6, -0.7, -0.25],
      fingers: [-0.9, -0.1, 0.25],
      palm: [-0.3, -0.75, -0.6],
    },
  };
}

export const idleClasp = idleMotion('idle_clasp', 5, (t) => {
  const breath = sine(t);
  return {
    hips: [0.003 * sine(t + 0.2), -0.012, 0],
    trunk: {
      hips: { pitch: 1 },
      spine: { pitch: -0.4 * breath },
      chest: { pitch: 1.5 - 1.1 * breath },
      neck: { pitch: 3 },
      head: { yaw: 1.5 * sine(t + 0.3), pitch: 3 + 0.9 * breath },
    },
    left: clasped(1.075 + 0.003 * breath, 0.215),
    right: clasped(1.05 + 0.003 * breath, 0.202),
    feet: { L: { x: 0.088, z: 0, yaw: 9 }, R: { x: -0.088, z: 0, yaw: -9 } },
    sway: 0.5 * sine(t - 0.15),
  };
});
