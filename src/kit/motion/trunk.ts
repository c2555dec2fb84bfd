import { multiply, type Quaternion, rotationX, rotationY, rotationZ } from '../math/quaternion.js';
import type { BoneName } from '../skeleton/kit-skeleton.js';
import type { Figure } from './figure.js';

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
