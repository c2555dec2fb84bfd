import { atan2 } from '../../math/index.js';
import { multiply, rotationX, rotationZ } from '../math/quaternion.js';
import { subtract } from '../math/vector.js';
import type { BoneName, Side } from '../skeleton/kit-skeleton.js';
import { SIDES, sign } from '../skeleton/kit-skeleton.js';
import type { Figure } from './figure.js';

const DEGREES = 180 / Math.PI;
/** Degrees that the side panels stand out. */
const FLARE = 1.5;
/** The lower panels do not follow the shin quite: cloth has weight. */
const LOWER_SHARE = 0.8;

/** Degrees forward of the vertical. */
interface LegPitch {
  readonly thigh: number;
  readonly shin: number;
}

/**
 * Lets the skirt follow the legs: the front panels are pushed by whichever leg is ahead, the back panels by whichever
 * is behind, the side panels go between. The upper bones aim at the knees, the lower ones at the ankles.
 */
export function hangSkirt(figure: Figure): void {
  const legs = { L: legPitch(figure, 'L'), R: legPitch(figure, 'R') };
  for (const side of SIDES) {
    const own = legs[side];
    const other = legs[side === 'L' ? 'R' : 'L'];
    const front = softMax(0.86 * own.thigh, 0.35 * other.thigh, -5);
    const frontLow = softMax(0.9 * own.shin + 2, 0.25 * other.shin - 4, -14, front - 16);
    const back = softMin(0.95 * own.thigh, 0.3 * other.thigh, 4);
    const backLow = softMax(-54, softMin(0.78 * own.shin, 0.3 * other.shin, 6, back + 10));
    hangPanel(figure, 'skirtFront', side, front, frontLow, 0);
    hangPanel(figure, 'skirtBack', side, back, backLow, 0);
    hangPanel(figure, 'skirtSide', side, 0.47 * own.thigh + 0.12 * other.thigh, 0.35 * own.shin, FLARE);
  }
}

/** Degrees over which one push gives way to another: cloth does not change its mind at once. */
const SOFTNESS = 5;

/** The largest, rounded where two are near each other: I. Quilez's polynomial smooth minimum, turned over. */
function softMax(...values: readonly number[]): number {
  return values.reduce((a, b) => {
    const nearness = Math.max(0, SOFTNESS - Math.abs(a - b)) / SOFTNESS;
    return Math.max(a, b) + (nearness * nearness * SOFTNESS) / 4;
  });
}

function softMin(...values: readonly number[]): number {
  return -softMax(...values.map((value) => -value));
}

function hangPanel(
  figure: Figure,
  panel: 'skirtFront' | 'skirtSide' | 'skirtBack',
  side: Side,
  upper: number,
  lower: number,
  out: number,
): void {
  figure.setWorld(`${panel}1${side}`, multiply(rotationX(-upper), rotationZ(sign(side) * out)));
  figure.set(`${panel}2${side}`, rotationX(-LOWER_SHARE * (lower - upper)));
}

function legPitch(figure: Figure, side: Side): LegPitch {
  const pitch = (from: BoneName, to: BoneName): number => {
    const [, y, z] = subtract(figure.position(to), figure.position(from));
    return atan2(z, -y) * DEGREES;
  };
  return { thigh: pitch(`thigh${side}`, `shin${side}`), shin: pitch(`shin${side}`, `foot${side}`) };
}
