import { smoothstep } from '../math/shaping.js';
import { addLoft } from '../mesh/loft.js';
import { type Detail, MeshBuilder, type Vertex } from '../mesh/mesh-builder.js';
import { addBothSides } from '../mesh/mirror.js';
import { type Paint, untinted } from '../mesh/paint.js';
import { addRings } from '../mesh/ring.js';
import { superellipse } from '../mesh/surface.js';
import { blendBones } from '../skeleton/weights.js';

const BOOT = untinted('#2a2523');
/** White soles are typical of the period. */
const SOLE = untinted('#d9cdb4');
const SOLE_THICKNESS = 0.02;
/** Centre of the left foot, metres. */
const FOOT_X = 0.102;

/** Position along z | half width, height. */
const SHOE = [
  [-0.078, 0.022, 0.06],
  [-0.055, 0.037, 0.085],
  [0, 0.041, 0.1],
  [0.05, 0.046, 0.083],
  [0.092, 0.048, 0.057],
  [0.135, 0.04, 0.046],
  [0.166, 0.016, 0.04],
];
/** Height | half width, half depth, centre. Ends at the ankle: a taller shaft would penetrate gaiters. */
const ANKLE = [
  [0.05, 0.04, 0.05, -0.018],
  [0.1, 0.041, 0.05, -0.02],
  [0.135, 0.042, 0.049, -0.02],
];
/** Position along z | half width, height. */
const FAR_SHOE = [
  [-0.075, 0.034, 0.07],
  [0.03, 0.044, 0.1],
  [0.165, 0.03, 0.042],
];

const footWeights = (z: number) => blendBones('footL', 'toeL', smoothstep(0.05, 0.11, z));

/** Builds both feet in black cloth boots. */
export function buildFeet(detail: Detail): MeshBuilder {
  const mesh = new MeshBuilder(detail);
  addBothSides(mesh, (left) => {
    if (left.isFar) {
      addWedge(left);
      return;
    }
    addUpper(left);
    addSole(left);
    addAnkle(left);
  });
  return mesh;
}

function addUpper(mesh: MeshBuilder): void {
  const vertexAt = ([z, width, height]: number[], angle: number): Vertex => {
    const [x, up] = superellipse(angle, width, 1, 2.6);
    const y = SOLE_THICKNESS + (up > 0 ? up * (height - SOLE_THICKNESS) : up * 0.004);
    return {
      position: [FOOT_X + x * (1 - 0.12 * smoothstep(0.3, 1, up)), y, z],
      paint: BOOT,
      weights: footWeights(z),
    };
  };
  addRings(mesh, SHOE, 8, vertexAt, { startCap: true, endCap: true });
}

function addAnkle(mesh: MeshBuilder): void {
  addRings(mesh, ANKLE, 8, ([y, radiusX, radiusZ, centre], angle) => ({
    position: [FOOT_X - 0.002 + Math.sin(angle) * radiusX, y, Math.cos(angle) * radiusZ + centre],
    paint: BOOT,
    weights: blendBones('footL', 'shinL', smoothstep(0.07, 0.13, y)),
  }));
}

function addSole(mesh: MeshBuilder): void {
  const t = SOLE_THICKNESS;
  addPrism(mesh, SHOE, SOLE, () => [
    [-1.05, 0],
    [-1.06, t],
    [1.06, t],
    [1.05, 0],
  ]);
}

function addWedge(mesh: MeshBuilder): void {
  addPrism(mesh, FAR_SHOE, BOOT, (height) => [
    [-1, 0],
    [-0.7, height],
    [0.7, height],
    [1, 0],
  ]);
}

/** Adds a closed shape along z. `corners` returns x, as a factor of the half width, and y. */
function addPrism(
  mesh: MeshBuilder,
  table: readonly number[][],
  paint: Paint,
  corners: (height: number) => [side: number, y: number][],
): void {
  const rows = table.map(([z, width, height]) => ({
    vertices: corners(height).map(([side, y]): Vertex => {
      return { position: [FOOT_X + side * width, y, z], paint, weights: footWeights(z) };
    }),
  }));
  addLoft(mesh, rows, { startCap: true, endCap: true });
}
