import type { BufferGeometry } from 'three';
import { type Point, pole, shade, turned } from './shapes.js';
import { buildAwning, buildTable, TOP } from './stall.js';

const [CELADON, WHITE, BROWN, BLACK, CLAY] = ['#93ab98', '#d9d8cb', '#6f4a35', '#62564e', '#a8714f'];

type Outline = readonly (readonly [radius: number, y: number])[];

/** Radius at each height, metres. Vessels end inside of their mouth. */
const VASE: Outline = [
  [0.055, 0],
  [0.1, 0.09],
  [0.095, 0.16],
  [0.035, 0.25],
  [0.032, 0.3],
  [0.055, 0.335],
  [0, 0.31],
];
const JAR: Outline = [
  [0.08, 0],
  [0.13, 0.12],
  [0.125, 0.2],
  [0.075, 0.25],
  [0.09, 0.275],
  [0, 0.24],
];
const POT: Outline = [
  [0.06, 0],
  [0.1, 0.045],
  [0.1, 0.085],
  [0.052, 0.118],
  [0.014, 0.135],
  [0.02, 0.155],
  [0, 0.165],
];
/** Four bowls, one in the other. */
const BOWLS: Outline = [
  [0.04, 0],
  ...Array.from({ length: 4 }, (_, k): readonly (readonly [number, number])[] => [
    [0.085, 0.055 + 0.025 * k],
    [0.094, 0.068 + 0.025 * k],
  ]).flat(),
  [0, 0.1],
];

/** Vases, jars, teapots and bowls on the table, and large jars under it. */
export function buildPotteryStall(): BufferGeometry[] {
  return [
    ...buildAwning(['#b9aa88', '#8d9a86', '#c8b890'], '#6d7f8c'),
    ...buildTable(),
    vessel(JAR, BROWN, [-0.86, TOP, -0.14]),
    vessel(JAR, CLAY, [-0.56, TOP, -0.2], 0.9),
    vessel(VASE, CELADON, [-0.26, TOP, -0.2], 1.1),
    vessel(VASE, WHITE, [0.02, TOP, -0.12], 0.9),
    vessel(VASE, BLACK, [0.28, TOP, -0.22]),
    vessel(BOWLS, CELADON, [0.6, TOP, 0.1]),
    vessel(BOWLS, WHITE, [0.83, TOP, -0.06]),
    ...teapot(CELADON, [-0.62, TOP, 0.22]),
    ...teapot(BROWN, [-0.14, TOP, 0.22]),
    vessel(JAR, BLACK, [-0.62, 0, 0.06], 2),
    vessel(JAR, CLAY, [0.5, 0, -0.08], 1.8),
  ];
}

function vessel(outline: Outline, color: string, [x, y, z]: Point, size = 1): BufferGeometry {
  return turned(outline, shade(color, x), size < 1.5 ? 8 : 12)
    .scale(size, size, size)
    .translate(x, y, z);
}

/** A pot with a spout to the right. */
export function teapot(color: string, [x, y, z]: Point): BufferGeometry[] {
  const shaded = shade(color, x);
  return [
    vessel(POT, color, [x, y, z]),
    pole([x + 0.08, y + 0.05, z], [x + 0.165, y + 0.12, z], [0.022, 0.011], shaded),
    pole([x - 0.09, y + 0.04, z], [x - 0.14, y + 0.1, z], [0.01, 0.01], shaded, { sides: 4 }),
    pole([x - 0.14, y + 0.095, z], [x - 0.06, y + 0.12, z], [0.01, 0.01], shaded, { sides: 4 }),
  ];
}
