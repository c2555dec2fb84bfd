import type { Side } from '../skeleton.js';
import type { Figure } from './figure.js';
import { sign } from './side.js';
import { combine, turnY, turnZ } from './turn.js';

/** Raises a shoulder by `shrug` and brings it forward by `hunch`, degrees. */
export function moveShoulder(figure: Figure, side: Side, shrug: number, hunch: number): void {
  const k = sign(side);
  figure.set(`clavicle${side}`, combine(turnY(-k * hunch), turnZ(k * shrug)));
}
