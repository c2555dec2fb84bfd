import type { BoneName } from '../skeleton.js';
import type { Figure } from './figure.js';
import { combine, type Turn, turnX, turnY, turnZ } from './turn.js';

/** Degrees: pitch forward, yaw to the wearer's left, roll to the wearer's right. */
export interface Lean {
  readonly pitch?: number;
  readonly yaw?: number;
  readonly roll?: number;
}

export function lean({ pitch = 0, yaw = 0, roll = 0 }: Lean): Turn {
  return combine(turnY(yaw), turnZ(roll), turnX(pitch));
}

/** What leans, each against its parent; what is left out stays straight. */
export type Trunk = Partial<Record<Extract<BoneName, 'hips' | 'spine' | 'chest' | 'neck' | 'head'>, Lean>>;

export function leanTrunk(figure: Figure, trunk: Trunk): void {
  for (const [bone, by] of Object.entries(trunk)) figure.set(bone as BoneName, lean(by));
}
