import type { Group } from 'three';
import { createHouses, type House } from './houses.js';
import type { Materials } from './materials.js';

/** Widths of the houses from one end of the street to the other, metres. */
const WIDTHS = [8.4, 6.2, 9.6, 7, 7.8, 10.4, 6.6, 8.8, 7.4, 9.2, 6.8, 8];
/** Gap between two houses. */
const GAP = 2.6;

/**
 * Houses along both sides of a street that runs from +Z to −Z.
 *
 * @param halfWidth from the middle of the street to the fronts, metres
 */
export function createStreet(halfWidth: number, materials: Materials): Group {
  const houses: House[] = [];
  for (const side of [-1, 1]) {
    let z = 52;
    for (let k = 0; k < WIDTHS.length; k++) {
      // The two sides differ in where they start in the row.
      const width = WIDTHS[(k + (side === 1 ? 5 : 0)) % WIDTHS.length];
      const depth = 5 + (k % 3) * 0.6;
      houses.push({
        x: side * (halfWidth + depth / 2),
        z: z - width / 2,
        turn: (-side * Math.PI) / 2,
        width,
        depth,
        height: 3 + ((k * 5 + side) % 4) * 0.35,
      });
      z -= width + GAP;
    }
  }
  return createHouses(houses, materials);
}
