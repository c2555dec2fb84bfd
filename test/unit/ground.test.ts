import {
  BatchedMesh,
  BufferGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  OrthographicCamera,
  PerspectiveCamera,
  PlaneGeometry,
  Raycaster,
  Vector3,
} from 'three';
import {
  type CreateCrowdFromGLTFOptions,
  type Crowd,
  type CrowdIntersection,
  terrainHeight,
} from 'three-crowd';
import { completeRecipe } from 'three-crowd/protocol';
import { type Person, SimulationDriver } from 'three-crowd/simulate';
import { describe, expect, onTestFinished, test } from 'vitest';
import { errorOf } from '../support/error-of.js';
import { createForeignCrowd } from '../support/foreign-file.js';
import { buildKitCrowd } from '../support/render/kit-crowd.js';
import { sampleCharacter } from '../support/render/sample-characters.js';
import { filesOf, mixamoExport } from '../support/rig/mixamo-export.js';
import { skinnedMeshesOf, worldVertices } from '../support/skinned-meshes.js';

const HALF = 12;
const COLUMNS = 10 * 2 * HALF + 1;
const hills = (x: number, z: number): number => 2 * Math.sin(x / 5) * Math.cos(z / 5);
const steepHills = (x: number, z: number): number => 2 * Math.sin(x / 3.2) * Math.cos(z / 5);
/** Slopes of up to 34 degrees in all directions. */
const closeHills = (x: number, z: number): number => 2 * Math.sin(x / 3) * Math.cos(z / 3);
const data = Float32Array.from({ length: COLUMNS ** 2 }, (_, k) =>
  hills((k % COLUMNS) / 10 - HALF, Math.floor(k / COLUMNS) / 10 - HALF),
);
const map = { data, columns: COLUMNS, rows: COLUMNS, minX: -HALF, minZ: -HALF, maxX: HALF, maxZ: HALF };

/** Hills of the same heights in the world, in a mesh that lies a metre lower and is lifted by its parent. */
function hillMesh(): Mesh {
  const geometry = new PlaneGeometry(2 * HALF, 2 * HALF, 120, 120).rotateX(-Math.PI / 2);
  const { position } = geometry.attributes;
  for (let k = 0; k < position.count; k++) position.setY(k, hills(position.getX(k), position.getZ(k)) - 1);
  const mesh = new Mesh(geometry);
  mesh.position.y = 1;
  return mesh;
}

/** The same hills of two meshes, each of half of their triangles. */
function hillGroup(): Group {
  const halves = [0, 1].map((half) => {
    const mesh = hillMesh();
    const { index } = mesh.geometry;
    const corners = index!.count / 2;
    mesh.geometry.setIndex([...index!.array.slice(half * corners, (half + 1) * corners)]);
    return mesh;
  });
  return new Group().add(...halves);
}

/** A slope of four instances of a tile; it rises by 0.2 m a metre along x. */
function slopeOfInstances(): InstancedMesh {
  const tile = new PlaneGeometry(HALF, HALF).rotateX(-Math.PI / 2);
  const { position } = tile.attributes;
  for (let k = 0; k < position.count; k++) position.setY(k, 0.2 * position.getX(k));
  const mesh = new InstancedMesh(tile, new MeshBasicMaterial(), 4);
  for (let k = 0; k < 4; k++) {
    const [x, z] = [((k % 2) - 0.5) * HALF, (Math.floor(k / 2) - 0.5) * HALF];
    mesh.setMatrixAt(k, new Matrix4().makeTranslation(x, 0.2 * x - 3, z));
  }
  mesh.position.y = 3;
  return mesh;
}

const recipe = completeRecipe({
  ...{ seed: 3, size: 6, boundaryShape: 'circle', boundaryRadius: 8, spawnRadius: 6, pace: 1 },
  terrain: { active: true, amplitude: 4, frequency: 0.03, noiseType: 'simplex' },
});
const hilly = terrainHeight(recipe);

const files = filesOf(await mixamoExport({ stride: 1.2 }));

const create = (options: Partial<CreateCrowdFromGLTFOptions>): Promise<Crowd> =>
  createForeignCrowd(files, { strict: false, motion: { worker: false }, ...options });

function cameraAbove(): PerspectiveCamera {
  const camera = new PerspectiveCamera(60, 1, 0.1, 100);
  camera.position.set(0, 6, 8);
  camera.lookAt(0, 0, 0);
  camera.updateMatrixWorld();
  return camera;
}

/** Shows everybody so large that their feet are updated in every frame. */
function closeCamera(): OrthographicCamera {
  const camera = new OrthographicCamera(-9, 9, 9, -9, 0.1, 100);
  camera.position.set(0, 6, 8);
  camera.lookAt(0, 0, 0);
  camera.updateMatrixWorld();
  return camera;
}

const seats = Array.from({ length: 6 }, (_, k) => ({
  x: 2 * k - 5,
  z: 3 - 1.3 * k,
  ...(k % 2 ? { clip: 'walk' } : {}),
}));

describe.each(['clones', 'instanced'] as const)('%s', (mode) => {
  test.each<[string, Partial<CreateCrowdFromGLTFOptions>, typeof hills]>([
    ['a function', { ground: hills, characters: seats }, hills],
    ['a heightmap', { ground: map, characters: seats }, hills],
    ['a mesh', { ground: hillMesh(), characters: seats }, hills],
    ['several meshes', { ground: hillGroup(), characters: seats }, hills],
    ['an instanced mesh', { ground: slopeOfInstances(), characters: seats }, (x) => 0.2 * x],
    ["a recipe's terrain", { recipe }, hilly],
    ["a ground in place of a recipe's terrain", { recipe, ground: hills }, hills],
  ])('everybody is on %s, from the first picture on', async (_name, options, ground) => {
    const crowd = await create({ mode, ...options });
    const camera = cameraAbove();
    let highest = 0;
    let walked = 0;
    const roots: number[] = [];
    const check = (): void => {
      for (let i = 0; i < crowd.size; i++) {
        const { x, y, z, clip } = crowd.get(i);
        roots.push(Math.abs(y - ground(x, z)));
        highest = Math.max(highest, Math.abs(y));
        if (clip === 'walk') walked += 1;
      }
    };
    for (let i = 0; i < crowd.size; i++)
      roots.push(Math.abs(crowd.get(i).y - ground(crowd.get(i).x, crowd.get(i).z)));
    for (let frame = 0; frame < 240; frame++) {
      crowd.update(1 / 30, camera);
      if (frame > 60) check();
    }
    expect(highest).toBeGreaterThan(0.8);
    expect(walked).toBeGreaterThan(100);
    expect(Math.max(...roots)).toBeLessThan(0.01);
  });

  test('who is put elsewhere or added stands on the ground; a height of the page holds', async () => {
    const crowd = await create({ mode, motion: false, ground: hills, characters: seats });
    expect(crowd.clips).toEqual(expect.arrayContaining(['idle', 'walk']));
    crowd.setTransform(0, { x: 7, z: 1 });
    crowd.setTransform(1, { x: 7, y: 9, z: 1 });
    expect(crowd.get(0).y).toBeCloseTo(hills(7, 1), 5);
    expect(crowd.get(1).y).toBe(9);
    crowd.computeBoundingBox();
    expect(crowd.boundingBox!.max.y).toBeGreaterThan(9);
  });
});

describe.each(['clones', 'instanced'] as const)('%s', (mode) => {
  test('rays and boxes find people on hills as they do on even ground', async () => {
    const standing = seats.map(({ x, z }) => ({ x, z, clip: 'idle' }));
    const [even, crowd] = [
      await create({ mode, motion: false, characters: standing }),
      await create({ mode, motion: false, ground: hills, characters: standing }),
    ];
    const hitsOf = (on: Crowd, from: Vector3, direction: Vector3): CrowdIntersection[] =>
      new Raycaster(from, direction).intersectObject(on) as unknown as CrowdIntersection[];
    for (const [i, { x, z }] of seats.entries()) {
      const height = hills(x, z);
      for (const [from, direction] of [
        [new Vector3(x + 0.03, 50, z + 0.01), new Vector3(0, -1, 0)],
        [new Vector3(x + 0.03, 1.1, z + 1), new Vector3(0, 0, -1)],
      ]) {
        const [expected] = hitsOf(even, from.clone(), direction);
        from.y += height;
        const [hit] = hitsOf(crowd, from, direction);
        expect([expected.character, hit.character]).toEqual([i, i]);
        expect(hit.point.distanceTo(expected.point.setY(expected.point.y + height))).toBeLessThan(1e-4);
      }
    }
    const heights = seats.map(({ x, z }) => hills(x, z));
    const [lowest, highest] = [Math.min(...heights), Math.max(...heights)];
    expect(highest - lowest).toBeGreaterThan(1.5);
    for (const measured of [even, crowd]) measured.computeBoundingBox();
    expect(crowd.boundingBox!.min.y).toBeCloseTo(even.boundingBox!.min.y + lowest, 4);
    expect(crowd.boundingBox!.max.y).toBeCloseTo(even.boundingBox!.max.y + highest, 4);
  });
});

/** By clip: how far the lowest vertex of each clone is above the ground in each of 200 frames, by three's own skinning, metres. */
async function lowestVertices(ground: typeof hills): Promise<Record<'idle' | 'walk', number[]>> {
  const crowd = await create({ mode: 'clones', ground, characters: seats });
  const lowest: Record<'idle' | 'walk', number[]> = { idle: [], walk: [] };
  for (let frame = 0; frame < 290; frame++) {
    crowd.update(1 / 30, closeCamera());
    if (frame < 90) continue;
    crowd.updateMatrixWorld();
    const meshes = skinnedMeshesOf(crowd);
    expect(meshes).toHaveLength(seats.length);
    for (const [i, mesh] of meshes.entries()) {
      const above = worldVertices(mesh).map(({ x, y, z }) => y - ground(x, z));
      lowest[crowd.get(i).clip as 'idle' | 'walk'].push(Math.min(...above));
    }
  }
  return lowest;
}

test.each([
  ['hills', hills],
  ['steep hills', steepHills],
  ['close hills', closeHills],
])('the feet of clones are within a centimetre of %s', async (_, ground) => {
  const even = await lowestVertices(() => 0);
  const uneven = await lowestVertices(ground);
  for (const clip of ['idle', 'walk'] as const) {
    expect(uneven[clip].length).toBeGreaterThan(500);
    // Between two steps of this walk, its feet are 7 cm up, on even ground as well.
    expect(Math.min(...uneven[clip])).toBeGreaterThan(-0.01);
    expect(Math.max(...uneven[clip])).toBeLessThan(Math.max(...even[clip]) + 0.01);
  }
});

test.each<[name: string, kind: 'stand' | 'wander', ground: typeof hills]>([
  ['standing', 'stand', hills],
  ['walking', 'wander', hills],
  ['standing on slopes of 32 degrees', 'stand', steepHills],
  ['walking on slopes of 32 degrees', 'wander', steepHills],
  ['walking on slopes of 34 degrees', 'wander', closeHills],
])('feet are within a centimetre of hills: %s', async (_, kind, ground) => {
  const walks = kind === 'wander';
  // Between two steps, the lower sole is up to 2.1 cm up on even ground as well.
  const highest = walks ? 0.021 : 0.01;
  const person = ({ x, z }: { x: number; z: number }): Person => ({
    ...{ x, z, heading: 0, radius: 0.3, speed: 1 },
    goal: { kind },
  });
  const crowd = await buildKitCrowd(6, {
    ground,
    characters: seats.map(({ x, z }, index) => ({
      ...sampleCharacter(index),
      ...{ x, z, anim_clip: walks ? 'walk' : 'idle' },
    })),
    createSimulation: async () => ({
      simulation: new SimulationDriver(
        {
          ...{ seed: 1, paths: [], obstacles: [], walls: [], anticipation: 0.5, personalSpace: 0 },
          boundary: { kind: 'disc', radius: 6 },
          people: seats.map(person),
        },
        { worker: false },
      ),
      personOf: person,
    }),
  });
  onTestFinished(() => crowd.dispose());
  for (let frame = 0; frame < 90; frame++) crowd.update(1 / 30, closeCamera());
  const place = new Matrix4();
  const above = (i: number, joint: string, at: Vector3): number => {
    const { x, y, z } = at.applyMatrix4(crowd.getSocketMatrix(i, joint, place));
    return y - ground(x, z);
  };
  // The sole under the toe joint, and the heel: centimetres from the joints of the kit at rest.
  const soleOf = (i: number, side: string): number =>
    Math.min(
      above(i, `toe${side}`, new Vector3(0, -3, 0)),
      above(i, `foot${side}`, new Vector3(0, -8.5, -5.5)),
    );
  const soles: number[] = [];
  for (let frame = 0; frame < (walks ? 200 : 1); frame++) {
    crowd.update(1 / 30, closeCamera());
    for (const i of seats.keys()) {
      const both = [soleOf(i, 'L'), soleOf(i, 'R')];
      // Of somebody who walks, one foot is in the air.
      soles.push(...(walks ? [Math.min(...both)] : both));
    }
  }
  if (walks) expect(Math.hypot(crowd.get(0).x - seats[0].x, crowd.get(0).z - seats[0].z)).toBeGreaterThan(1);
  expect(Math.min(...soles)).toBeGreaterThan(-0.01);
  expect(Math.max(...soles)).toBeLessThan(highest);
});

describe.each(['clones', 'instanced'] as const)('%s', (mode) => {
  test.each<[string, Partial<CreateCrowdFromGLTFOptions>]>([
    ['a simulation', {}],
    ['their clips', { motion: false, rootMotion: true }],
  ])('people moved by %s keep their height while ground fails, with one warning', async (_name, options) => {
    let height: (x: number, z: number) => number = hills;
    const warnings: string[] = [];
    const crowd = await create({
      ...{ mode, characters: seats, ground: (x, z) => height(x, z) },
      ...{ onWarning: (message: string) => warnings.push(message), ...options },
    });
    const walk = (seconds: number): void => {
      for (let frame = 0; frame < 30 * seconds; frame++) crowd.update(1 / 30, cameraAbove());
    };
    const states = () => seats.map((_, i) => crowd.get(i));
    walk(2);
    warnings.length = 0;
    const before = states();
    for (const failing of [() => Number.NaN, () => JSON.parse('{')] as const) {
      height = failing;
      walk(2);
    }
    const after = states();
    const ways = after.map(({ x, z }, i) => Math.hypot(x - before[i].x, z - before[i].z));
    expect(Math.max(...ways)).toBeGreaterThan(1);
    // Up to the end of the step that began on the ground.
    for (const [i, { y }] of after.entries()) expect(Math.abs(y - before[i].y)).toBeLessThan(0.1);
    expect(warnings).toEqual([expect.stringContaining('ground returned NaN at x = ')]);
    expect(() => crowd.setTransform(0, { x: 1 })).toThrow('ground threw');
    height = hills;
    walk(1);
    for (const { x, y, z } of states()) expect(y).toBeCloseTo(hills(x, z), 2);
  });

  test('people that their clips move stay on the ground', async () => {
    const crowd = await create({
      ...{ mode, motion: false, rootMotion: true, ground: hills },
      characters: seats.map((seat) => ({ ...seat, clip: 'walk' })),
    });
    for (let frame = 0; frame < 120; frame++) crowd.update(1 / 30);
    for (const [i, seat] of seats.entries()) {
      const { x, y, z } = crowd.get(i);
      expect(Math.hypot(x - seat.x, z - seat.z)).toBeGreaterThan(2);
      expect(y).toBeCloseTo(hills(x, z), 4);
    }
  });
});

test('people slow down uphill, however far they are sent', async () => {
  const wayOf = async (slope: number): Promise<number> => {
    const crowd = await create({ ground: (_x, z) => slope * z, characters: [{ x: 0, z: 0 }] });
    crowd.motion!.goTo(0, [0, 60]);
    while (crowd.get(0).z < 30) crowd.update(1 / 30);
    const from = crowd.get(0).z;
    for (let frame = 0; frame < 300; frame++) crowd.update(1 / 30);
    return crowd.get(0).z - from;
  };
  // Tobler: e^(−3.5 (0.3 + 0.05)) of e^(−3.5 · 0.05).
  const [flat, steep] = [await wayOf(0), await wayOf(0.3)];
  expect(flat).toBeGreaterThan(3);
  expect(steep / flat).toBeGreaterThan(0.25);
  expect(steep / flat).toBeLessThan(0.5);
});

test.each<[string, unknown, string]>([
  ['a number', 3, 'ground is no function'],
  ['a function without a height', () => Number.NaN, 'ground returned NaN at x = '],
  ['a function that returns nothing', () => {}, 'ground returned undefined at x = '],
  [
    'too few heights',
    { ...map, columns: 7 },
    'ground.data has 58081 heights; 7 columns and 241 rows need 1687',
  ],
  ['no columns', { data: [1] }, 'ground.columns is NaN'],
  ['no extents', { data: [1, 2, 3, 4], columns: 2, rows: 2 }, 'ground.minX is undefined'],
  [
    'a height that is none',
    { ...map, data: data.map((_, k) => (k === 5 ? Number.NaN : 0)) },
    'ground.data[5] is NaN',
  ],
  ['an empty mesh', new Mesh(new BufferGeometry()), 'ground is a mesh of 0 triangles'],
  ['an upright mesh', new Mesh(new PlaneGeometry()), 'covers no area seen from above'],
  ['a batched mesh', new BatchedMesh(2, 8, 12), 'BatchedMesh "", which is not read; give its meshes'],
  [
    'a function that throws',
    () => {
      throw new RangeError('no tile');
    },
    'ground threw "no tile" at x = ',
  ],
])('%s is refused', async (_name, ground, message) => {
  const error = await errorOf(create({ ground: ground as never, count: 2 }));
  expect(error.message).toContain(message);
});

test('a hole in a mesh is told once, with its size', async () => {
  const mesh = hillMesh();
  mesh.geometry = mesh.geometry.toNonIndexed();
  mesh.geometry.setDrawRange(0, Number.POSITIVE_INFINITY);
  const { array } = mesh.geometry.attributes.position;
  // The first 12 of 120 rows of the grid, but for one triangle at the corner.
  for (let k = 9; k < 12 * 120 * 18; k++) array[k] = array[k % 9];
  const warnings: string[] = [];
  await create({ ground: mesh, count: 2, onWarning: (message) => warnings.push(message) });
  expect(warnings.filter((text) => text.includes('mesh of ground'))).toEqual([
    expect.stringMatching(/has no surface on (9\.\d|10) % of its 24\.0 by 24\.0 m/),
  ]);
});
