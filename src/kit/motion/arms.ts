import {
  alignAxes,
  axisRotation,
  inverse,
  multiply,
  type Quaternion,
  rotate,
  rotationBetween,
  rotationX,
  rotationY,
  rotationZ,
  slerp,
  twistDegrees,
  wrapDegrees,
} from '../math/quaternion.js';
import { clamp } from '../math/shaping.js';
import {
  addScaled,
  cross,
  distance,
  FORWARD,
  normalize,
  scale,
  subtract,
  UP,
  type Vector,
} from '../math/vector.js';
import { type BoneName, onSide, type Side, sign } from '../skeleton/kit-skeleton.js';
import { ELBOW, SHOULDER, WRIST } from '../skeleton/weights.js';
import type { Figure } from './figure.js';
import { solveTwoBones } from './two-bone.js';

const UPPER_ARM = subtract(ELBOW, SHOULDER);
const FORE_ARM = subtract(WRIST, ELBOW);
/** Normal of the palm: down and towards the body. */
const PALM = cross(FORE_ARM, FORWARD);

/** Fraction of the forearm's roll that the upper arm takes. */
const UPPER_ARM_ROLL = 0.35;
/** Maximum roll of the upper arm, degrees. More would twist the shoulder unnaturally. */
const MOST_ROLL = 42;
/** Middle of the shoulder's range, degrees inwards. Resolves the direction of half turns. */
const MEAN_ROLL = 45;

/**
 * Rolls the forearm around its axis to suit the sleeve. The upper arm takes a part of the roll; elbow and hand keep
 * their positions.
 */
function rollForearm(figure: Figure, side: Side): void {
  const hand = figure.world(`hand${side}`);
  const forearm = figure.world(`foreArm${side}`);
  const axis = onSide(side, FORE_ARM);
  const back = onSide(side, scale(PALM, -1));
  const along = rotate(forearm, axis);
  const rolled = alignAxes(axis, back, along, sleeveTop(along, rotate(hand, back)));
  const roll = multiply(inverse(forearm), rolled);
  figure.setWorld(`upperArm${side}`, multiply(figure.world(`upperArm${side}`), shareOfRoll(side, roll)));
  figure.setWorld(`foreArm${side}`, rolled);
  figure.setWorld(`hand${side}`, hand);
}

/**
 * Returns the direction of the sleeve's upper edge, which at rest is on the back of the hand. It points up, or the cuff
 * of a wide sleeve would twist out of its hanging part; for a steep forearm, which has no upper side, it follows the
 * hand.
 */
function sleeveTop(forearm: Vector, back: Vector): Vector {
  const [x, , z] = normalize(forearm);
  return addScaled(back, UP, 2.5 * (x * x + z * z));
}

/** Returns the part of the forearm's roll that the upper arm takes. */
function shareOfRoll(side: Side, roll: Quaternion): Quaternion {
  const inwards = sign(side) * twistDegrees(roll, onSide(side, FORE_ARM));
  const share = (MEAN_ROLL + wrapDegrees(inwards - MEAN_ROLL)) * UPPER_ARM_ROLL;
  return axisRotation(onSide(side, UPPER_ARM), sign(side) * clamp(share, -MOST_ROLL, MOST_ROLL));
}

/** Hinge axis of the elbow; bends a hanging forearm forward. */
const ELBOW_HINGE: Vector = [-0.848, -0.53, 0];

/** A hanging arm, degrees. */
interface HangingArm {
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
function moveShoulder(figure: Figure, side: Side, shrug: number, hunch: number): void {
  const k = sign(side);
  figure.set(`clavicle${side}`, multiply(rotationY(-k * hunch), rotationZ(k * shrug)));
}

/** Target of a hand. Vectors are for the left arm and are mirrored for the right. */
export interface Reach {
  /** Bone that the target moves with. Vectors are in the character's space at rest. */
  readonly with: BoneName;
  readonly wrist: Vector;
  /** Direction of the elbow. */
  readonly elbow: Vector;
  /** Direction of the fingers. */
  readonly fingers: Vector;
  /** Normal of the palm. */
  readonly palm: Vector;
  /** Degrees. */
  readonly shrug?: number;
  /** Degrees. */
  readonly hunch?: number;
}

/** Moves a hand to its target by inverse kinematics and rotates it. */
function reachWith(figure: Figure, side: Side, reach: Reach): void {
  const { shrug = 0, hunch = 0 } = reach;
  moveShoulder(figure, side, shrug, hunch);
  const frame = figure.world(reach.with);
  const direction = (v: Vector) => rotate(frame, onSide(side, v));
  const wrist = figure.carry(reach.with, onSide(side, reach.wrist));
  const shoulder = figure.position(`upperArm${side}`);
  const { joint, end } = solveTwoBones(
    shoulder,
    wrist,
    distance(SHOULDER, ELBOW),
    distance(ELBOW, WRIST),
    direction(reach.elbow),
  );
  const upper = swingOnto(
    figure.world(`clavicle${side}`),
    onSide(side, UPPER_ARM),
    subtract(joint, shoulder),
  );
  const hand = alignAxes(
    onSide(side, FORE_ARM),
    onSide(side, PALM),
    direction(reach.fingers),
    direction(reach.palm),
  );
  figure.setWorld(`upperArm${side}`, upper);
  figure.setWorld(`foreArm${side}`, swingOnto(upper, onSide(side, FORE_ARM), subtract(end, joint)));
  figure.setWorld(`hand${side}`, hand);
  rollForearm(figure, side);
}

/** Adds to `turn` the shortest rotation that points the bone, which rests along `rest`, along `to`. */
function swingOnto(turn: Quaternion, rest: Vector, to: Vector): Quaternion {
  return multiply(rotationBetween(rotate(turn, rest), to), turn);
}

/** Pose of an arm. */
export type ArmPose =
  | { readonly hang: HangingArm }
  | { readonly reach: Reach }
  /** Blend of two poses, `t` from 0 to 1. */
  | { readonly between: readonly [from: ArmPose, to: ArmPose]; readonly t: number };

/** Returns a blend along a quadratic curve, `t` from 0 to 1: it starts towards `via` and comes from there. */
export function blendThrough(from: ArmPose, via: ArmPose, to: ArmPose, t: number): ArmPose {
  return {
    between: [
      { between: [from, via], t },
      { between: [via, to], t },
    ],
    t,
  };
}

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
