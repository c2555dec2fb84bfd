import { slerp } from '../math/quaternion.js';
import type { BoneName, Side } from '../skeleton/kit-skeleton.js';
import type { Figure } from './figure.js';
import { type HangingArm, hangArm } from './hanging-arm.js';
import { type Reach, reachWith } from './reaching-arm.js';

/** Pose of an arm. */
export type ArmPose =
  | { readonly hang: HangingArm }
  | { readonly reach: Reach }
  /** Blend of two poses, `t` from 0 to 1. */
  | { readonly between: readonly [from: ArmPose, to: ArmPose]; readonly t: number };

export function placeArm(figure: Figure, side: Side, arm: ArmPose): void {
  if ('hang' in arm) hangArm(figure, side, arm.hang);
  else if ('reach' in arm) reachWith(figure, side, arm.reach);
  else placeBetween(figure, side, arm.between, arm.t);
}

function placeBetween(figure: Figure, side: Side, [from, to]: readonly [ArmPose, ArmPose], t: number): void {
  const bones: BoneName[] = [`clavicle${side}`, `upperArm${side}`, `foreArm${side}`, `hand${side}`];
  placeArm(figure, side, from);
  const start = bones.map((bone) => figure.get(bone));
  placeArm(figure, side, to);
  bones.forEach((bone, i) => {
    figure.set(bone, slerp(start[i], figure.get(bone), t));
  });
}
