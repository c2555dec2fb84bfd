import { handPoint } from '../bodies/hands.js';
import type { MeshBuilder, Vertex } from '../mesh/mesh-builder.js';
import { type Paint, shade, untinted } from '../mesh/paint.js';
import { addRings } from '../mesh/ring.js';
import type { Weights } from '../skeleton/weights.js';

const HAND: Weights = [['handL', 1]];
const SILK = untinted('#efe3c8');
const BAMBOO = untinted('#6d3b26');

/** Distance of the disc's middle from the fist, metres. */
const REACH = 0.19;
const RADIUS = 0.105;
/** Direction of the handle: mostly to the thumb's side, a little along the fingers. */
const FORWARD_SHARE = 0.86;
const ALONG_SHARE = 0.51;

/** Adds a round silk fan in the left hand. It lies in the plane of the palm. */
export function addFan(mesh: MeshBuilder): void {
  /** Returns a point at a distance along the handle, across it and out of the back of the hand. */
  const fanPoint = (out: number, across: number, back: number) =>
    handPoint(
      0.075 + ALONG_SHARE * out + FORWARD_SHARE * across,
      0.01 + FORWARD_SHARE * out - ALONG_SHARE * across,
      -0.026 + back,
    );
  addRings(mesh, [-0.06, REACH + RADIUS], 3, (out, angle) => ({
    position: fanPoint(out, Math.sin(angle) * 0.006, Math.cos(angle) * 0.006),
    paint: BAMBOO,
    weights: HAND,
  }));
  // Rows from one face over the rim to the other: radius, height above the plane.
  const rows: readonly (readonly [radius: number, back: number, paint: Paint])[] = [
    [0.93, 0.004, SILK],
    [1, 0, BAMBOO],
    [0.93, -0.004, SILK],
  ];
  const vertexAt = ([radius, back, paint]: (typeof rows)[number], angle: number): Vertex => ({
    position: fanPoint(
      REACH + Math.cos(angle) * RADIUS * radius,
      Math.sin(angle) * RADIUS * radius * 0.94,
      back,
    ),
    paint: shade(paint, 1 + 0.05 * Math.cos(angle * 2)),
    weights: HAND,
    isFixed: true,
  });
  addRings(mesh, mesh.isFar ? [rows[0], rows[2]] : rows, 14, vertexAt, { startCap: true, endCap: true });
}
