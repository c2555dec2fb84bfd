/** Builds of characters of a file: what is picked, held, cloned and promoted, by three's own scaled bones. */
import { Box3, Group, Matrix4, type Object3D, Raycaster, type SkinnedMesh, Vector3 } from 'three';
import type { Crowd, CrowdIntersection, CrowdMode, VaryOptions } from 'three-crowd';
import { describe, expect, test } from 'vitest';
import { createMannequin } from '../../../examples/models/mannequin.js';
import { loadGltfAssets } from '../../../src/assets/gltf-assets.js';
import { checkVary } from '../../../src/from-gltf/vary-options.js';
import { type BodySizes, buildOf } from '../../../src/rig/index.js';
import { greatestDistance } from '../../support/browser/greatest-distance.js';
import {
  BONE_NAMES,
  createPerson,
  placePerson,
  SLOT,
  sizesOf,
  verticesOf,
} from '../../support/built-person.js';
import { createForeignCrowd, turnX, writeForeignFile } from '../../support/foreign-file.js';

const LIMITS = { shoulders: 0.2, girth: 0.25, legs: 0.15, head: 0.2 };
const PHASE = 0.3;
const COUNT = 16;
const person = createPerson();
const seats = Array.from({ length: COUNT }, (_, k) => ({
  ...{ x: (k % 4) * 3, z: Math.floor(k / 4) * 3, heading: k, scale: 0.9 + 0.01 * k },
  ...{ clip: 'sway', phase: PHASE },
}));

const createCrowd = (mode: CrowdMode): Promise<Crowd> =>
  createForeignCrowd([person as never], {
    ...{ mode, characters: seats, lodThreshold: 0 },
    vary: { build: LIMITS },
  });

const sizes = sizesOf(await loadGltfAssets([person], { builds: checkVary({ build: LIMITS }, 0) }));

/** three's person in the place of a character. */
const expected = (i: number): ReturnType<typeof placePerson> =>
  placePerson(person, sizes[buildOf(i, sizes.length)], seats[i]);

test('sizes are spread between their limits, and all builds are used', () => {
  for (const [name, most] of Object.entries(LIMITS)) {
    const values = sizes.map((each) => each[name as keyof BodySizes] - 1).sort((a, b) => a - b);
    expect(values).toHaveLength(16);
    for (const [k, value] of values.entries()) expect(value).toBeCloseTo(most * ((2 * k) / 15 - 1), 5);
  }
  const used = Array.from({ length: 200 }, (_, i) => buildOf(i, 16));
  expect(new Set(used).size).toBe(16);
  expect(used.filter((build, i) => build === used[i + 1]).length).toBeLessThan(25);
});

describe.each(['instanced', 'clones'] as const)('%s', (mode) => {
  test('sockets, rays and heroes are where three has them, to 1 mm', async () => {
    const crowd = await createCrowd(mode);
    crowd.update(0);
    crowd.updateMatrixWorld(true);
    const [matrix, place, own] = [new Matrix4(), new Vector3(), new Vector3()];
    let hits = 0;
    for (let i = 0; i < COUNT; i++) {
      const { person: three, mesh } = expected(i);
      for (const name of [...BONE_NAMES, SLOT]) {
        place.setFromMatrixPosition(three.getObjectByName(name)!.matrixWorld);
        own.setFromMatrixPosition(crowd.getSocketMatrix(i, name, matrix));
        expect(own.distanceTo(place), `${name} of ${i}`).toBeLessThan(1e-3);
      }
      const vertices = verticesOf(mesh);
      mesh.computeBoundingSphere();
      for (let v = 0; v < vertices.length; v += 57) {
        const target = new Vector3()
          .fromArray(vertices, v)
          .lerp(new Vector3(seats[i].x, 0.9, seats[i].z), 0.02);
        const origin = new Vector3(seats[i].x + 0.9, 1.2, seats[i].z + 0.8);
        const ray = new Raycaster(origin, target.sub(origin).normalize());
        const [shown] = ray.intersectObject(mesh);
        if (!shown) continue;
        const [picked] = ray.intersectObject<Object3D>(crowd) as CrowdIntersection[];
        expect(picked, `ray ${v} at ${i}`).toBeDefined();
        if (picked.character !== i) continue;
        hits += 1;
        expect(Math.abs(picked.distance - shown.distance)).toBeLessThan(1e-3);
      }
    }
    expect(hits).toBeGreaterThan(200);
    for (const i of [3, 11, 15]) {
      const hero = await crowd.promote(i);
      crowd.updateMatrixWorld(true);
      const mesh = hero.object.getObjectByName('Person') as SkinnedMesh;
      expect(greatestDistance(verticesOf(mesh), 0, verticesOf(expected(i).mesh))).toBeLessThan(1e-3);
    }
  });
});

test('boxes of characters hold them, and clips leave their feet where they are', async () => {
  const crowd = await createCrowd('instanced');
  const plain = await createForeignCrowd([person as never], { characters: seats });
  const [matrix, other, point] = [new Matrix4(), new Matrix4(), new Vector3()];
  for (let i = 0; i < COUNT; i++) {
    crowd.setVisible('all', false);
    crowd.setVisible(i, true);
    crowd.computeBoundingBox();
    const vertices = verticesOf(expected(i).mesh);
    const own = new Box3().setFromArray(vertices);
    expect(crowd.boundingBox!.containsBox(own), `the box of ${i}`).toBe(true);
    for (const name of ['LeftUpLeg', 'RightLeg', 'LeftFoot', 'RightToe']) {
      point.setFromMatrixPosition(crowd.getSocketMatrix(i, name, matrix));
      const place = new Vector3().setFromMatrixPosition(plain.getSocketMatrix(i, name, other));
      expect(point.distanceTo(place)).toBeLessThan(1e-6);
    }
  }
});

test('arms without collars, hands or names of their own are found by shape', async () => {
  const mannequin = createMannequin();
  const { animations } = mannequin;
  const source = { scene: new Group().add(mannequin), animations };
  const widths = async (vary: true | VaryOptions): Promise<number[]> => {
    const crowd = await createForeignCrowd([source as never], {
      ...{ count: 32, vary, strict: false, onWarning: () => {} },
    });
    const [left, right] = ['LeftArm', 'RightArm'].map((name) =>
      Array.from({ length: crowd.size }, (_, i) =>
        new Vector3().setFromMatrixPosition(crowd.getSocketMatrix(i, name, new Matrix4())),
      ),
    );
    return left.map((place, i) => place.distanceTo(right[i]) / crowd.get(i).scale);
  };
  const options = { zones: {}, height: 0 };
  const [own] = await widths({ ...options, build: false });
  expect(own).toBeCloseTo(0.4, 3);
  const wide = await widths({ ...options, build: { shoulders: 0.2, girth: 0, legs: 0, head: 0 } });
  expect(Math.min(...wide)).toBeCloseTo(0.8 * own, 3);
  expect(Math.max(...wide)).toBeCloseTo(1.2 * own, 3);
  expect(new Set((await widths(true)).map((width) => width.toFixed(4))).size).toBeGreaterThan(8);
});

describe('input without sense says what is wrong', () => {
  test.each([
    [{ build: { girth: 0.4 } }, 'vary.build.girth is 0.4; give 0 to 0.25'],
    [{ build: { sholders: 0.1 } as object }, 'vary.build knows no "sholders". Did you mean "shoulders"?'],
  ])('%j', async (vary, message) => {
    await expect(createForeignCrowd([person as never], { vary })).rejects.toThrow(message);
  });

  test('a file without a human is varied otherwise, or told what it lacks', async () => {
    const box = await writeForeignFile(
      [
        { name: 'Wheel', at: [0, 1, 0] },
        { name: 'Cart', parent: 'Wheel', box: [0.5, 0.5, 0.5] },
      ],
      { roll: [{ node: 'Wheel', path: 'rotation', times: [0, 1], values: [...turnX(0), ...turnX(1)] }] },
    );
    const zones = { Cart: true };
    await createForeignCrowd([box], { count: 2, vary: { zones } });
    await expect(createForeignCrowd([box], { count: 2, vary: { zones, build: true } })).rejects.toThrow(
      'vary.build needs the bones of a human, and these were not found: legs, head. The files have the bones ',
    );
  });
});
