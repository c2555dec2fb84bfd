import { cosine, sine } from '../../math/shaping.js';
import { SIDES } from '../../skeleton/kit-skeleton.js';
import { type ArmPose, placeArm } from '../arms.js';
import type { Figure } from '../figure.js';
import { gaitMotion } from '../gait.js';
import { leanTrunk } from '../standing.js';
import { HEAVY_WALK, poseHeavyHips } from './walk-stout.js';

/** A hand on a shaft of a cart, which stays level. */
const ON_SHAFT: ArmPose = {
  reach: {
    with: 'root',
    wrist: [0.235, 0.835, 0.25],
    elbow: [0.5, -0.1, -0.85],
    fingers: [0, -0.6, 0.8],
    palm: [-1, 0, 0],
    hunch: 6,
  },
};

/** Walks as stout people do, whose tracks of hips and legs the file has once, bent forward over the shafts of a cart. */
function posePushingBody(figure: Figure, phase: number): void {
  poseHeavyHips(figure, phase);
  leanTrunk(figure, {
    spine: { yaw: 5 * cosine(phase), roll: -2.6 * sine(phase), pitch: 13 },
    chest: { pitch: 10 },
    neck: { pitch: -6 },
    head: { pitch: -8 },
  });
  for (const side of SIDES) placeArm(figure, side, ON_SHAFT);
}

export const pushCart = gaitMotion(
  'push_cart',
  HEAVY_WALK,
  { elbow: [1, 0], wrist: [1, 0], wings: 1.8, beard: 2 },
  posePushingBody,
);
