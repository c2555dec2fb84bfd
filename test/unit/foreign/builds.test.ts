/** Builds of characters of a file: what is picked, held, cloned and promoted, by three's own scaled bones. */
import { Box3, Group, Matrix4, type Object3D, Raycaster, type SkinnedMesh, Vector3 } from 'three';
import type { Character, Crowd, CrowdIntersection, CrowdMode, VaryOptions } from 'three-crowd';
import { describe, expect, test } from 'vitest';
import { createMannequin } from '../../../examples/models/mannequin.js';
import { mulberry32 } from '../../../src/math/index.js';
import type { BodySizes } from '../../../src/rig/index.js';
import { greatestDistance } from '../../support/browser/greatest-distance.js';
import { BONE_NAMES, createPerson, placePerson, SLOT, sizesOf } from '../../support/built-person.js';
import { createForeignCrowd, turnX, writeForeignFile } from '../../support/foreign-file.js';
import { sampleCharacter } from '../../support/render/sample-characters.js';
import { numbersOf, worldVertices } from '../../support/skinned-meshes.js';

const LIMITS = { shoulders: 0.2, girth: 0.25, legs: 0.15, head: 0.2 };
const PHASE = 0.3;
const COUNT = 16;
const person = createPerson();
const random = mulberry32(8);
const seats = Array.from({ length: COUNT }, (_, k) => ({
  ...{ x: (k % 4) * 3, z: Math.floor(k / 4) * 3, heading: k, scale: 0.9 + 0.01 * k },
  ...{ clip: 'sway', phase: PHASE },
}));

const createCrowd = (mode: CrowdMode): Promise<Crowd> =>
  createForeignCrowd([person as never], {
    ...{ mode, characters: seats, lodThreshold: 0 },
    vary: { build: LIMITS },
  });

const sizes = await sizesOf(person, LIMITS);

/** three's person in the place of a character. */
const expected = (crowd: Crowd, i: number): ReturnType<typeof placePerson> =>
  placePerson(person, sizes[crowd.setVariation(i).build!], seats[i]);

test('sizes are spread between their limits', () => {
  for (const [name, most] of Object.entries(LIMITS)) {
    const values = sizes.map((each) => each[name as keyof BodySizes] - 1).sort((a, b) => a - b);
    expect(values).toHaveLength(16);
    for (const [k, value] of values.entries()) expect(value).toBeCloseTo(most * ((2 * k) / 15 - 1), 5);
  }
});

describe.each(['instanced', 'clones'] as const)('%s', (mode) => {
  test('sockets, rays and heroes are where three has them, to 1 mm', async () => {
    const crowd = await createCrowd(mode);
    crowd.update(0);
    for (let i = 0; i < COUNT; i += 3) crowd.setVariation(i, { build: (5 * i) % 16 });
    crowd.update(0);
    crowd.updateMatrixWorld(true);
    const [matrix, place, own] = [new Matrix4(), new Vector3(), new Vector3()];
    let hits = 0;
    for (let i = 0; i < COUNT; i++) {
      const { person: three, mesh } = expected(crowd, i);
      for (const name of [...BONE_NAMES, SLOT]) {
        place.setFromMatrixPosition(three.getObjectByName(name)!.matrixWorld);
        own.setFromMatrixPosition(crowd.getSocketMatrix(i, name, matrix));
        expect(own.distanceTo(place), `${name} of ${i}`).toBeLessThan(1e-3);
      }
      const vertices = numbersOf(worldVertices(mesh));
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
      const mesh = hero.object.getObjectByName('Person') as SkinnedMesh;
      for (const build of [crowd.setVariation(i).build!, 4, 9]) {
        expect(crowd.setVariation(i, { build }).build).toBe(build);
        crowd.update(0);
        crowd.updateMatrixWorld(true);
        expect(
          greatestDistance(
            numbersOf(worldVertices(mesh)),
            0,
            numbersOf(worldVertices(expected(crowd, i).mesh)),
          ),
        ).toBeLessThan(1e-3);
      }
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
    const vertices = numbersOf(worldVertices(expected(crowd, i).mesh));
    const own = new Box3().setFromArray(vertices);
    expect(crowd.boundingBox!.containsBox(own), `the box of ${i}`).toBe(true);
    for (const name of ['LeftUpLeg', 'RightLeg', 'LeftFoot', 'RightToe']) {
      point.setFromMatrixPosition(crowd.getSocketMatrix(i, name, matrix));
      const place = new Vector3().setFromMatrixPosition(plain.getSocketMatrix(i, name, other));
      expect(point.distanceTo(place)).toBeLessThan(1e-6);
    }
  }
});

/** Places about so many metres apart, each moved by up to a fifth of that, in any order. */
const placesApart = (spacing: number) =>
  Array.from({ length: 400 }, (_, k) => ({
    x: ((k % 20) + 0.4 * random() - 0.2) * spacing,
    z: (Math.floor(k / 20) + 0.4 * random() - 0.2) * spacing,
    order: random(),
  })).sort((a, b) => a.order - b.order);

const addedTo = (crowd: Crowd): Character => {
  const { body, face, hair } = crowd.get(0).parts;
  return sampleCharacter(0, { body_id: body, face_id: face, hair_id: hair });
};

const buildsOf = (crowd: Crowd): number[] =>
  Array.from({ length: crowd.size }, (_, i) => crowd.setVariation(i).build!);

// The figures of the guide on files of a pack.
test.each([
  [2.5, 5, 8],
  [1.5, 3, 4.9],
  [1, 2, 3.3],
])(
  'characters %d m apart have no other of their build within %d m, usually one %d m away',
  async (...row) => {
    const [spacing, least, usual] = row;
    const characters = placesApart(spacing);
    const [small, large] = await Promise.all(
      [100, 400].map((size) =>
        createForeignCrowd([person as never], { characters: characters.slice(0, size), vary: true }),
      ),
    );
    const builds = buildsOf(large);
    expect(new Set(builds).size).toBe(16);
    const nearest = characters
      .map(({ x, z }, i) =>
        Math.min(
          ...characters
            .filter((_, other) => other !== i && builds[other] === builds[i])
            .map((other) => Math.hypot(other.x - x, other.z - z)),
        ),
      )
      .sort((a, b) => a - b);
    expect(nearest[0]).toBeGreaterThan(least);
    expect(nearest[200]).toBeGreaterThan(0.95 * usual);
    expect(buildsOf(small)).toEqual(builds.slice(0, 100));
  },
);

test('children are a fraction of all, smaller, with a larger head and shorter legs', async () => {
  const vary = { height: 0, build: { children: 0.3, head: 0, legs: 0, girth: 0, shoulders: 0 } };
  const built = await sizesOf(person, vary.build);
  expect(built).toHaveLength(16);
  for (const [k, each] of built.entries()) {
    const isChild = k >= 12;
    expect(each.head).toBeCloseTo(isChild ? 1.35 : 1, 5);
    expect(each.legs).toBeCloseTo(isChild ? 0.92 : 1, 5);
  }
  const characters = placesApart(2.5).map(({ x, z }, i) => ({ x, z, ...(i % 2 ? { scale: 0.9 } : {}) }));
  const crowd = await createForeignCrowd([person as never], { characters, vary });
  const builds = buildsOf(crowd);
  for (const [i, build] of builds.entries()) {
    const scale = crowd.get(i).scale / (i % 2 ? 0.9 : 1);
    if (build < 12) expect(scale).toBeCloseTo(1, 6);
    else expect(Math.abs(scale - 0.675)).toBeLessThan(0.0751);
  }
  const share = builds.filter((build) => build >= 12).length / crowd.size;
  expect(Math.abs(share - 0.3)).toBeLessThan(0.07);
});

test('a build is saved; added characters have an adult’s, or the one that they name', async () => {
  const options = { characters: seats, vary: { build: { children: 0.3 } } };
  const crowd = await createForeignCrowd([person as never], options);
  crowd.setVariation(5, { build: 13 });
  const other = await createForeignCrowd([person as never], {
    ...options,
    vary: { ...options.vary, seed: 7 },
  });
  expect(buildsOf(other)).not.toEqual(buildsOf(crowd));
  await other.restore(await crowd.save());
  expect(buildsOf(other)).toEqual(buildsOf(crowd));
  expect(other.setVariation(5).build).toBe(13);

  const added = addedTo(crowd);
  const rows = crowd.addCharacters(Array.from({ length: 40 }, () => added));
  const given = new Set(rows.map((i) => crowd.setVariation(i).build!));
  expect(given.size).toBeGreaterThan(8);
  expect(Math.max(...given)).toBeLessThan(12);
  const [named] = crowd.addCharacters([{ ...added, build: 14 }]);
  expect(crowd.setVariation(named).build).toBe(14);
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
    [{ build: { children: 2 } }, 'vary.build.children is 2; give 0 to 1, the fraction'],
    [{ build: { sholders: 0.1 } as object }, 'vary.build knows no "sholders". Did you mean "shoulders"?'],
  ])('%j', async (vary, message) => {
    await expect(createForeignCrowd([person as never], { vary })).rejects.toThrow(message);
  });

  test('a number that is no build, and a crowd without builds', async () => {
    const crowd = await createCrowd('instanced');
    const before = crowd.setVariation(0);
    for (const build of [16, -1, 0.5]) {
      const message = `build is ${build}; give a whole number from 0 to 15`;
      expect(() => crowd.setVariation(0, { height: 1.5, build })).toThrow(`Character 0: ${message}`);
      expect(() => crowd.addCharacters([{ ...addedTo(crowd), build }])).toThrow(message);
    }
    expect(crowd.setVariation(0)).toEqual(before);
    const plain = await createForeignCrowd([person as never], { characters: seats });
    plain.addCharacters([{ ...addedTo(plain), build: 99 }]);
    expect(plain.setVariation(0).build).toBeUndefined();
    expect(() => plain.setVariation(0, { build: 1 })).toThrow(
      'Character 0 cannot have a build: this crowd has none.',
    );
    await plain.restore(await crowd.save());
    plain.update(0);
    expect(plain.getSocketMatrix(3, 'Head', new Matrix4()).elements.every(Number.isFinite)).toBe(true);
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
