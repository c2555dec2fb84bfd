import { type BufferGeometry, Color } from 'three';
import { block, cloth, type Point, pole, shade } from './shapes.js';

/** Metres. The seller stands on the side of −Z. */
export const WIDTH = 2.2;
export const DEPTH = 0.9;
/** Height of the table's top, metres. */
export const TOP = 0.8;

export const WOOD = '#8a6643';
export const DARK_WOOD = '#5e4029';
export const BAMBOO = '#b3935a';

/** The awning reaches from the back to the front edge, and to this distance on both sides, metres. */
const [BACK, FRONT, SIDE] = [-0.72, 0.8, 1.2];
/** Heights of these edges, metres. */
const [LOW, HIGH] = [1.98, 2.3];
/** Of the poles' middles, metres. */
const [POLE_X, POLE_Z] = [1.04, 0.39];
const PLANKS = 3;
const [COLUMNS, ROWS] = [8, 4];

/** Table from one x to another, of planks on two rails. */
export function buildTable(from = -WIDTH / 2, to = WIDTH / 2): BufferGeometry[] {
  const [width, middle] = [to - from, (from + to) / 2];
  const plank = DEPTH / PLANKS;
  const planks = Array.from({ length: PLANKS }, (_, k) =>
    block([width, 0.04, plank - 0.006], [middle, TOP - 0.02, (k + 0.5) * plank - DEPTH / 2], shade(WOOD, k)),
  );
  const rails = [-0.36, 0.36].map((z) =>
    pole([from + 0.03, TOP - 0.09, z], [to - 0.03, TOP - 0.09, z], [0.045, 0.045], DARK_WOOD, { sides: 4 }),
  );
  return [...planks, ...rails];
}

/** Four poles with an awning of strips of cloth, sewn together, of which some cells are patched. */
export function buildAwning(strips: readonly string[], patch: string): BufferGeometry[] {
  const poles = [-1, 1].flatMap((x) =>
    [-1, 1].map((z) => {
      const lean = 0.012 * ((x + 2 * z + 3) % 3);
      const foot: Point = [x * POLE_X, 0, z * POLE_Z];
      const top: Point = [foot[0] + lean, heightAt(foot[2]) - 0.03, foot[2]];
      return pole(foot, top, [0.031, 0.025], BAMBOO, { isOpen: true });
    }),
  );
  const rafters = [-1, 1].map((x) =>
    pole([x * POLE_X, LOW - 0.06, BACK - 0.03], [x * POLE_X, HIGH - 0.06, FRONT], [0.02, 0.017], BAMBOO),
  );
  const purlins = [BACK, FRONT].map((z, k) => {
    const y = heightAt(z) - 0.012;
    return pole([-SIDE - 0.04, y, z], [SIDE + 0.06, y, z], [0.018, 0.015], shade(BAMBOO, k));
  });
  const isPatched = (column: number, row: number): boolean => (column * 3 + row * 5) % 17 === 7;
  const colorOf = (column: number, row: number): string =>
    isPatched(column, row) ? patch : shade(strips[column % strips.length], column);
  const sheet = cloth({
    columns: COLUMNS,
    rows: ROWS,
    // v goes from the front to the back.
    placeAt: (u, v) => {
      const [across, along] = [2 * u - 1, 2 * v - 1];
      const sag = (0.02 + 0.07 * (1 - across ** 2)) * (1 - along ** 2);
      const z = FRONT + (BACK - FRONT) * v;
      return [across * SIDE, heightAt(z) + 0.012 - sag, z];
    },
    colorOf,
    backOf: (column, row) => glowing(colorOf(column, row)),
  });
  const edge = cloth({
    columns: 2 * COLUMNS,
    rows: 1,
    placeAt: (u, v) => {
      const drop = (1 - v) * (Math.round(u * 2 * COLUMNS) % 2 ? 0.19 : 0.12);
      return [(2 * u - 1) * SIDE, HIGH + 0.012 - drop, FRONT + 0.02 + 0.12 * drop * (1 + Math.sin(9 * u))];
    },
    colorOf: (column) => shade(strips[(column >> 1) % strips.length], column >> 1),
  });
  return [...poles, ...rafters, ...purlins, sheet, edge];
}

/** A cloth that hangs from the front edge of the table in folds, to a hem of another colour. */
export function buildSkirt(color: string, hem: string): BufferGeometry {
  return cloth({
    columns: 9,
    rows: 2,
    placeAt: (u, v) => {
      const down = v === 0 ? 0.56 : v === 1 ? 0 : 0.46;
      const fold = 0.05 * down * Math.sin(31 * u + Math.sin(7 * u));
      const uneven = v === 1 ? 0 : 0.012 * Math.sin(13 * u);
      return [
        (u - 0.5) * (WIDTH - 0.08),
        TOP - 0.035 - down + uneven,
        DEPTH / 2 - 0.012 + 0.03 * down + fold,
      ];
    },
    colorOf: (column, row) => shade(row === 1 ? hem : color, column, 0.015),
  });
}

/** Height of the awning's frame, metres. */
function heightAt(z: number): number {
  return LOW + ((HIGH - LOW) * (z - BACK)) / (FRONT - BACK);
}

/** Colour of the lower side of a cloth that the sun shines on. */
function glowing(color: string): string {
  return `#${new Color(color).lerp(new Color('#ffe6b8'), 0.12).multiplyScalar(2.4).getHexString()}`;
}
