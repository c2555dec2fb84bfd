import type { BufferGeometry } from 'three';
import { block, cloth, pole, shade } from './shapes.js';
import { stool } from './tea-table.js';

/** Metres. The storyteller stands on the side of −Z, and the listeners sit around the other side. */
const [WIDTH, DEPTH, TOP] = [0.9, 0.44, 0.8];
const RING = 1.5;
/** Directions of the stools from the table, radians from +Z. */
const SEATS = [-1, -0.5, 0, 0.5, 1];
const [WOOD, DARK, MADDER, OCHRE] = ['#7a4a33', '#4f2f22', '#8c4338', '#c79f5a'];

/** A storyteller's table with a cloth, a clapper and a closed fan, and stools for five listeners. */
export function buildStoryStand(): BufferGeometry[] {
  const legs = [-1, 1].flatMap((x) =>
    [-1, 1].map((z) =>
      pole([x * 0.4, 0, z * 0.17], [x * 0.4, TOP, z * 0.17], [0.03, 0.032], DARK, { sides: 4 }),
    ),
  );
  const front = cloth({
    columns: 7,
    rows: 4,
    placeAt: (u, v) => {
      const down = 0.62 * (1 - v);
      const fold = 0.03 * (1 - v) * Math.sin(25 * u);
      return [(u - 0.5) * (WIDTH + 0.02), TOP + 0.006 - down, DEPTH / 2 + 0.014 + fold];
    },
    colorOf: (column, row) => (row === 0 || row === 3 ? OCHRE : shade(MADDER, column, 0.015)),
  });
  return [
    block([WIDTH, 0.036, DEPTH], [0, TOP - 0.018, 0], WOOD),
    front,
    ...legs,
    block([0.13, 0.035, 0.045], [-0.14, TOP + 0.018, -0.08], DARK),
    pole([0.08, TOP + 0.014, -0.12], [0.3, TOP + 0.014, -0.06], [0.014, 0.02], '#d9cba8'),
    ...SEATS.flatMap((angle) => stool([0, 0, RING]).map((piece) => piece.rotateY(angle))),
  ];
}
