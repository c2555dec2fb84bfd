import type { MeshBuilder, Vertex } from '../mesh/mesh-builder.js';
import { GOLD, type Paint, shade, untinted } from '../mesh/paint.js';
import { addRings } from '../mesh/ring.js';
import { HANGING, HANGING_GRIP } from './grip.js';

const LACQUER = untinted('#7a2a20');

/** Between the fists of a hanging arm and of one that swings back. */
const X = HANGING_GRIP[0] - 0.012;
const Z = HANGING_GRIP[2] + 0.005;

type Row = readonly [y: number, radius: number, paint: Paint];

/** Height | radius. The top stays below the chin where arms are crossed. */
const SHAFT: readonly Row[] = [
  [0.16, 0.013, GOLD],
  [0.2, 0.013, GOLD],
  [0.2, 0.012, LACQUER],
  [1.07, 0.012, LACQUER],
];
const HEAD: readonly Row[] = [
  [1.045, 0.014, GOLD],
  [1.06, 0.034, GOLD],
  [1.1, 0.047, GOLD],
  [1.15, 0.042, GOLD],
  [1.18, 0.02, GOLD],
  [1.195, 0.006, GOLD],
];
/** Ribs of the melon. */
const RIBS = 6;

/** Adds the gilt melon mace of the palace guard, upright in the left hand. */
export function addMace(mesh: MeshBuilder): void {
  const around = (y: number, radius: number, azimuth: number, paint: Paint): Vertex => ({
    position: [X + Math.sin(azimuth) * radius, y, Z + Math.cos(azimuth) * radius],
    paint,
    weights: HANGING,
  });
  const shaft = mesh.isFar ? SHAFT.slice(2) : SHAFT;
  addRings(mesh, shaft, 5, ([y, radius, paint], azimuth) => around(y, radius, azimuth, paint));
  const head = mesh.isFar ? [HEAD[0], HEAD[2], HEAD[5]] : HEAD;
  addRings(
    mesh,
    head,
    2 * RIBS,
    ([y, radius, paint], azimuth) => {
      const rib = Math.cos(azimuth * RIBS);
      return around(y, radius * (1 + 0.1 * rib), azimuth, shade(paint, 0.85 + 0.2 * rib));
    },
    { endCap: true },
  );
}
