import type { BufferGeometry } from 'three';
import { block, cloth, pole, shade, turned } from './shapes.js';
import { BAMBOO } from './stall.js';
import { stool } from './tea-table.js';

/** Metres. The fortune teller sits on the side of −Z, and a client on the other one. */
const [WIDTH, DEPTH, TOP, SEAT] = [0.9, 0.5, 0.7, 0.72];
const [COLUMNS, ROWS] = [5, 9];
const [HEMP, INK, INDIGO, DARK] = ['#d6c8a6', '#2c2724', '#3f5878', '#4f2f22'];

/** A table with a cloth, slips of bamboo in a cup, an almanac, a sign with a trigram, and two stools. */
export function buildFortuneTable(): BufferGeometry[] {
  const slips = [0, 1, 2, 3, 4].map((k) =>
    pole(
      [-0.26, TOP + 0.02, 0],
      [-0.26 + 0.03 * (k - 2), TOP + 0.25, 0.03 * ((k * 2) % 5) - 0.06],
      [0.006, 0.007],
      BAMBOO,
      { sides: 4 },
    ),
  );
  const cup = turned(
    [
      [0.04, 0],
      [0.05, 0.13],
      [0.042, 0.13],
      [0, 0.1],
    ],
    '#6e2f24',
    8,
  ).translate(-0.26, TOP, 0);
  return [
    block([WIDTH, 0.034, DEPTH], [0, TOP - 0.017, 0], '#7a4a33'),
    ...[-1, 1].flatMap((x) =>
      [-1, 1].map((z) =>
        pole([x * 0.4, 0, z * 0.2], [x * 0.4, TOP, z * 0.2], [0.028, 0.03], DARK, { sides: 4 }),
      ),
    ),
    cloth({
      columns: COLUMNS,
      rows: 2,
      // Over the table from one side to the other.
      placeAt: (u, v) => [(u - 0.5) * (WIDTH + 0.04), TOP + 0.004, (0.5 - v) * (DEPTH + 0.02)],
      colorOf: (column) => shade(INDIGO, column, 0.015),
    }),
    cup,
    ...slips,
    block([0.2, 0.03, 0.15], [0.14, TOP + 0.02, -0.04], '#8c4338'),
    ...sign(),
    ...[-SEAT, SEAT].flatMap((z) => stool([0, 0, z])),
  ];
}

/** A cloth on a pole beside the table. The lines of the trigram are whole, broken, whole: fire. */
function sign(): BufferGeometry[] {
  const [x, top, length] = [0.56, 2.3, 1];
  const isInk = (column: number, row: number): boolean =>
    column % 4 > 0 && [3, 5, 7].includes(row) && !(row === 5 && column === 2);
  return [
    pole([x, 0, 0], [x, top + 0.1, 0], [0.024, 0.018], BAMBOO, { sides: 6 }),
    pole([x - 0.3, top, 0.01], [x + 0.3, top, 0.01], [0.012, 0.011], BAMBOO),
    cloth({
      columns: COLUMNS,
      rows: ROWS,
      placeAt: (u, v) => [
        x + (u - 0.5) * 0.54,
        top - length * (1 - v),
        0.03 + 0.03 * (1 - v) * Math.sin(4 * u),
      ],
      colorOf: (column, row) => (isInk(column, row) ? INK : HEMP),
    }),
  ];
}
