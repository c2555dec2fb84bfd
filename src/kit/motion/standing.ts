import { add, type Vector } from '../mesh/vector.js';
import { bonePosition, type Side } from '../skeleton.js';
import { type ArmPose, placeArm } from './arm-pose.js';
import { hangCloth, swayingCloth } from './cloth.js';
import type { Figure } from './figure.js';
import { type Foothold, rollFoot } from './foothold.js';
import { placeFoot } from './legs.js';
import { SIDES } from './side.js';
import { leanTrunk, type Trunk } from './trunk.js';

/** Someone who stands. */
export interface Standing {
  /** Metres that the hips are off their rest position. */
  readonly hips: Vector;
  readonly trunk: Trunk;
  readonly left: ArmPose;
  readonly right: ArmPose;
  /** @default {@link EASY_FEET} */
  readonly feet?: Record<Side, Foothold>;
  /** Degrees that loose things swing: sleeves, cap wings, beard. */
  readonly sway: number;
}

/** A little apart, toes out, one half a shoe ahead. */
export const EASY_FEET: Record<Side, Foothold> = {
  L: { x: 0.105, z: 0.012, yaw: 12 },
  R: { x: -0.1, z: -0.032, yaw: -13 },
};

/** The body and arms; the feet are still to be placed. */
export function poseStandingBody(figure: Figure, { hips, trunk, left, right }: Standing): void {
  figure.hips = add(bonePosition('hips'), hips);
  leanTrunk(figure, trunk);
  placeArm(figure, 'L', left);
  placeArm(figure, 'R', right);
}

export function stand(figure: Figure, standing: Standing): void {
  const feet = standing.feet ?? EASY_FEET;
  poseStandingBody(figure, standing);
  for (const side of SIDES) placeFoot(figure, side, rollFoot(feet[side], 0));
  hangCloth(figure, swayingCloth(standing.sway));
}
