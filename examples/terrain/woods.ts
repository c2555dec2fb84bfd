import {
  Group,
  InstancedMesh,
  Matrix4,
  MeshStandardMaterial,
  type Object3D,
  Quaternion,
  Vector3,
} from 'three';
import { createPine } from './pine.js';
import { createRock } from './rock.js';

/** As a recipe has it. */
export interface Obstacle {
  readonly type: string;
  /** Metres. */
  readonly x: number;
  readonly z: number;
  readonly radius: number;
}

const at = (type: string, radius: number, places: readonly (readonly [x: number, z: number])[]): Obstacle[] =>
  places.map(([x, z], k) => ({ type, x, z, radius: radius * (0.8 + ((k * 7) % 5) / 10) }));

/** Where the pines and the rocks of this meadow are. */
export const OBSTACLES: Obstacle[] = [
  ...at('pine', 0.9, [
    [-9, 9],
    [-12, 5],
    [-7, 3],
    [10, 1],
    [14, -3],
    [9, -8],
    [-16, -9],
    [-13, -14],
    [3, -13],
    [19, 8],
  ]),
  ...at('pine', 0.9, [
    [-21, 3],
    [5, -20],
    [-4, -22],
    [17, -15],
    [22, 1],
    [-24, -6],
    [12, 15],
    [-15, 16],
  ]),
  ...at('rock', 1.1, [
    [4, 10],
    [-4, 7],
    [6.5, 8.5],
    [-1, -5],
    [-11, -3],
    [15, 3],
    [1, -16],
    [-18, 8],
    [11, -14],
  ]),
];

export interface Woods {
  readonly object: Object3D;
  follow(height: (x: number, z: number) => number): void;
}

/** A pine or a rock at every obstacle; one instanced mesh for each kind. */
export function createWoods(obstacles: readonly Obstacle[]): Woods {
  const material = new MeshStandardMaterial({ vertexColors: true, roughness: 1 });
  const kinds = [
    { type: 'pine', geometry: createPine() },
    { type: 'rock', geometry: createRock() },
  ].map(({ type, geometry }) => {
    const standing = obstacles.filter((obstacle) => obstacle.type === type);
    const mesh = new InstancedMesh(geometry, material, standing.length);
    mesh.castShadow = mesh.receiveShadow = true;
    mesh.frustumCulled = false;
    return { mesh, standing };
  });
  const follow = (height: (x: number, z: number) => number): void => {
    for (const { mesh, standing } of kinds) {
      for (const [k, obstacle] of standing.entries()) mesh.setMatrixAt(k, matrixOf(obstacle, height, k));
      mesh.instanceMatrix.needsUpdate = true;
    }
  };
  return { object: new Group().add(...kinds.map(({ mesh }) => mesh)), follow };
}

/** As wide as the obstacle's radius, and each turned its own way. */
function matrixOf({ x, z, radius }: Obstacle, height: (x: number, z: number) => number, k: number): Matrix4 {
  const turn = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), k * 2.4);
  return new Matrix4().compose(new Vector3(x, height(x, z), z), turn, new Vector3().setScalar(radius));
}
