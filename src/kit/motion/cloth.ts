import { atan2 } from '../../math/index.js';
import { multiply, rotationX, rotationY, rotationZ } from '../math/quaternion.js';
import { mix, smoothstep } from '../math/shaping.js';
import { normalize, subtract } from '../math/vector.js';
import { SIDES, type Side, sign } from '../skeleton/kit-skeleton.js';
import type { Figure } from './figure.js';
import { hangSkirt } from './skirt.js';

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
export function hangSleeve(figure: Figure, side: Side, swing: SleeveSwing): void {
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

/** Returns the swing of a standing figure: all parts in phase. */
export function swayingCloth(degrees: number): Cloth {
  const sleeve = { elbow: 0.7 * degrees, wrist: degrees };
  return { sleeves: { L: sleeve, R: sleeve }, wings: 0.3 * degrees, beard: 0.5 * degrees };
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
