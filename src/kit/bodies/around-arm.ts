import { addScaled, cross, FORWARD, normalize, type Vector } from '../math/vector.js';
import { armPoint } from '../skeleton/weights.js';

/** Returns a point around the centre line of the left arm. `direction` is that of the limb at `t`. */
export function aroundArm(t: number, direction: Vector, angle: number, radius: number): Vector {
  const across = normalize(cross(FORWARD, direction));
  const side = addScaled(armPoint(t), across, radius * Math.cos(angle));
  return addScaled(side, FORWARD, radius * Math.sin(angle));
}
