/**
 * Sine, cosine and arctangent with the same bits on every engine: they use only + − × ÷, floor and sqrt. The results of
 * `Math.sin` and `Math.atan2` are implementation-approximated (ECMA-262).
 */

export const TAU = 6.283185307179586;

// Kernel polynomials of fdlibm (Sun Microsystems, 1993), good to an ulp on [−π/4, π/4].
const S1 = -1.66666666666666324348e-1;
const S2 = 8.33333333332248946124e-3;
const S3 = -1.98412698298579493134e-4;
const S4 = 2.75573137070700676789e-6;
const S5 = -2.50507602534068634195e-8;
const S6 = 1.58969099521155010221e-10;
const C1 = 4.16666666666666019037e-2;
const C2 = -1.38888888888741095749e-3;
const C3 = 2.48015872894767294178e-5;
const C4 = -2.75573143513906633035e-7;
const C5 = 2.0875723212981748279e-9;
const C6 = -1.13596475577881948265e-11;

/** Returns `[sin, cos]` of an angle in turns (1 is a full circle), within 7e-16 of the true values. */
export function sinCosTurns(turns: number): [sin: number, cos: number] {
  const fraction = turns - Math.floor(turns);
  const quarter = Math.floor(fraction * 4 + 0.5);
  const x = (fraction - quarter * 0.25) * TAU;
  const z = x * x;
  const sin = x + x * z * (S1 + z * (S2 + z * (S3 + z * (S4 + z * (S5 + z * S6)))));
  const cos = 1 - 0.5 * z + z * z * (C1 + z * (C2 + z * (C3 + z * (C4 + z * (C5 + z * C6)))));
  switch (quarter & 3) {
    case 0:
      return [sin, cos];
    case 1:
      return [cos, -sin];
    case 2:
      return [-sin, -cos];
    default:
      return [-cos, sin];
  }
}

/** Returns `[sin, cos]` of an angle in radians. */
export function sinCos(radians: number): [sin: number, cos: number] {
  return sinCosTurns(radians / TAU);
}

// Coefficients of fdlibm's atan on [0, 7/16].
const A1 = 3.33333333333329318027e-1;
const A2 = -1.99999999998764832476e-1;
const A3 = 1.42857142725034663711e-1;
const A4 = -1.1111110405462355788e-1;
const A5 = 9.09088713343650656196e-2;
const A6 = -7.69187620504482999495e-2;
const A7 = 6.66107313738753120669e-2;
const A8 = -5.83357013379057348645e-2;
const A9 = 4.97687799461593236017e-2;
const A10 = -3.6531572744216915527e-2;
const A11 = 1.62858201153657823623e-2;

const ATAN_HALF = 4.63647609000806093515e-1;
const ATAN_THREE_HALVES = 9.82793723247329054082e-1;

function atanNonNegative(x: number): number {
  if (x > 2.4375) return TAU / 4 - atanNonNegative(1 / x);
  if (x > 1.1875) return ATAN_THREE_HALVES + atanSmall((x - 1.5) / (1 + 1.5 * x));
  if (x > 0.6875) return TAU / 8 + atanSmall((x - 1) / (x + 1));
  if (x > 0.4375) return ATAN_HALF + atanSmall((2 * x - 1) / (2 + x));
  return atanSmall(x);
}

function atanSmall(x: number): number {
  const z = x * x;
  const high = A7 + z * (A8 + z * (A9 + z * (A10 + z * A11)));
  const series = A1 + z * (A2 + z * (A3 + z * (A4 + z * (A5 + z * (A6 + z * high)))));
  return x - x * z * series;
}

/** Returns the angle of (x, y), radians in (−π, π]; 0 at the origin. The order of arguments is that of `Math.atan2`. */
export function atan2(y: number, x: number): number {
  if (x === 0 && y === 0) return 0;
  const angle = x === 0 ? TAU / 4 : atanNonNegative(Math.abs(y / x));
  const upper = x < 0 ? TAU / 2 - angle : angle;
  return y < 0 ? -upper : upper;
}

/** Wraps an angle to [−π, π). */
export function wrapAngle(radians: number): number {
  return radians - TAU * Math.floor((radians + TAU / 2) / TAU);
}
