import type { Group } from 'three';
import { createHouses, type House } from './houses.js';
import type { Materials } from './materials.js';
import { createTrees } from './trees.js';

/** Widths of the houses from one end of the street to the other, metres. */
const WIDTHS = [8.4, 6.2, 9.6, 7, 7.8, 10.4, 6.6, 8.8, 7.4, 9.2, 6.8, 8];
/** Gap between two houses. */
const GAP = 2.6;

/** The hall that the street leads to. */
const HALL: House = { x: 0, z: -62, turn: 0, width: 24, depth: 9, height: 6 };

/**
 * Houses along both sides of a street that runs from +Z to −Z, and trees in the gaps between them.
 *
 * @param halfWidth from the middle of the street to the fronts, metres
 */
export function createStreet(halfWidth: number, materials: Materials): Group {
  const houses = [...housesBeside(-1, halfWidth), ...housesBeside(1, halfWidth)];
  const gaps = houses.map(({ x, z, width }) => ({ x, z: z - (width + GAP) / 2 }));
  const trees = gaps.map(({ x, z }, k) => ({
    x: Math.sign(x) * (halfWidth + 1.2),
    z,
    height: 4.4 + ((k * 5) % 4) * 0.5,
  }));
  return createHouses([...houses, HALL], materials).add(createTrees(trees.filter((_, k) => k % 3 !== 1)));
}

function housesBeside(side: -1 | 1, halfWidth: number): House[] {
  let z = 52;
  return WIDTHS.map((_, k) => {
    // The two sides differ in where they start in the row.
    const width = WIDTHS[(k + (side === 1 ? 5 : 0)) % WIDTHS.length];
    const depth = 5 + (k % 3) * 0.6;
    const middle = z - width / 2;
    z -= width + GAP;
    const height = 3 + ((k * 5 + side) % 4) * 0.35;
    const x = side * (halfWidth + depth / 2);
    return { x, z: middle, turn: (-side * Math.PI) / 2, width, depth, height };
  });
}
