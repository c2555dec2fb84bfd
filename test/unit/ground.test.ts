import { BufferGeometry, Matrix4, Mesh, PerspectiveCamera, PlaneGeometry, Vector3 } from 'three';
import { type CreateCrowdFromGLTFOptions, type Crowd, createCrowdFromGLTF, terrainHeight } from 'three-crowd';
import { completeRecipe } from 'three-crowd/protocol';
import { SimulationDriver } from 'three-crowd/simulate';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { errorOf } from '../support/error-of.js';
import { type FileServer, serveFiles } from '../support/file-server.js';
import { buildKitCrowd } from '../support/render/kit-crowd.js';
import { plainRenderer } from '../support/render/plain-renderer.js';
import { sampleCharacter } from '../support/render/sample-characters.js';
import { mixamoExport } from '../support/rig/mixamo-export.js';

const HALF = 12;
const COLUMNS = 10 * 2 * HALF + 1;
const hills = (x: number, z: number): number => 2 * Math.sin(x / 5) * Math.cos(z / 5);
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

const recipe = completeRecipe({
  ...{ seed: 3, size: 6, boundaryShape: 'circle', boundaryRadius: 8, spawnRadius: 6, pace: 1 },
  terrain: { active: true, amplitude: 4, frequency: 0.03, noiseType: 'simplex' },
});
const hilly = terrainHeight(recipe);

let server: FileServer;
let files: readonly string[];
beforeAll(async () => {
  const exported = await mixamoExport({});
  server = await serveFiles(exported);
  files = [...exported.keys()].map((name) => `${server.url}${name}`);
});
afterAll(() => server.close());

async function create(options: Partial<CreateCrowdFromGLTFOptions>): Promise<Crowd> {
  const crowd = await createCrowdFromGLTF(files, {
    renderer: plainRenderer(),
    motion: { worker: false },
    ...options,
  });
  onTestFinished(() => crowd.dispose());
  return crowd;
}

function cameraAbove(): PerspectiveCamera {
  const camera = new PerspectiveCamera(60, 1, 0.1, 100);
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

test('feet near the camera are within a centimetre of hills', async () => {
  const crowd = await buildKitCrowd(6, {
    ground: hills,
    characters: seats.map(({ x, z }, index) => ({
      ...sampleCharacter(index),
      x,
      z,
      anim_clip: 'idle' as const,
    })),
    createSimulation: async () => ({
      simulation: new SimulationDriver(
        {
          ...{ seed: 1, paths: [], obstacles: [], walls: [], anticipation: 0.5, personalSpace: 0 },
          boundary: { kind: 'disc', radius: 30 },
          people: seats.map(({ x, z }) => ({
            x,
            z,
            heading: 0,
            radius: 0.3,
            speed: 1,
            goal: { kind: 'stand' },
          })),
        },
        { worker: false },
      ),
      personOf: ({ x, z }) => ({ x, z, heading: 0, radius: 0.3, speed: 1, goal: { kind: 'stand' } }),
    }),
  });
  onTestFinished(() => crowd.dispose());
  for (let frame = 0; frame < 90; frame++) crowd.update(1 / 30, cameraAbove());
  const place = new Matrix4();
  const above = (i: number, joint: string, at: Vector3): number => {
    const { x, y, z } = at.applyMatrix4(crowd.getSocketMatrix(i, joint, place));
    return y - hills(x, z);
  };
  // The sole under the toe joint, and the heel: centimetres from the joints of the kit at rest.
  const soles = seats.flatMap((_, i) =>
    ['L', 'R'].map((side) =>
      Math.min(
        above(i, `toe${side}`, new Vector3(0, -3, 0)),
        above(i, `foot${side}`, new Vector3(0, -8.5, -5.5)),
      ),
    ),
  );
  expect(Math.max(...soles.map(Math.abs)), `${soles}`).toBeLessThan(0.01);
});

test('people slow down uphill', async () => {
  const wayOf = async (slope: number): Promise<number> => {
    const crowd = await create({ ground: (_x, z) => slope * z, characters: [{ x: 0, z: 0 }] });
    crowd.motion!.goTo(0, [0, 30]);
    for (let frame = 0; frame < 300; frame++) crowd.update(1 / 30);
    return crowd.get(0).z;
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
