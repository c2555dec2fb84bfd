import { CrowdError } from '../../errors/index.js';
import type { Part } from './part.js';
import { textureGrid } from './texture-grid.js';

/** Woven patterns of a part's cloth, as shaders read them. */
export interface Weave {
  /** Motifs in a unit of the positions. */
  readonly motifs: number;
  /** The patterns of eight texture cells, 4 bits each, that of cell 0 lowest; further cells begin again. */
  readonly patterns: number;
}

const CELLS = 8;
/** Greatest number of a pattern in `crowd-weave`. */
const MOST = 5;

/**
 * The patterns that a material's `userData.weave` gives to the tinted share of its surface; undefined for other materials.
 *
 * @throws {CrowdError} where that has no size above 0 and no list of patterns
 */
export function weaveOf({ material, geometry, tintMask }: Part): Weave | undefined {
  const weave: unknown = material.userData['weave'];
  const hasMask = tintMask && material.vertexColors && geometry.hasAttribute('color');
  if (weave === undefined || !hasMask || textureGrid(material)) return undefined;
  const { size, patterns } = Object(weave);
  const isPattern = (number: unknown): boolean =>
    Number.isInteger(number) && Number(number) >= 0 && Number(number) <= MOST;
  if (size > 0 && Array.isArray(patterns) && patterns.length > 0 && patterns.every(isPattern)) {
    let packed = 0;
    for (let cell = 0; cell < CELLS; cell++) packed |= patterns[cell % patterns.length] << (4 * cell);
    return { motifs: 1 / size, patterns: packed >>> 0 };
  }
  throw new CrowdError(
    `userData.weave of the material "${material.name}" is ${JSON.stringify(weave)}. Give the size of a motif in units of the mesh, and ` +
      `patterns from 0, which is plain, to ${MOST}, such as { "size": 0.06, "patterns": [0, 1, 4] }.`,
  );
}

/** The texture cell that a character has at first in a crowd with patterns: any of eight, by its index. */
export function patternCell(index: number): number {
  return Math.imul(index, 0x9e3779b1) >>> 29;
}
