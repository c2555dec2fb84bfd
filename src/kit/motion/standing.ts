import { multiply, type Quaternion, rotationX, rotationY, rotationZ } from '../math/quaternion.js';
import { add, type Vector } from '../math/vector.js';
import { type BoneName, bonePosition, SIDES, type Side } from '../skeleton/kit-skeleton.js';
import { type ArmPose, placeArm } from './arms.js';
import { hangCloth, swayingCloth } from './cloth.js';
import type { Figure } from './figure.js';
import { type Foothold, placeFoot, rollFoot } from './legs.js';
import type { Motion } from './motion.js';

/** Degrees: pitch forward, yaw to the wearer's left, roll to the wearer's right. */
export interface Lean {
  readonly pitch?: number;
  readonly yaw?: number;
  readonly roll?: number;
}

export function lean({ pitch = 0, yaw = 0, roll = 0 }: Lean): Quaternion {
  return multiply(rotationY(yaw), rotationZ(roll), rotationX(pitch));
}

/** Rotations of the trunk's bones, each relative to its parent; missing bones stay straight. */
export type Trunk = Partial<Record<Extract<BoneName, 'hips' | 'spine' | 'chest' | 'neck' | 'head'>, Lean>>;

export function leanTrunk(figure: Figure, trunk: Trunk): void {
  for (const [bone, by] of Object.entries(trunk)) figure.set(bone as BoneName, lean(by));
}

/** Pose of a standing figure. */
export interface Standing {
  /** Offset of the hips from their rest position, metres. */
  readonly hips: Vector;
  readonly trunk: Trunk;
  readonly left: ArmPose;
  readonly right: ArmPose;
  /** @default {@link EASY_FEET} */
  readonly feet?: Record<Side, Foothold>;
  /** Swing of sleeves, cap wings and beard, degrees. */
  readonly sway: number;
  /** Angle by which a wide sleeve lies back over the lap instead of hanging from the wrist, degrees. @default 0 */
  readonly drape?: Record<Side, number>;
}

/** Feet slightly apart, toes outwards, one half a shoe ahead. */
export const EASY_FEET: Record<Side, Foothold> = {
  L: { x: 0.105, z: 0.012, yaw: 12 },
  R: { x: -0.1, z: -0.032, yaw: -13 },
};

/** Poses body and arms, without the feet. */
export function poseStandingBody(figure: Figure, { hips, trunk, left, right }: Standing): void {
  figure.hips = add(bonePosition('hips'), hips);
  leanTrunk(figure, trunk);
  placeArm(figure, 'L', left);
  placeArm(figure, 'R', right);
}

/** A looping clip of a standing figure, as a function of the phase, 0 to 1. */
export function idleMotion(
  name: Motion['name'],
  duration: number,
  standingAt: (phase: number) => Standing,
): Motion {
  const pose = (figure: Figure, seconds: number) => stand(figure, standingAt(seconds / duration));
  return { name, duration, loop: true, speed: 0, pose };
}

function stand(figure: Figure, standing: Standing): void {
  const feet = standing.feet ?? EASY_FEET;
  poseStandingBody(figure, standing);
  for (const side of SIDES) placeFoot(figure, side, rollFoot(feet[side], 0));
  hangCloth(figure, swayingCloth(standing.sway, standing.drape));
}
