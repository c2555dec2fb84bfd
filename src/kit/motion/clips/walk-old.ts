import { cosine, sine } from '../../math/shaping.js';
import { type ArmPose, placeArm } from '../arms.js';
import type { Figure } from '../figure.js';
import { type Gait, gaitMotion } from '../gait.js';
import { keyedCycle } from '../keys.js';
import { atFrame } from '../motion.js';
import { leanTrunk } from '../standing.js';

/**
 * Short, slow, flat steps with both feet on the ground for a third of the cycle. Even healthy old people take shorter steps, have
 * both feet on the ground for longer, push off less and land flatter than young ones (D. A. Winter et al., "Biomechanical walking
 * pattern changes in the fit and healthy elderly", Physical Therapy 70, 1990). This one is frail: all are more than there.
 */
const OLD_WALK: Gait = {
  period: atFrame(38),
  stride: 0.66,
  stance: 26 / 38,
  ahead: 0.215,
  halfWidth: 0.092,
  toesOut: 11,
  pitch: keyedCycle([
    [0, 7],
    [0.07, 0],
    [0.5, 0],
    [0.6, -7],
    [26 / 38, -19],
    [0.75, -22],
    [0.87, -2],
    [0.96, 8],
  ]),
  swing: { height: 0.022, peak: 0.4 },
};

/** The back of the hand lies on the back of the waist. */
const BEHIND_BACK: ArmPose = {
  reach: {
    with: 'hips',
    wrist: [0.085, 1.0, -0.165],
    elbow: [0.9, -0.1, -0.5],
    fingers: [-0.95, 0.05, -0.2],
    palm: [0.1, 0.1, -1],
    hunch: -3,
  },
};

/** The body sways over the standing foot, bends forward, and looks ahead. */
function poseOldBody(figure: Figure, phase: number): void {
  const s = sine(phase);
  const c = cosine(phase);
  const step = cosine(2 * phase - 0.55);
  figure.hips = [0.026 * cosine(phase - 0.32), 0.896 + 0.005 * step, 0.004 * sine(2 * phase)];
  leanTrunk(figure, {
    hips: { yaw: -3 * c, roll: 2.2 * s, pitch: 4 },
    spine: { yaw: 2 * c, roll: -2.4 * s, pitch: 7 },
    chest: { yaw: 2.5 * c, roll: -0.8 * s, pitch: 9 },
    neck: { yaw: -c, pitch: 6 },
    head: { yaw: -0.5 * c, roll: 0.6 * s, pitch: -21 + cosine(2 * phase) },
  });
  // Opposite to the left leg.
  const swing = -c;
  placeArm(figure, 'L', {
    hang: { forward: 17 + 7 * swing, out: 1, bend: 26 + 3 * swing, hunch: 5 + swing },
  });
  placeArm(figure, 'R', BEHIND_BACK);
}

export const walkOld = gaitMotion(
  'walk_old',
  OLD_WALK,
  { elbow: [2, 3], wrist: [2, 4], wings: 1, beard: 1.5 },
  poseOldBody,
);
