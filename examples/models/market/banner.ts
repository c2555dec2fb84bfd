import type { BufferGeometry } from 'three';
import { block, cloth, pole, turned } from './shapes.js';
import { BAMBOO } from './stall.js';

/** Metres. */
const HEIGHT = 3.4;
const [FLAG_WIDTH, FLAG_TOP, FLAG_LENGTH] = [0.56, 3.2, 1.5];
const [COLUMNS, ROWS] = [6, 9];
const [HEMP, INDIGO] = ['#d6c8a6', '#3f5878'];

/** Flag of a wine shop: hemp with an indigo border and a toothed lower edge, on a bamboo pole in a stone. */
export function buildBanner(): BufferGeometry[] {
  const left = 0.07;
  const isBorder = (column: number, row: number): boolean =>
    column === 0 || column === COLUMNS - 1 || row === 0 || row >= ROWS - 2;
  const flag = cloth({
    columns: COLUMNS,
    rows: ROWS,
    placeAt: (u, v) => {
      const down = 1 - v;
      const tooth = v === 0 && Math.round(u * COLUMNS) % 2 === 0 ? -0.13 : 0;
      const wave = 0.09 * down * Math.sin(3.4 * u + 3 * down + 0.6);
      return [left + u * FLAG_WIDTH, FLAG_TOP - FLAG_LENGTH * down + tooth, wave];
    },
    colorOf: (column, row) => (isBorder(column, row) ? INDIGO : HEMP),
  });
  const foot = turned(
    [
      [0.2, 0],
      [0.19, 0.1],
      [0.14, 0.18],
      [0.05, 0.2],
      [0, 0.2],
    ],
    '#8f8a80',
    8,
  );
  return [
    foot,
    flag,
    block([0.16, 0.2, 0.16], [0, 0.26, 0], '#6e2f24', 0.02),
    pole([0, 0.1, 0], [0, HEIGHT - 0.1, 0], [0.036, 0.026], BAMBOO, { sides: 8 }),
    turned(
      [
        [0.026, HEIGHT - 0.12],
        [0.045, HEIGHT - 0.08],
        [0.012, HEIGHT - 0.02],
        [0, HEIGHT],
      ],
      '#8b3a2e',
      8,
    ),
    pole(
      [-0.12, FLAG_TOP + 0.015, 0],
      [left + FLAG_WIDTH + 0.06, FLAG_TOP + 0.015, 0],
      [0.014, 0.012],
      BAMBOO,
    ),
  ];
}
