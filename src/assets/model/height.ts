import { UnitError } from '../../errors/index.js';
import { AFFINE_SIZE } from '../../math/index.js';
import type { SkinnedVertices } from '../../rig/index.js';
import type { Warn } from '../fetch/warn.js';

/** Heights, in metres, that a person can have; with headgear, without, and as a child. */
const PLAUSIBLE = { min: 0.9, max: 3 };

/** Height of skinned vertices, posed by one affine matrix a joint. */
export function measureHeight(parts: Iterable<SkinnedVertices>, matrices: Float32Array): number {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const { positions, joints, weights } of parts) {
    for (let vertex = 0; vertex * 3 < positions.length; vertex++) {
      const y = posedY(positions, vertex * 3, joints, weights, matrices);
      if (y < min) min = y;
      if (y > max) max = y;
    }
  }
  return Math.max(0, max - min);
}

/**
 * Factor from a height to metres, by the interface's sanity check: about 1.7 is right, about 170 and about 0.017 are off by the
 * root's factor of 0.01. Warns of a correction and its cause.
 *
 * @param what for people, such as an address
 * @returns 1, 0.01 or 100
 * @throws {UnitError} for any other height
 */
export function correctUnit(height: number, what: string, warn: Warn): number {
  const factor = [1, 0.01, 100].find((f) => height * f >= PLAUSIBLE.min && height * f <= PLAUSIBLE.max);
  const measured = `The characters of ${what} are ${Number(height.toPrecision(3))} m tall as loaded`;
  if (factor === undefined) {
    const advice = 'The file must be in metres when loaded, or in centimetres under a root scaled by 0.01';
    throw new UnitError(`${measured}; about 1.7 is expected. ${advice}.`, height);
  }
  if (factor === 0.01) {
    warn(
      `${measured}: the root's scale of 0.01 (centimetres to metres) was lost. It is applied here.`,
      new UnitError(`${measured}: the root's scale of 0.01 (centimetres to metres) was lost.`, height),
    );
  } else if (factor === 100) {
    warn(
      `${measured}: a scale of 0.01 was applied on top of the root's own. It is undone here.`,
      new UnitError(`${measured}: a scale of 0.01 was applied on top of the root's own.`, height),
    );
  }
  return factor;
}

function posedY(
  positions: Float32Array,
  at: number,
  joints: Uint16Array,
  weights: Float32Array,
  matrices: Float32Array,
): number {
  const influence = (at / 3) * 4;
  let y = 0;
  for (let k = influence; k < influence + 4; k++) {
    const row = joints[k] * AFFINE_SIZE + 4;
    const bone =
      matrices[row] * positions[at] +
      matrices[row + 1] * positions[at + 1] +
      matrices[row + 2] * positions[at + 2] +
      matrices[row + 3];
    y += weights[k] * bone;
  }
  return y;
}
