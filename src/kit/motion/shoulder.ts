import { multiply, rotationY, rotationZ } from '../math/quaternion.js';
import type { Side } from '../skeleton/kit-skeleton.js';
import { sign } from '../skeleton/kit-skeleton.js';
import type { Figure } from './figure.js';

/** Raises a shoulder by `shrug` and brings it forward by `hunch`, degrees. */
export function moveShoulder(figure: Figure, side: Side, shrug: number, hunch: number): void {
  const k = sign(side);
  figure.set(`clavicle${side}`, multiply(rotationY(-k * hunch), rotationZ(k * shrug)));
}
