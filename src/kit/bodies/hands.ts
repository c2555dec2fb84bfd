import { SKIN } from '../head/skin.js';
import { smoothstep } from '../math/shaping.js';
import { add, addScaled, cross, FORWARD, normalize, scale, type Vector } from '../math/vector.js';
import { type Detail, MeshBuilder, type Vertex } from '../mesh/mesh-builder.js';
import { addBothSides } from '../mesh/mirror.js';
import { shade } from '../mesh/paint.js';
import { addRings } from '../mesh/ring.js';
import { superellipse } from '../mesh/surface.js';
import { blendBones, FOREARM_DIRECTION, type Weights, WRIST } from '../skeleton/weights.js';

const HAND: Weights = [['handL', 1]];
/** Normal of the back of the left hand. */
const BACK = normalize(cross(FORWARD, FOREARM_DIRECTION));

/**
 * Returns a point of the left hand: distance along the forearm from the wrist, forward, and out of the back of the
 * hand.
 */
export function handPoint(along: number, forward: number, back: number): Vector {
  return addScaled(addScaled(addScaled(WRIST, FOREARM_DIRECTION, along), FORWARD, forward), BACK, back);
}

/** Builds both hands, half closed. */
export function buildHands(detail: Detail): MeshBuilder {
  const mesh = new MeshBuilder(detail);
  addBothSides(mesh, (left) => {
    if (left.isFar) {
      addMitten(left);
      return;
    }
    addPalm(left);
    FINGERS.forEach(([length, place]) => {
      addFinger(left, length, place);
    });
    addThumb(left);
  });
  return mesh;
}

/** Position along the hand | half width, half thickness, offset forward, offset back. */
const PALM = [
  [-0.03, 0.024, 0.021, 0, 0],
  [0.008, 0.028, 0.02, 0, 0],
  [0.045, 0.041, 0.0175, 0.002, 0],
  [0.09, 0.043, 0.015, 0, -0.004],
];

function addPalm(mesh: MeshBuilder): void {
  const vertexAt = ([along, width, thickness, forward, back]: number[], azimuth: number): Vertex => {
    const [x, z] = superellipse(azimuth, width, thickness, 2.5);
    return {
      position: handPoint(along, x + forward, z + back),
      paint: shade(SKIN, z < 0 ? 0.95 : 1),
      weights: blendBones('foreArmL', 'handL', smoothstep(-0.02, 0.01, along)),
    };
  };
  addRings(mesh, PALM, 8, vertexAt, { endCap: true });
}

/** Length | position across the palm in finger widths, from its middle; negative is towards the little finger. */
const FINGERS = [
  [0.058, -1.5],
  [0.07, -0.5],
  [0.074, 0.5],
  [0.062, 1.5],
];
const FINGER_RADIUS = 0.0108;

function addFinger(mesh: MeshBuilder, length: number, place: number): void {
  // Fraction of the finger's length | radius, as a factor.
  const rows = [
    [-0.1, 1],
    [0.5, 1.02],
    [1, 0.55],
  ];
  const vertexAt = ([t, size]: number[], angle: number): Vertex => {
    const radius = FINGER_RADIUS * size;
    const isSide = Math.abs(Math.sin(angle)) > 0.7;
    return {
      position: handPoint(
        0.088 + length * t * (1 - 0.25 * t * t),
        place * 0.0208 + Math.sin(angle) * radius,
        -0.004 - length * 0.42 * t * t + Math.cos(angle) * radius,
      ),
      // Dark sides separate fingers that touch.
      paint: shade(SKIN, isSide ? 0.78 : 0.97),
      weights: HAND,
    };
  };
  addRings(mesh, rows, 4, vertexAt, { endCap: true });
}

function addThumb(mesh: MeshBuilder): void {
  const across = normalize(addScaled(FORWARD, FOREARM_DIRECTION, -0.6));
  const rows = [
    [-0.15, 1.25],
    [0.5, 1.1],
    [1, 0.5],
  ];
  const vertexAt = ([t, size]: number[], angle: number): Vertex => {
    const centre = handPoint(0.022 + 0.062 * t, 0.034 + 0.026 * t - 0.008 * t * t, -0.006 - 0.018 * t * t);
    const radius = 0.0118 * size;
    const offset = add(scale(BACK, Math.cos(angle) * radius), scale(across, Math.sin(angle) * radius));
    return { position: add(centre, offset), paint: shade(SKIN, 0.97), weights: HAND };
  };
  addRings(mesh, rows, 5, vertexAt, { endCap: true });
}

/** Position along the hand | half width, half thickness. */
const MITTEN = [
  [-0.03, 0.022, 0.02],
  [0.05, 0.04, 0.02],
  [0.155, 0.026, 0.014],
];

function addMitten(mesh: MeshBuilder): void {
  const vertexAt = ([along, width, thickness]: number[], angle: number): Vertex => ({
    position: handPoint(along, Math.sin(angle) * width, Math.cos(angle) * thickness - along * along * 0.8),
    paint: SKIN,
    weights: HAND,
  });
  addRings(mesh, MITTEN, 4, vertexAt, { endCap: true });
}
