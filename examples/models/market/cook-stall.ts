import type { BufferGeometry } from 'three';
import { ball, block, dome, pole, shade, turned } from './shapes.js';
import { buildAwning, buildTable, DARK_WOOD, TOP, WIDTH, WOOD } from './stall.js';

const [CLAY, IRON] = ['#a57454', '#3a3634'];
/** Middles of the logs under the table, metres. */
const FIREWOOD = [
  [-0.85, 0.05],
  [-0.73, 0.05],
  [-0.79, 0.14],
];
/** Half the width of the gap in the table for the stove, metres. */
const GAP = 0.38;
/** Height of a steamer, metres, and their number in the stack. */
const [TRAY, TRAYS] = [0.1, 4];

/** A clay stove in the middle, on it a pot of soup; a stack of steamers, buns and bowls beside it. */
export function buildCookStall(): BufferGeometry[] {
  return [
    ...buildAwning(['#bda57b', '#a98d66', '#8c5647'], '#c8b48c'),
    ...buildTable(-WIDTH / 2, -GAP),
    ...buildTable(GAP, WIDTH / 2),
    ...stove(),
    ...steamers(),
    ...food(),
    ...FIREWOOD.map(([x, y], k) =>
      pole([x, y, -0.28], [x, y, 0.26], [0.055, 0.05], shade(DARK_WOOD, k), { sides: 5 }),
    ),
  ];
}

function stove(): BufferGeometry[] {
  const body = turned(
    [
      [0.4, 0],
      [0.35, 0.7],
      [0.37, 0.74],
      [0.37, TOP],
      [0.27, TOP],
    ],
    CLAY,
    12,
  );
  const pot = turned(
    [
      [0.29, TOP - 0.03],
      [0.3, TOP + 0.06],
      [0.325, TOP + 0.075],
      [0.28, TOP + 0.035],
    ],
    IRON,
    12,
  );
  const soup = turned(
    [
      [0.285, TOP + 0.04],
      [0, TOP + 0.045],
    ],
    '#c39a5c',
    12,
  );
  // Open to the buyers' side, where the street sees its embers.
  const mouth = [
    pole([0, 0.3, 0.3], [0, 0.3, 0.4], [0.16, 0.14], shade(CLAY, 2), { sides: 9 }),
    pole([0, 0.3, 0.35], [0, 0.3, 0.406], [0.115, 0.115], '#2b1d17', { sides: 9 }),
  ];
  const embers = [-0.06, 0, 0.06].map((x, k) =>
    ball(0.035, [0, 0, 0], ['#d8662a', '#f2a64a', '#c9501f'][k]).scale(1, 1, 0.4).translate(x, 0.232, 0.406),
  );
  return [body, pot, soup, ...mouth, ...embers];
}

function steamers(): BufferGeometry[] {
  const [x, z] = [0.74, -0.02];
  const ring = (radius: number, low: number, high: number, color: string, isOpen = false): BufferGeometry =>
    pole([x, TOP + low, z], [x, TOP + high, z], [radius, radius], color, { sides: 12, isOpen });
  const trays = Array.from({ length: TRAYS }, (_, k) => [
    ring(0.2, k * TRAY, (k + 0.78) * TRAY, shade('#c2a066', k)),
    ring(0.188, (k + 0.78) * TRAY, (k + 1) * TRAY, '#8d6c3c', true),
  ]).flat();
  const lid = turned(
    [
      [0.21, -0.01],
      [0.205, 0.025],
      [0.11, 0.06],
      [0.03, 0.1],
      [0, 0.105],
    ],
    '#a9854c',
  );
  return [...trays, lid.translate(x, TOP + TRAYS * TRAY, z)];
}

/** A board of buns, and a stack of bowls. */
function food(): BufferGeometry[] {
  const buns = Array.from({ length: 5 }, (_, k) =>
    dome(0.055, shade('#e6dcc4', k), 7).translate(
      -0.93 + 0.125 * (k % 3) + 0.05 * Math.floor(k / 3),
      TOP + 0.045,
      0.13 + 0.12 * Math.floor(k / 3),
    ),
  );
  const bowls = turned(
    [
      [0.04, 0],
      [0.09, 0.07],
      [0.08, 0.08],
      [0.09, 0.1],
      [0.08, 0.11],
      [0.09, 0.13],
      [0, 0.09],
    ],
    '#93ab98',
    8,
  );
  return [
    block([0.42, 0.025, 0.32], [-0.8, TOP + 0.013, 0.19], WOOD),
    ...buns,
    bowls.translate(-0.84, TOP, -0.2),
  ];
}
