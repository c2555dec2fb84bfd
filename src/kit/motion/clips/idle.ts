import { idleMotion, type Standing } from '../standing.js';
import { sine } from '../wave.js';

/** Weight on the right leg, arms hanging; two breaths and one slow look aside. */
export function idleStanding(t: number): Standing {
  const breath = sine(2 * t);
  const drift = sine(t);
  const arm = (out: number, bend: number) => ({
    hang: { forward: 3 - 0.5 * breath, out: out + 0.8 * breath, bend, inward: 18, shrug: 0.9 * breath },
  });
  return {
    hips: [-0.022 + 0.004 * drift, -0.014, -0.004],
    trunk: {
      hips: { roll: -2.2, yaw: 4, pitch: 0.5 },
      spine: { roll: 2.6, yaw: -1, pitch: -0.8 - 0.5 * breath },
      chest: { roll: 0.6, yaw: -2.5, pitch: 1.4 - 1.1 * breath },
      neck: { yaw: 1.5 * drift, pitch: 1.5 },
      head: { yaw: 1 + 4 * drift, pitch: 0.8 + 0.9 * breath, roll: -1 },
    },
    left: arm(2, 17),
    right: arm(0, 22),
    sway: 0.8 * sine(2 * t - 0.15),
  };
}

export const idle = idleMotion('idle', 8, idleStanding);
