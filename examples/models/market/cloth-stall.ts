import type { BufferGeometry } from 'three';
import { block, cloth, jitter, type Point, pole, shade } from './shapes.js';
import { buildAwning, buildTable, TOP } from './stall.js';

const [INDIGO, MADDER, OCHRE, CELADON, HEMP, PLUM] = [
  '#41597a',
  '#9a5145',
  '#b98f4e',
  '#8fa58c',
  '#cdbb97',
  '#6d4a5e',
];

/** Bolts of cloth in a stack, folded cloth, a length that hangs over the table's edge, and four lengths behind. */
export function buildClothStall(): BufferGeometry[] {
  const lower = [INDIGO, OCHRE, MADDER, CELADON, HEMP];
  const upper = [PLUM, HEMP, INDIGO, MADDER];
  return [
    ...buildAwning(['#4d6480', '#c4b28b', '#5a7089'], '#a39066'),
    ...buildTable(),
    ...lower.flatMap((color, k) => boltOf(color, [-0.94 + 0.155 * k, TOP + 0.078, 0.02 * jitter(k)])),
    ...upper.flatMap((color, k) => boltOf(color, [-0.86 + 0.155 * k, TOP + 0.21, 0.02 * jitter(k + 5)])),
    ...[CELADON, MADDER, HEMP, INDIGO].map((color, k) =>
      block(
        [0.46, 0.055, 0.34],
        [0.72 + 0.02 * jitter(k), TOP + 0.028 + 0.056 * k, -0.12],
        shade(color, k),
        0.016,
      ),
    ),
    overTheEdge(OCHRE),
    ...[MADDER, CELADON, PLUM, OCHRE].map((color, k) => hanging([-0.86, -0.47, 0.46, 0.87][k], color, k)),
  ];
}

/** Cloth on a wooden roller that lies along Z. */
function boltOf(color: string, [x, y, z]: Point): BufferGeometry[] {
  return [
    pole([x, y, z - 0.3], [x, y, z + 0.3], [0.078, 0.076], color, { sides: 9 }),
    pole([x, y, z - 0.33], [x, y, z + 0.34], [0.018, 0.018], '#d8c49a', { sides: 4 }),
  ];
}

/** A length that lies on the table and falls over its front edge. */
function overTheEdge(color: string): BufferGeometry {
  const outline: readonly (readonly [y: number, z: number])[] = [
    [0.36, 0.475],
    [0.6, 0.485],
    [TOP - 0.01, 0.468],
    [TOP + 0.012, 0.445],
    [TOP + 0.014, 0.2],
    [TOP + 0.02, -0.3],
  ];
  return cloth({
    columns: 4,
    rows: outline.length - 1,
    placeAt: (u, v) => {
      const [y, z] = outline[Math.round(v * (outline.length - 1))];
      const fold = 0.03 * Math.max(0, TOP - 0.05 - y) * Math.sin(5 * u + 1);
      return [0.06 + 0.36 * u, y, z + 2 * fold];
    },
    colorOf: (_, row) => (row === 4 ? '#d9cba8' : shade(color, 2)),
  });
}

/** A length that hangs from the back of the awning, in folds that widen downwards. */
function hanging(x: number, color: string, k: number): BufferGeometry {
  const length = 0.86 + 0.1 * jitter(k);
  return cloth({
    columns: 6,
    rows: 3,
    placeAt: (u, v) => {
      const down = 1 - v;
      const fold = 0.035 * (0.3 + down) * Math.sin(11 * u + 2 * k);
      return [x + (u - 0.5) * 0.34, 1.97 - length * down, -0.7 + fold];
    },
    colorOf: (_, row) => shade(row === 2 ? '#d3c5a3' : color, k),
  });
}
