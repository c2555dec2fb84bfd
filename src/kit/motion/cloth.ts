import { atan2 } from '../../math/index.js';
import { multiply, rotationX, rotationY, rotationZ } from '../math/quaternion.js';
import { mix, smoothstep } from '../math/shaping.js';
import { normalize, subtract } from '../math/vector.js';
import { type BoneName, SIDES, type Side, sign } from '../skeleton/kit-skeleton.js';
import type { Figure } from './figure.js';

/** Backward swing at both ends of the hanging part of a sleeve, degrees. */
export interface SleeveSwing {
  readonly elbow: number;
  readonly wrist: number;
}

const DEGREES = 180 / Math.PI;

/**
 * Poses a wide sleeve: it hangs vertically and follows only the heading of the forearm. The steeper the forearm, the
 * less its heading counts, since a vertical forearm has none.
 */
function hangSleeve(figure: Figure, side: Side, swing: SleeveSwing): void {
  const forearm = normalize(subtract(figure.position(`hand${side}`), figure.position(`foreArm${side}`)));
  const [x, , z] = forearm;
  const k = sign(side);
  const level = Math.sqrt(x * x + z * z);
  const heading = atan2(-z * k, x * k) * DEGREES * smoothstep(0.12, 0.47, level);
  figure.setWorld(`sleeveElbow${side}`, multiply(rotationX(swing.elbow), rotationY(heading)));
  figure.setWorld(`sleeveWrist${side}`, multiply(rotationX(swing.wrist), rotationY(heading)));
}

/** Swing angles of loose parts, degrees. */
export interface Cloth {
  readonly sleeves: Record<Side, SleeveSwing>;
  /** Cap wings, upwards. */
  readonly wings: number;
  /** Beard, towards the chest. */
  readonly beard: number;
}

/** Poses sleeves, skirt, cap wings and beard. Call it last, since they follow the other bones. */
export function hangCloth(figure: Figure, { sleeves, wings, beard }: Cloth): void {
  for (const side of SIDES) hangSleeve(figure, side, sleeves[side]);
  hangSkirt(figure);
  figure.set('hatL', rotationZ(wings));
  figure.set('hatR', rotationZ(-wings));
  figure.set('beard', rotationX(beard));
}

/** Returns the swing of a standing figure: all parts in phase. Sleeves lie back by `drape`, degrees. */
export function swayingCloth(degrees: number, drape: Record<Side, number> = { L: 0, R: 0 }): Cloth {
  const sleeve = (side: Side): SleeveSwing => {
    const wrist = degrees + drape[side];
    return { elbow: 0.7 * wrist, wrist };
  };
  return { sleeves: { L: sleeve('L'), R: sleeve('R') }, wings: 0.3 * degrees, beard: 0.5 * degrees };
}

export function mixCloth(a: Cloth, b: Cloth, t: number): Cloth {
  const sleeve = (side: Side): SleeveSwing => ({
    elbow: mix(a.sleeves[side].elbow, b.sleeves[side].elbow, t),
    wrist: mix(a.sleeves[side].wrist, b.sleeves[side].wrist, t),
  });
  return {
    sleeves: { L: sleeve('L'), R: sleeve('R') },
    wings: mix(a.wings, b.wings, t),
    beard: mix(a.beard, b.beard, t),
  };
}

/** Outward angle of the side panels, degrees. */
const FLARE = 1.5;
/** Fraction of the shin's rotation that the lower panels follow; the weight of the cloth holds them back. */
const LOWER_SHARE = 0.8;

/** Pitch of a thigh from which the skirt lies on the lap, and at which it does so completely. No gait gets there. */
const LAP = [62, 80] as const;

/** Forward angle from vertical, degrees. */
interface LegPitch {
  readonly thigh: number;
  readonly shin: number;
}

/**
 * Poses the skirt. The leading leg pushes the front panels, the trailing leg the back panels; side panels are in
 * between. Upper bones aim at the knees, lower ones at the ankles. On someone who sits, all upper panels lie along the
 * thighs, and the lower ones hang from the knees.
 */
function hangSkirt(figure: Figure): void {
  const legs = { L: legPitch(figure, 'L'), R: legPitch(figure, 'R') };
  for (const side of SIDES) {
    const own = legs[side];
    const other = legs[side === 'L' ? 'R' : 'L'];
    const seated = smoothstep(...LAP, own.thigh);
    const front = softMax(0.86 * own.thigh, 0.35 * other.thigh, -5);
    const frontLow = softMax(0.9 * own.shin + 2, 0.25 * other.shin - 4, -14, front - 16);
    const back = softMin(0.95 * own.thigh, 0.3 * other.thigh, 4);
    const backLow = softMax(-54, softMin(0.78 * own.shin, 0.3 * other.shin, 6, back + 10));
    const beside = 0.47 * own.thigh + 0.12 * other.thigh;
    const besideLow = 0.35 * own.shin;
    const lie = (
      panel: Panel,
      [upper, lower]: readonly [number, number],
      [lap, hem]: readonly [number, number],
      out: number,
    ) => {
      hangPanel(
        figure,
        panel,
        side,
        mix(upper, lap * own.thigh, seated),
        mix(upper + LOWER_SHARE * (lower - upper), own.shin + hem, seated),
        out,
      );
    };
    lie('skirtFront', [front, frontLow], [0.9, -8], 0);
    lie('skirtBack', [back, backLow], [1, -14], 0);
    lie('skirtSide', [beside, besideLow], [0.9, -2], FLARE);
  }
}

/** Blend range between two pushes, degrees. */
const SOFTNESS = 5;

/** Smooth maximum (I. Quilez's polynomial smooth minimum, negated). */
function softMax(...values: readonly number[]): number {
  return values.reduce((a, b) => {
    const nearness = Math.max(0, SOFTNESS - Math.abs(a - b)) / SOFTNESS;
    return Math.max(a, b) + (nearness * nearness * SOFTNESS) / 4;
  });
}

function softMin(...values: readonly number[]): number {
  return -softMax(...values.map((value) => -value));
}

type Panel = 'skirtFront' | 'skirtSide' | 'skirtBack';

/** Poses the two bones of a panel: their forward angles from vertical, degrees. */
function hangPanel(
  figure: Figure,
  panel: Panel,
  side: Side,
  upper: number,
  lower: number,
  out: number,
): void {
  figure.setWorld(`${panel}1${side}`, multiply(rotationX(-upper), rotationZ(sign(side) * out)));
  figure.set(`${panel}2${side}`, rotationX(upper - lower));
}

function legPitch(figure: Figure, side: Side): LegPitch {
  const pitch = (from: BoneName, to: BoneName): number => {
    const [, y, z] = subtract(figure.position(to), figure.position(from));
    return atan2(z, -y) * DEGREES;
  };
  return { thigh: pitch(`thigh${side}`, `shin${side}`), shin: pitch(`shin${side}`, `foot${side}`) };
}
