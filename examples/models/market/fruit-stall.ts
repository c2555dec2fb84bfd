import type { BufferGeometry } from 'three';
import { ball, dome, jitter, type Point, shade, turned } from './shapes.js';
import { BAMBOO, buildAwning, buildSkirt, buildTable, TOP } from './stall.js';

/** Radians from one fruit to the next. */
const GOLDEN_ANGLE = 2.39996;

/** Baskets of persimmons, pears and dates, and melons. */
export function buildFruitStall(): BufferGeometry[] {
  return [
    ...buildAwning(['#c8b48c', '#bfa97e', '#5d7286'], '#8b5a48'),
    ...buildTable(),
    buildSkirt('#c3b18b', '#5d7286'),
    ...basketOf({ fruits: 12, radius: 0.06, color: '#cf7d3a' }, [-0.82, TOP, 0.12]),
    ...basketOf({ fruits: 9, radius: 0.067, color: '#b9ab58' }, [-0.28, TOP, 0.14]),
    ...basketOf({ fruits: 8, radius: 0.052, color: '#7d3b31' }, [0.25, TOP, 0.1]),
    ...melons([0.82, TOP, 0.2]),
  ];
}

interface Fruits {
  /** Number of fruits on the heap. */
  readonly fruits: number;
  /** Metres. */
  readonly radius: number;
  readonly color: string;
}

/** A heap of fruits in a shallow basket, tilted towards the buyers. */
function basketOf({ fruits, radius, color }: Fruits, [x, y, z]: Point): BufferGeometry[] {
  const basket = turned(
    [
      [0, 0],
      [0.19, 0.004],
      [0.256, 0.085],
      [0.27, 0.106],
      [0.266, 0.12],
      [0.22, 0.09],
    ],
    BAMBOO,
    9,
  );
  const heap = dome(0.24, shade(color, 1, 0.05), 9)
    .scale(1, 0.3, 1)
    .translate(0, 0.09, 0);
  const singles = Array.from({ length: fruits }, (_, k) => {
    const [angle, away] = [k * GOLDEN_ANGLE, 0.2 * Math.sqrt((k + 0.3) / fruits)];
    const height = 0.165 - 1.2 * away ** 2 + 0.008 * jitter(k);
    return ball(radius, [Math.cos(angle) * away, height, Math.sin(angle) * away], shade(color, k, 0.05));
  });
  return [basket, heap, ...singles].map((piece) => piece.rotateX(0.16).translate(x, y + 0.032, z));
}

/** Three melons side by side, and one upon them. */
function melons([x, y, z]: Point): BufferGeometry[] {
  const places: readonly Point[] = [
    [0, 0.07, 0],
    [0.2, 0.07, -0.07],
    [0.05, 0.07, -0.22],
    [0.09, 0.2, -0.1],
  ];
  return places.map(([right, up, back], k) =>
    dome(0.11, shade('#7d9460', k, 0.06), 8)
      .scale(1.04, 0.92, 0.98)
      .rotateY(k)
      .translate(x + right, y + up, z + back),
  );
}
