import { clamp, mix } from '../math/shaping.js';
import { subtract } from '../math/vector.js';
import { addLoft } from '../mesh/loft.js';
import type { MeshBuilder, Vertex } from '../mesh/mesh-builder.js';
import { addBothSides } from '../mesh/mirror.js';
import { type Paint, shade } from '../mesh/paint.js';
import { line, ring } from '../mesh/ring.js';
import type { Surface } from '../mesh/surface.js';
import { armPoint, aroundArm, torsoWeights, UPPER_ARM_DIRECTION } from '../skeleton/weights.js';

export interface Lamellar {
  readonly top: number;
  readonly bottom: number;
  readonly rows: number;
  readonly farRows: number;
  /** Metres outside the cloth. */
  readonly offset: number;
  readonly paint: Paint;
}

const SEGMENTS = 20;
const OVERLAP = 1.12;
/** Brightness of every second vertex. The alternation looks like separate plates. */
const PLATE_SHADE = 0.6;

const platePaint = (paint: Paint, index: number): Paint => (index % 2 ? shade(paint, PLATE_SHADE) : paint);

/** Adds rows of small iron plates around the body. The profile of each row is a sawtooth. */
export function addLamellar(mesh: MeshBuilder, surface: Surface, armour: Lamellar): void {
  const count = mesh.isFar ? armour.farRows : armour.rows;
  const height = (armour.top - armour.bottom) / count;
  for (let i = 0; i < count; i++) {
    const top = armour.top - i * height;
    const bottom = top - height * OVERLAP;
    const rows = [
      [top, -0.002, 0.8],
      [bottom + 0.005, 0.011, 1.1],
      [bottom, 0.001, 0.45],
    ].map(([y, out, brightness]) => ({
      vertices: ring(
        mesh,
        SEGMENTS,
        (azimuth, column): Vertex => {
          const position = surface(azimuth, y, armour.offset + out);
          const paint = platePaint(shade(armour.paint, brightness), column);
          return { position, paint, weights: torsoWeights(position) };
        },
        mesh.isFar ? 0 : (i % 2) * 0.5,
      ),
    }));
    addLoft(mesh, rows);
  }
}

const PAULDRON_ROWS = 3;
/** Extent to both sides of the top of the arm, radians. */
const PAULDRON_REACH = 2.1;

/** Adds plates over both upper arms. */
export function addPauldrons(mesh: MeshBuilder, paint: Paint): void {
  addBothSides(mesh, (left) => {
    for (let i = 0; i < (left.isFar ? 1 : PAULDRON_ROWS); i++) addPauldronRow(left, i, paint);
  });
}

function addPauldronRow(mesh: MeshBuilder, row: number, paint: Paint): void {
  const start = -0.08 + row * 0.14;
  const end = start + (mesh.isFar ? 0.46 : 0.17);
  const weights = [
    ['chest', 0.1],
    ['clavicleL', 0.45 * (1 - row * 0.33)],
    ['upperArmL', 0.45 + 0.2 * row],
  ] as const;
  const rows = [
    [start, row === 0 ? 0.068 : 0.08, 0.6],
    [end - 0.012, 0.098 - 0.003 * row, 1.1],
    [end, 0.088 - 0.003 * row, 0.45],
  ].map(([t, radius, brightness]) => ({
    vertices: line(mesh.isFar ? 5 : 9, (u, column): Vertex => {
      const angle = mix(-PAULDRON_REACH, PAULDRON_REACH, u);
      // Bends the ends towards the arm; otherwise they protrude as thin rails.
      const hug = 1 - 0.1 * Math.abs(u * 2 - 1) ** 6;
      return {
        position: aroundArm(t, UPPER_ARM_DIRECTION, angle, radius * hug),
        paint: platePaint(shade(paint, brightness), column),
        weights,
      };
    }),
  }));
  addLoft(mesh, rows, {
    isClosed: false,
    facing: (point) => subtract(point, armPoint(clamp((point[0] - 0.168) / 0.37, -0.1, 0.5))),
  });
}
