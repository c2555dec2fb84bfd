import { smoothstep } from '../../math/shaping.js';
import { keyedCycle } from '../keys.js';
import type { Reach } from '../reaching-arm.js';
import { idleMotion } from '../standing.js';
import { sine } from '../wave.js';

/** Height of the hand: 0 hangs, 1 is at the head. */
const RAISED = keyedCycle([
  [0.02, 0],
  [0.17, 1],
  [0.82, 1],
  [0.98, 0],
]);

/** Behind the ear, below any hat. */
function scratching(strokes: number): Reach {
  return {
    with: 'head',
    wrist: [0.185 + 0.004 * strokes, 1.475 + 0.016 * strokes, 0.035],
    elbow: [0.75, -0.25, 0.5],
    fingers: [-0.75, 0.65, -0.3],
    palm: [-0.65, -0.7, -0.1],
    shrug: 10,
    hunch: 4,
  };
}

export const idleScratch = idleMotion('idle_scratch', 6, (t) => {
  const breath = sine(t);
  const raised = RAISED(t);
  const busy =
    smoothstep(0.2, 0.26, t) * (1 - smoothstep(0.42, 0.46, t)) +
    smoothstep(0.54, 0.58, t) * (1 - smoothstep(0.74, 0.79, t));
  const strokes = busy * sine(18 * t);
  return {
    hips: [0.02, -0.016, 0],
    trunk: {
      hips: { roll: 2.4, yaw: -3 },
      spine: { roll: -2.4, pitch: 1 - 0.5 * breath },
      chest: { roll: -0.8, pitch: 1 - 1.1 * breath, yaw: 2 * raised },
      neck: { roll: 4 * raised, pitch: 2 + 3 * raised },
      head: {
        roll: 9 * raised + 0.5 * strokes,
        pitch: 2 + 6 * raised + 0.4 * strokes,
        yaw: 3 + 8 * raised,
      },
    },
    left: { hang: { forward: 3, out: 1 + 0.6 * breath, bend: 18, inward: 18, shrug: breath } },
    right: {
      between: [
        { hang: { forward: 4, out: 1 + 0.6 * breath, bend: 22, inward: 18, shrug: breath } },
        { reach: scratching(strokes) },
      ],
      t: raised,
    },
    sway: 0.6 * sine(t - 0.15) + 0.7 * strokes,
  };
});
