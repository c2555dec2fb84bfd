import { axisRotation, multiply, rotationX, rotationY, rotationZ } from '../math/quaternion.js';
import type { Vector } from '../math/vector.js';
import { type Side, sign } from '../skeleton/kit-skeleton.js';
import type { Figure } from './figure.js';
import { rollForearm } from './forearm-roll.js';

/** Hinge axis of the elbow; bends a hanging forearm forward. */
const ELBOW_HINGE: Vector = [-0.848, -0.53, 0];

/** A hanging arm, degrees. */
export interface HangingArm {
  /** Shoulder swing forward. */
  readonly forward?: number;
  /** Away from the body; 0 is 13° from vertical. */
  readonly out?: number;
  /** At the elbow. */
  readonly bend?: number;
  /** Inward rotation of the forearm, in front of the belly. */
  readonly inward?: number;
  /** Shoulder raised. */
  readonly shrug?: number;
  /** Shoulder brought forward. */
  readonly hunch?: number;
}

/** Poses a hanging arm. Rotations are relative to the parents, so that it follows the trunk. */
export function hangArm(figure: Figure, side: Side, arm: HangingArm): void {
  const { forward = 0, out = 0, bend = 0, inward = 14, shrug = 0, hunch = 0 } = arm;
  const k = sign(side);
  moveShoulder(figure, side, shrug, hunch);
  figure.set(`upperArm${side}`, multiply(rotationX(-forward), rotationZ(-k * (19 - out))));
  figure.set(
    `foreArm${side}`,
    multiply(rotationY(-k * inward), axisRotation([ELBOW_HINGE[0], k * ELBOW_HINGE[1], 0], bend)),
  );
  figure.set(`hand${side}`, rotationZ(-k * 4));
  rollForearm(figure, side);
}

/** Raises a shoulder by `shrug` and brings it forward by `hunch`, degrees. */
export function moveShoulder(figure: Figure, side: Side, shrug: number, hunch: number): void {
  const k = sign(side);
  figure.set(`clavicle${side}`, multiply(rotationY(-k * hunch), rotationZ(k * shrug)));
}
