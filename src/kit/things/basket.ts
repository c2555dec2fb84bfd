import { smoothstep } from '../math/shaping.js';
import { mixVectors, type Vector } from '../math/vector.js';
import type { MeshBuilder, Vertex } from '../mesh/mesh-builder.js';
import { type Paint, shade, untinted } from '../mesh/paint.js';
import { addRings } from '../mesh/ring.js';
import { blendBones, type Weights } from '../skeleton/weights.js';
import { FIST, HANGING, HANGING_GRIP } from './grip.js';

const WICKER = untinted('#a07a45');
const RIM = untinted('#6f5128');

/** Fraction of the height | fraction of the radius. The last two are inside. */
const SIDE: readonly (readonly [height: number, radius: number, paint: Paint])[] = [
  [0, 0.72, WICKER],
  [0.84, 1, WICKER],
  [0.84, 1, RIM],
  [1, 1, RIM],
  [1, 0.9, RIM],
];

export interface Basket {
  /** Middle of the bottom. */
  readonly bottom: Vector;
  readonly radius: number;
  readonly height: number;
  /** Colour of what is inside. */
  readonly load: Paint;
  readonly weights: Weights;
}

/** Adds an open wicker basket heaped with goods. */
export function addBasket(mesh: MeshBuilder, { bottom, radius, height, load, weights }: Basket): void {
  const [x, y, z] = bottom;
  const around = (azimuth: number, up: number, r: number, paint: Paint): Vertex => ({
    position: [x + Math.sin(azimuth) * r * radius, y + up * height, z + Math.cos(azimuth) * r * radius],
    paint,
    weights,
  });
  const side = mesh.isFar ? [SIDE[0], SIDE[1]] : SIDE;
  addRings(mesh, side, 10, ([up, r, paint], azimuth, column) =>
    around(azimuth, up, r, shade(paint, column % 2 ? 0.86 : 1.06)),
  );
  // A heap of round pieces.
  const heap = [
    [0.86, 0.95],
    [1.32, mesh.isFar ? 0.04 : 0.35],
  ];
  addRings(
    mesh,
    heap,
    8,
    ([up, r], azimuth, column) =>
      around(azimuth, up + (column % 2 ? 0 : 0.07), r, shade(load, column % 2 ? 0.72 : 1.1)),
    { endCap: !mesh.isFar && shade(load, 1.1) },
  );
}

const RADIUS = 0.105;
const HEIGHT = 0.12;
/** From the hand down to the bottom, metres. */
const DROP = 0.3;
const VEGETABLES = untinted('#7d9150');

/** Adds a basket with a bow handle, hanging from the left hand. */
export function addHandBasket(mesh: MeshBuilder): void {
  const bottom: Vector = [HANGING_GRIP[0], HANGING_GRIP[1] - DROP, HANGING_GRIP[2]];
  addBasket(mesh, { bottom, radius: RADIUS, height: HEIGHT, load: VEGETABLES, weights: HANGING });
  // The handle, from rim to rim through the fist. Its top follows the hand.
  const spans = mesh.isFar ? 3 : 8;
  const angles = Array.from({ length: spans + 1 }, (_, i) => (i / spans) * Math.PI);
  addRings(mesh, angles, 4, (along, angle) => {
    const rise = Math.sin(along);
    const held = smoothstep(0.3, 1, rise);
    const onArch: Vector = [
      bottom[0],
      bottom[1] + HEIGHT + rise * (DROP - HEIGHT),
      bottom[2] + Math.cos(along) * RADIUS,
    ];
    const [x, y, z] = mixVectors(onArch, [FIST[0], FIST[1], FIST[2] + onArch[2] - bottom[2]], held);
    return {
      position: [
        x + Math.sin(angle) * 0.01,
        y + Math.cos(angle) * 0.008 * rise,
        z + Math.cos(angle) * 0.008 * Math.cos(along),
      ],
      paint: shade(WICKER, 0.8),
      weights: blendBones('sleeveWristL', 'handL', held),
    };
  });
}
