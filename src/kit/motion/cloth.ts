import { rotationX, rotationZ } from '../math/quaternion.js';
import { mix } from '../math/shaping.js';
import type { Side } from '../skeleton/kit-skeleton.js';
import { SIDES } from '../skeleton/kit-skeleton.js';
import type { Figure } from './figure.js';
import { hangSkirt } from './skirt.js';
import { hangSleeve, type SleeveSwing } from './sleeves.js';

/** How far loose things swing, degrees. */
export interface Cloth {
  readonly sleeves: Record<Side, SleeveSwing>;
  /** Cap wings, up. */
  readonly wings: number;
  /** In towards the chest. */
  readonly beard: number;
}

/** Hangs sleeves, skirt, cap wings and beard: last, since they follow everything else. */
export function hangCloth(figure: Figure, { sleeves, wings, beard }: Cloth): void {
  for (const side of SIDES) hangSleeve(figure, side, sleeves[side]);
  hangSkirt(figure);
  figure.set('hatL', rotationZ(wings));
  figure.set('hatR', rotationZ(-wings));
  figure.set('beard', rotationX(beard));
}

/** Everything swinging together, as on someone who stands. */
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
