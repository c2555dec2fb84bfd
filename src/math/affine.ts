/**
 * Affine 3×4 matrices, 12 numbers each, row-major: `[m00 m01 m02 tx, m10 m11 m12 ty, m20 m21 m22 tz]`, at an offset of
 * any array. The bottom row (0 0 0 1) is not stored. `out` may be an input. Bone textures have the same layout, three
 * texels per matrix.
 */

type Numbers = Float32Array | Float64Array | number[];

export const AFFINE_SIZE = 12;

export function setAffineIdentity(out: Numbers, o: number): void {
  for (let k = 0; k < AFFINE_SIZE; k++) out[o + k] = k % 5 === 0 ? 1 : 0;
}

/** Writes translation · rotation · scale, from `[tx ty tz, qx qy qz qw, sx sy sz]` at `trs[i]`. */
export function composeAffine(out: Numbers, o: number, trs: Numbers, i: number): void {
  const x = trs[i + 3];
  const y = trs[i + 4];
  const z = trs[i + 5];
  const w = trs[i + 6];
  const sx = trs[i + 7];
  const sy = trs[i + 8];
  const sz = trs[i + 9];
  out[o] = (1 - 2 * (y * y + z * z)) * sx;
  out[o + 1] = 2 * (x * y - w * z) * sy;
  out[o + 2] = 2 * (x * z + w * y) * sz;
  out[o + 3] = trs[i];
  out[o + 4] = 2 * (x * y + w * z) * sx;
  out[o + 5] = (1 - 2 * (x * x + z * z)) * sy;
  out[o + 6] = 2 * (y * z - w * x) * sz;
  out[o + 7] = trs[i + 1];
  out[o + 8] = 2 * (x * z - w * y) * sx;
  out[o + 9] = 2 * (y * z + w * x) * sy;
  out[o + 10] = (1 - 2 * (x * x + y * y)) * sz;
  out[o + 11] = trs[i + 2];
}

/** Writes a · b: b is applied first. */
export function multiplyAffine(out: Numbers, o: number, a: Numbers, i: number, b: Numbers, j: number): void {
  const b0 = b[j];
  const b1 = b[j + 1];
  const b2 = b[j + 2];
  const b3 = b[j + 3];
  const b4 = b[j + 4];
  const b5 = b[j + 5];
  const b6 = b[j + 6];
  const b7 = b[j + 7];
  const b8 = b[j + 8];
  const b9 = b[j + 9];
  const b10 = b[j + 10];
  const b11 = b[j + 11];
  for (let r = 0; r < 12; r += 4) {
    const x = a[i + r];
    const y = a[i + r + 1];
    const z = a[i + r + 2];
    const t = a[i + r + 3];
    out[o + r] = x * b0 + y * b4 + z * b8;
    out[o + r + 1] = x * b1 + y * b5 + z * b9;
    out[o + r + 2] = x * b2 + y * b6 + z * b10;
    out[o + r + 3] = x * b3 + y * b7 + z * b11 + t;
  }
}

/** Inverts a matrix. Returns false, and writes nothing, if it is singular. */
export function invertAffine(out: Numbers, o: number, m: Numbers, i: number): boolean {
  const a = m[i];
  const b = m[i + 1];
  const c = m[i + 2];
  const x = m[i + 3];
  const d = m[i + 4];
  const e = m[i + 5];
  const f = m[i + 6];
  const y = m[i + 7];
  const g = m[i + 8];
  const h = m[i + 9];
  const k = m[i + 10];
  const z = m[i + 11];
  const c0 = e * k - f * h;
  const c1 = f * g - d * k;
  const c2 = d * h - e * g;
  const determinant = a * c0 + b * c1 + c * c2;
  if (determinant === 0 || !Number.isFinite(determinant)) return false;
  const s = 1 / determinant;
  const r0 = c0 * s;
  const r1 = (c * h - b * k) * s;
  const r2 = (b * f - c * e) * s;
  const r4 = c1 * s;
  const r5 = (a * k - c * g) * s;
  const r6 = (c * d - a * f) * s;
  const r8 = c2 * s;
  const r9 = (b * g - a * h) * s;
  const r10 = (a * e - b * d) * s;
  out[o] = r0;
  out[o + 1] = r1;
  out[o + 2] = r2;
  out[o + 3] = -(r0 * x + r1 * y + r2 * z);
  out[o + 4] = r4;
  out[o + 5] = r5;
  out[o + 6] = r6;
  out[o + 7] = -(r4 * x + r5 * y + r6 * z);
  out[o + 8] = r8;
  out[o + 9] = r9;
  out[o + 10] = r10;
  out[o + 11] = -(r8 * x + r9 * y + r10 * z);
  return true;
}

/** Writes the point at `p[j…j+2]`, transformed by the matrix. */
export function transformPoint(out: Numbers, o: number, m: Numbers, i: number, p: Numbers, j: number): void {
  const x = p[j];
  const y = p[j + 1];
  const z = p[j + 2];
  out[o] = m[i] * x + m[i + 1] * y + m[i + 2] * z + m[i + 3];
  out[o + 1] = m[i + 4] * x + m[i + 5] * y + m[i + 6] * z + m[i + 7];
  out[o + 2] = m[i + 8] * x + m[i + 9] * y + m[i + 10] * z + m[i + 11];
}

/** Returns the determinant of the linear part; negative if the matrix mirrors. */
export function affineDeterminant(m: Numbers, i: number): number {
  return (
    m[i] * (m[i + 5] * m[i + 10] - m[i + 6] * m[i + 9]) -
    m[i + 1] * (m[i + 4] * m[i + 10] - m[i + 6] * m[i + 8]) +
    m[i + 2] * (m[i + 4] * m[i + 9] - m[i + 5] * m[i + 8])
  );
}

/** Decomposes into `[tx ty tz, qx qy qz qw, sx sy sz]`; exact if the matrix is translation · rotation · scale. */
export function decomposeAffine(trs: Numbers, o: number, m: Numbers, i: number): void {
  let sx = columnLength(m, i);
  const sy = columnLength(m, i + 1);
  const sz = columnLength(m, i + 2);
  if (affineDeterminant(m, i) < 0) sx = -sx;
  const m00 = m[i] / sx;
  const m10 = m[i + 4] / sx;
  const m20 = m[i + 8] / sx;
  const m01 = m[i + 1] / sy;
  const m11 = m[i + 5] / sy;
  const m21 = m[i + 9] / sy;
  const m02 = m[i + 2] / sz;
  const m12 = m[i + 6] / sz;
  const m22 = m[i + 10] / sz;
  trs[o] = m[i + 3];
  trs[o + 1] = m[i + 7];
  trs[o + 2] = m[i + 11];
  // The branch with the largest divisor loses the least precision.
  const trace = m00 + m11 + m22;
  if (trace > 0) {
    const s = 2 * Math.sqrt(trace + 1);
    trs[o + 3] = (m21 - m12) / s;
    trs[o + 4] = (m02 - m20) / s;
    trs[o + 5] = (m10 - m01) / s;
    trs[o + 6] = s / 4;
  } else if (m00 > m11 && m00 > m22) {
    const s = 2 * Math.sqrt(1 + m00 - m11 - m22);
    trs[o + 3] = s / 4;
    trs[o + 4] = (m01 + m10) / s;
    trs[o + 5] = (m02 + m20) / s;
    trs[o + 6] = (m21 - m12) / s;
  } else if (m11 > m22) {
    const s = 2 * Math.sqrt(1 + m11 - m00 - m22);
    trs[o + 3] = (m01 + m10) / s;
    trs[o + 4] = s / 4;
    trs[o + 5] = (m12 + m21) / s;
    trs[o + 6] = (m02 - m20) / s;
  } else {
    const s = 2 * Math.sqrt(1 + m22 - m00 - m11);
    trs[o + 3] = (m02 + m20) / s;
    trs[o + 4] = (m12 + m21) / s;
    trs[o + 5] = s / 4;
    trs[o + 6] = (m10 - m01) / s;
  }
  trs[o + 7] = sx;
  trs[o + 8] = sy;
  trs[o + 9] = sz;
}

/** Returns a column's length. `Math.hypot` was rejected: it is slow in V8, and its last bit differs between engines. */
function columnLength(m: Numbers, i: number): number {
  return Math.sqrt(m[i] * m[i] + m[i + 4] * m[i + 4] + m[i + 8] * m[i + 8]);
}
