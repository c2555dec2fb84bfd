import { alignAxes, rotate, rotationX } from '../math/quaternion.js';
import { cross, distance, subtract, type Vector } from '../math/vector.js';
import { bonePosition, type Side } from '../skeleton/kit-skeleton.js';
import type { Figure } from './figure.js';
import type { FootPose } from './foothold.js';
import { solveTwoBones } from './two-bone.js';

const THIGH = distance(bonePosition('thighL'), bonePosition('shinL'));
const SHIN = distance(bonePosition('shinL'), bonePosition('footL'));

/** Places a foot by inverse kinematics. The knee bends in the direction of the toes. */
export function placeFoot(figure: Figure, side: Side, { ankle, rotation, toe }: FootPose): void {
  const hip = figure.position(`thigh${side}`);
  const heading = rotate(rotation, [0, 0, 1]);
  const pole: Vector = [heading[0], 0.1, heading[2]];
  const { joint, end } = solveTwoBones(hip, ankle, THIGH, SHIN, pole);
  const hinge = cross(pole, subtract(end, hip));
  const rest = (bone: 'thigh' | 'shin' | 'foot') => bonePosition(`${bone}${side}`);
  const aim = (from: Vector, to: Vector, restFrom: Vector, restTo: Vector) =>
    alignAxes(subtract(restTo, restFrom), [1, 0, 0], subtract(to, from), hinge);
  figure.setWorld(`thigh${side}`, aim(hip, joint, rest('thigh'), rest('shin')));
  figure.setWorld(`shin${side}`, aim(joint, end, rest('shin'), rest('foot')));
  figure.setWorld(`foot${side}`, rotation);
  figure.set(`toe${side}`, rotationX(-toe));
}
