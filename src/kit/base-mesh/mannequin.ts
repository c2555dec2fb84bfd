import { buildFeet } from '../bodies/feet.js';
import { buildHands } from '../bodies/hands.js';
import { writeSkinnedGlb } from '../gltf/write-glb.js';
import { headSurface } from '../head/head-shape.js';
import { smoothstep } from '../math/shaping.js';
import { add, mixVectors, scale, type Vector } from '../math/vector.js';
import { curve } from '../mesh/curve.js';
import { MeshBuilder, type Vertex } from '../mesh/mesh-builder.js';
import { addBothSides } from '../mesh/mirror.js';
import { computeNormals } from '../mesh/normals.js';
import { packMesh } from '../mesh/pack.js';
import { untinted } from '../mesh/paint.js';
import { addRings } from '../mesh/ring.js';
import { superellipse } from '../mesh/surface.js';
import { baseSkeleton, baseSkin, besideBaseBone } from '../skeleton/base-skeleton.js';
import {
  armWeights,
  aroundArm,
  FOREARM_DIRECTION,
  HEAD_WEIGHTS,
  torsoWeights,
  UPPER_ARM_DIRECTION,
  type Weights,
} from '../skeleton/weights.js';

const CLAY = untinted('#c8b49c');

/** Height | half width, half depth, centre. */
const TORSO = curve([
  [1.5, 0.045, 0.05, -0.008],
  [1.44, 0.05, 0.052, -0.014],
  [1.405, 0.088, 0.068, -0.014],
  [1.385, 0.125, 0.08, -0.013],
  [1.35, 0.156, 0.092, -0.01],
  [1.25, 0.158, 0.108, 0],
  [1.14, 0.142, 0.102, 0.002],
  [1.04, 0.13, 0.094, 0],
  [0.97, 0.146, 0.104, -0.004],
  [0.9, 0.15, 0.106, -0.006],
  [0.855, 0.105, 0.085, -0.006],
]);
const TORSO_HEIGHTS = [1.5, 1.44, 1.39, 1.35, 1.25, 1.14, 1.04, 0.95, 0.855];

/** Height | centre to the left, radius, centre in depth. */
const LEG = curve([
  [0.93, 0.08, 0.07, -0.004],
  [0.84, 0.088, 0.078, 0],
  [0.7, 0.092, 0.07, 0.004],
  [0.52, 0.096, 0.053, 0.006],
  [0.47, 0.096, 0.053, 0.004],
  [0.36, 0.098, 0.055, -0.012],
  [0.22, 0.1, 0.042, -0.018],
  [0.11, 0.1, 0.035, -0.02],
]);
const LEG_HEIGHTS = [0.93, 0.8, 0.53, 0.45, 0.36, 0.2, 0.08];

/** Position along the arm | radius. */
const ARM = curve([
  [-0.14, 0.05],
  [0.02, 0.06],
  [0.2, 0.05],
  [0.42, 0.041],
  [0.53, 0.038],
  [0.64, 0.039],
  [0.98, 0.026],
]);
const ARM_POSITIONS = [-0.14, 0.02, 0.2, 0.46, 0.6, 0.98];

const HEAD_HEIGHTS = [0.125, 0.1, 0.05, 0.005, -0.03, -0.065, -0.1, -0.1265];

/** Writes `rest_reference_glb`: the figure that clips are authored for. */
export function writeBaseMesh(): Promise<Uint8Array> {
  const mesh = buildMannequin();
  const paints = mesh.vertices.map(({ paint }) => paint);
  const part = { name: 'base_mesh', mesh: packMesh(mesh, computeNormals(mesh), paints), roughness: 0.9 };
  return writeSkinnedGlb(baseSkeleton(), baseSkin(), [part]);
}

/** Builds a plain clay figure in the characters' rest pose, then moves it to the base mesh's pose. */
function buildMannequin(): MeshBuilder {
  const mesh = new MeshBuilder('near');
  addTorso(mesh);
  addHead(mesh);
  addBothSides(mesh, (left) => {
    addArm(left);
    addLeg(left);
  });
  mesh.append(buildHands('far'));
  mesh.append(buildFeet('far'));
  mesh.vertices.forEach((vertex, i) => {
    mesh.vertices[i] = { ...vertex, paint: CLAY, position: onBaseMesh(vertex) };
  });
  return mesh;
}

function onBaseMesh({ position, weights }: Vertex): Vector {
  const total = weights.reduce((sum, [, share]) => sum + share, 0);
  return weights.reduce<Vector>(
    (sum, [bone, share]) => add(sum, scale(besideBaseBone(bone, position), share / total)),
    [0, 0, 0],
  );
}

function addTorso(mesh: MeshBuilder): void {
  const vertexAt = (y: number, azimuth: number): Vertex => {
    const [radiusX, radiusZ, centre] = TORSO(y);
    const [x, z] = superellipse(azimuth, radiusX, radiusZ, 2.2);
    const position: Vector = [x, y, z + centre];
    return { position, paint: CLAY, weights: bareTorsoWeights(position) };
  };
  addRings(mesh, TORSO_HEIGHTS, 8, vertexAt, { endCap: true });
}

/** Replaces skirt bones by the hips, since the figure wears no skirt. */
function bareTorsoWeights(point: Vector): Weights {
  return torsoWeights(point).map(([bone, share]) => [bone.startsWith('skirt') ? 'hips' : bone, share]);
}

function addHead(mesh: MeshBuilder): void {
  const surface = headSurface({ nose: 0.6, browRidge: 0.5 });
  const vertexAt = (y: number, azimuth: number): Vertex => {
    return { position: surface(azimuth, y), paint: CLAY, weights: HEAD_WEIGHTS };
  };
  addRings(mesh, HEAD_HEIGHTS, 8, vertexAt, { startCap: true, endCap: true });
}

function addArm(left: MeshBuilder): void {
  addRings(left, ARM_POSITIONS, 5, (t, angle) => {
    const direction = mixVectors(UPPER_ARM_DIRECTION, FOREARM_DIRECTION, smoothstep(0.4, 0.66, t));
    return { position: aroundArm(t, direction, angle, ARM(t)[0]), paint: CLAY, weights: armWeights(t) };
  });
}

function addLeg(left: MeshBuilder): void {
  addRings(left, LEG_HEIGHTS, 6, (y, azimuth) => {
    const [x, radius, z] = LEG(y);
    return {
      position: [x + radius * Math.sin(azimuth), y, z + radius * 1.06 * Math.cos(azimuth)],
      paint: CLAY,
      weights: legWeights(y),
    };
  });
}

function legWeights(y: number): Weights {
  const hips = smoothstep(0.84, 0.94, y) * 0.8;
  const thigh = smoothstep(0.43, 0.56, y);
  const foot = 1 - smoothstep(0.08, 0.14, y);
  return [
    ['hips', hips],
    ['thighL', (1 - hips) * thigh],
    ['shinL', (1 - hips) * (1 - thigh) * (1 - foot)],
    ['footL', (1 - hips) * (1 - thigh) * foot],
  ];
}
