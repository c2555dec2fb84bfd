/**
 * Quaternions as `[x, y, z, w]` at an offset of any array. Functions do not allocate; `out` may be an input. As in
 * three, `multiply(a, b)` applies b first.
 */

type Numbers = Float32Array | Float64Array | number[];

export function multiplyQuaternions(
  out: Numbers,
  o: number,
  a: Numbers,
  i: number,
  b: Numbers,
  j: number,
): void {
  const ax = a[i];
  const ay = a[i + 1];
  const az = a[i + 2];
  const aw = a[i + 3];
  const bx = b[j];
  const by = b[j + 1];
  const bz = b[j + 2];
  const bw = b[j + 3];
  out[o] = ax * bw + aw * bx + ay * bz - az * by;
  out[o + 1] = ay * bw + aw * by + az * bx - ax * bz;
  out[o + 2] = az * bw + aw * bz + ax * by - ay * bx;
  out[o + 3] = aw * bw - ax * bx - ay * by - az * bz;
}

/** Writes the inverse of a unit quaternion. */
export function conjugateQuaternion(out: Numbers, o: number, q: Numbers, i: number): void {
  out[o] = -q[i];
  out[o + 1] = -q[i + 1];
  out[o + 2] = -q[i + 2];
  out[o + 3] = q[i + 3];
}

export function normalizeQuaternion(out: Numbers, o: number, q: Numbers, i: number): void {
  const length = Math.sqrt(q[i] * q[i] + q[i + 1] * q[i + 1] + q[i + 2] * q[i + 2] + q[i + 3] * q[i + 3]);
  const scale = length > 0 ? 1 / length : 0;
  out[o] = q[i] * scale;
  out[o + 1] = q[i + 1] * scale;
  out[o + 2] = q[i + 2] * scale;
  out[o + 3] = length > 0 ? q[i + 3] * scale : 1;
}

/** Writes the spherical interpolation along the shorter arc, `t` from 0 to 1. */
export function slerpQuaternions(
  out: Numbers,
  o: number,
  a: Numbers,
  i: number,
  b: Numbers,
  j: number,
  t: number,
): void {
  let cos = a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2] + a[i + 3] * b[j + 3];
  const sign = cos < 0 ? -1 : 1;
  cos = Math.abs(cos);
  let s = 1 - t;
  let r = t;
  if (cos < 0.9995) {
    const angle = Math.acos(cos);
    const sin = Math.sin(angle);
    s = Math.sin(s * angle) / sin;
    r = Math.sin(r * angle) / sin;
  }
  r *= sign;
  for (let k = 0; k < 4; k++) out[o + k] = a[i + k] * s + b[j + k] * r;
  normalizeQuaternion(out, o, out, o);
}

/** Writes the vector at `v[j…j+2]`, rotated by the quaternion at `q[i…i+3]`. */
export function rotateVector(out: Numbers, o: number, q: Numbers, i: number, v: Numbers, j: number): void {
  const qx = q[i];
  const qy = q[i + 1];
  const qz = q[i + 2];
  const qw = q[i + 3];
  const x = v[j];
  const y = v[j + 1];
  const z = v[j + 2];
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  out[o] = x + qw * tx + qy * tz - qz * ty;
  out[o + 1] = y + qw * ty + qz * tx - qx * tz;
  out[o + 2] = z + qw * tz + qx * ty - qy * tx;
}

/** Writes the shortest rotation from direction `a` to direction `b`, both of unit length. */
export function quaternionBetween(
  out: Numbers,
  o: number,
  a: Numbers,
  i: number,
  b: Numbers,
  j: number,
): void {
  const dot = a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
  if (dot < -0.999999) {
    // Opposite directions: half a turn about any axis across them.
    const acrossX = Math.abs(a[i]) > Math.abs(a[i + 2]);
    out[o] = acrossX ? -a[i + 1] : 0;
    out[o + 1] = acrossX ? a[i] : -a[i + 2];
    out[o + 2] = acrossX ? 0 : a[i + 1];
    out[o + 3] = 0;
  } else {
    out[o] = a[i + 1] * b[j + 2] - a[i + 2] * b[j + 1];
    out[o + 1] = a[i + 2] * b[j] - a[i] * b[j + 2];
    out[o + 2] = a[i] * b[j + 1] - a[i + 1] * b[j];
    out[o + 3] = 1 + dot;
  }
  normalizeQuaternion(out, o, out, o);
}
