/** Characters that are added to a crowd of files: beside a crowd that was created with them, and apart from those who are near. */
import { DataTexture } from 'three';
import type {
  Character,
  CharacterState,
  Crowd,
  GLTFCharacterOptions,
  Variation,
  VaryOptions,
} from 'three-crowd';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { mulberry32 } from '../../../src/math/index.js';
import { Characters } from '../../../src/render/characters/index.js';
import { writePerson, writeThing } from '../../support/armed-file.js';
import { createPerson } from '../../support/built-person.js';
import { addAccessor } from '../../support/edit-glb.js';
import { createForeignCrowd, type FileNode, turnX, writeForeignFile } from '../../support/foreign-file.js';
import { sampleCharacter } from '../../support/render/sample-characters.js';
import { labOf } from '../../support/variety.js';

const HIPS: FileNode = { name: 'Hips', at: [0, 1, 0] };
const ZONES = ['Shirt', 'Trousers', 'Hair'];
const COLORS = [
  [0.4, 0.05, 0.05],
  [0.05, 0.08, 0.3],
  [0.05, 0.03, 0.02],
] as const;

const writeFigure = (prefix: string) =>
  writeForeignFile(
    [
      HIPS,
      ...ZONES.map(
        (name, k): FileNode => ({
          ...{ name: `${prefix}${name}`, parent: 'Hips', at: [0, 0.6 * k - 0.7, 0], box: [0.2, 0.3, 0.1] },
        }),
      ),
    ],
    { walk: [{ node: 'Hips', path: 'rotation', times: [0, 1], values: [...turnX(0), ...turnX(0.2)] }] },
    (document) => {
      const uv = addAccessor(document, 'VEC2', new Array(16).fill(0.5));
      for (const [k, material] of document.getRoot().listMaterials().entries()) {
        material.setMetallicFactor(0).setBaseColorFactor([...COLORS[k], 1]);
      }
      for (const mesh of document.getRoot().listMeshes()) {
        mesh.listPrimitives()[0].setAttribute('TEXCOORD_0', uv);
      }
    },
  );

const figure = await writeFigure('');
const other = await writeFigure('Other');
const armed = await writePerson({ rest: 'T' });
const built = createPerson() as never;
const map = new DataTexture(new Uint8Array(16 * 4), 4, 4);
const sword = new File([await writeThing('sword', [0.2, 0.3, 0.8])], 'sword.glb');
const fan = new File([await writeThing('fan', [0.8, 0.3, 0.2])], 'fan.glb');

/** Places about so many metres apart, in any order; some say more. */
function seatsApart(spacing: number, seed: number, side = 10): GLTFCharacterOptions[] {
  const random = mulberry32(seed);
  return Array.from({ length: side * side }, (_, k) => ({
    x: ((k % side) + 0.4 * random()) * spacing,
    z: (Math.floor(k / side) + 0.4 * random()) * spacing,
    heading: random(),
    order: random(),
  }))
    .sort((a, b) => a.order - b.order)
    .map(({ order: _, ...seat }, k) => ({
      ...seat,
      ...(k % 7 === 3 ? { scale: 0.9 } : {}),
      ...(k % 11 === 5 ? { phase: 0.25 } : {}),
    }));
}

const shownBy = (crowd: Crowd): (CharacterState & { variation: Variation })[] =>
  Array.from({ length: crowd.size }, (_, i) => ({ ...crowd.get(i), variation: crowd.setVariation(i) }));

describe('what is left out is dealt as if the crowd had been created with it', () => {
  const things = [
    { model: sword, bone: 'handR', weight: 0.4 },
    { model: fan, bone: 'handR', weight: 0.3 },
  ];
  const textures = { Shirt: { columns: 4, rows: 2, map }, Trousers: { columns: 1, rows: 3, map } };
  test.each<[string, never[], Parameters<typeof createForeignCrowd>[1]]>([
    ['colours, heights and phases', [figure as never], { vary: true, walking: 0.5 }],
    ['cells of textures', [figure as never], { vary: { textures } }],
    ['builds of adults and children', [built], { vary: { build: { children: 0.3 } } }],
    ['things', [armed as never], { things, height: 1.7 }],
  ])('%s', async (what, files, options) => {
    const seats = seatsApart(2.6, 5);
    const whole = await createForeignCrowd(files, { ...options, characters: seats });
    const grown = await createForeignCrowd(files, { ...options, characters: seats.slice(0, 50) });
    for (const [k, seat] of seats.slice(50, 70).entries()) {
      expect(grown.addCharacters([seat])).toEqual([50 + k]);
    }
    grown.addCharacters(seats.slice(70));
    const shown = shownBy(whole);
    expect(shownBy(grown)).toEqual(shown);
    const different = new Set(shown.map(({ variation, parts }) => JSON.stringify([variation, parts])));
    expect(different.size).toBeGreaterThan(2);
    const cells = new Set(shown.map(({ textureCell }) => textureCell));
    expect(cells.size > 1).toBe(what === 'cells of textures');
  });

  test('in the place of removed ones, too', async () => {
    // In even rows, many are equally far.
    const seats = Array.from({ length: 100 }, (_, k) => ({ x: (k % 10) * 0.7, z: Math.floor(k / 10) * 0.7 }));
    const whole = await createForeignCrowd([built], { characters: seats, vary: true });
    const crowd = await createForeignCrowd([built], { characters: seats, vary: true });
    const removed = Array.from({ length: 60 }, (_, k) => 99 - k);
    crowd.removeCharacters(removed);
    expect(crowd.addCharacters(removed.toReversed().map((i) => seats[i]))).toEqual(removed.toReversed());
    expect(shownBy(crowd)).toEqual(shownBy(whole));
  });
});

/** Distance of the nearest other that is alike, for each of some. */
function nearestAlike(
  crowd: Crowd,
  of: readonly number[],
  isAlike: (a: number, b: number) => boolean,
): number[] {
  const places = Array.from({ length: crowd.size }, (_, i) => crowd.get(i));
  return of.map((a) =>
    Math.min(
      ...places
        .filter((_, b) => b !== a && isAlike(a, b))
        .map(({ x, z }) => Math.hypot(x - places[a].x, z - places[a].z)),
    ),
  );
}

function isTwin(crowd: Crowd): (a: number, b: number) => boolean {
  const labs = Array.from({ length: crowd.size }, (_, i) =>
    Object.values(crowd.setVariation(i).zones).map(labOf),
  );
  return (a, b) =>
    labs[a].every((lab, zone) => Math.hypot(...lab.map((value, k) => value - labs[b][zone][k])) < 10);
}

describe('apart from those who are near now', () => {
  const vary: VaryOptions = { height: 0 };

  test('nobody has a twin within 5 m, one by one or together, after all have moved', async () => {
    const seats = seatsApart(1.5, 7);
    const crowd = await createForeignCrowd([figure], { characters: seats, vary });
    const random = mulberry32(9);
    crowd.forEach(({ x, z }, i) => {
      crowd.setTransform(i, { x: z + random(), z: x - random() });
    });
    const added = seatsApart(1.5, 8);
    const indices = added.slice(0, 30).flatMap((seat) => crowd.addCharacters([seat]));
    indices.push(...crowd.addCharacters(added.slice(30)));
    expect(indices).toHaveLength(100);
    expect(Math.min(...nearestAlike(crowd, indices, isTwin(crowd)))).toBeGreaterThan(5);
  });

  test('colours that were changed count', async () => {
    const create = () => createForeignCrowd([figure], { characters: [{ x: 0, z: 0 }], vary });
    const [crowd, before] = [await create(), await create()];
    const [expected] = before.addCharacters([{ x: 1, z: 0 }]);
    crowd.setVariation(0, { zones: before.setVariation(expected).zones });
    const indices = crowd.addCharacters([{ x: 1, z: 0 }]);
    expect(isTwin(before)(0, expected)).toBe(false);
    expect(nearestAlike(crowd, indices, isTwin(crowd))).toEqual([Number.POSITIVE_INFINITY]);
  });

  test('characters of a response get a build by place', async () => {
    const seats = seatsApart(1.5, 10, 20).map(({ x, z }) => ({ x, z }));
    const crowd = await createForeignCrowd([built], { characters: seats.slice(0, 200), vary });
    const { body, face, hair } = crowd.get(0).parts;
    const parts = { body_id: body, face_id: face, hair_id: hair, anim_clip: 'idle' } as const;
    const indices = seats
      .slice(200)
      .flatMap((seat) => crowd.addCharacters([sampleCharacter(0, { ...parts, ...seat })]));
    const builds = Array.from({ length: crowd.size }, (_, i) => crowd.setVariation(i).build);
    const nearest = nearestAlike(crowd, indices, (a, b) => builds[a] === builds[b]);
    expect(Math.min(...nearest)).toBeGreaterThan(2.9);
  });

  test('phases differ from those that neighbours have by then', async () => {
    const seats = seatsApart(1.5, 11);
    const crowd = await createForeignCrowd([figure], { characters: seats.slice(0, 80), walking: 1, vary });
    crowd.update(0.37);
    const indices = crowd.addCharacters(seats.slice(80).map(({ x, z }) => ({ x, z })));
    const phases = Array.from({ length: crowd.size }, (_, i) => crowd.get(i).phase);
    const inStep = (a: number, b: number): boolean => {
      const apart = Math.abs(phases[a] - phases[b]);
      return Math.min(apart, 1 - apart) < 0.02;
    };
    expect(Math.min(...nearestAlike(crowd, indices, inStep))).toBeGreaterThan(3);
  });

  test('of two looks the one that is farther', async () => {
    const crowd = await createForeignCrowd([figure, other], {
      characters: [0, 1, 2, 3].map((k) => ({ x: k, z: 0, look: k < 2 ? 0 : 1 })),
      vary,
    });
    const [near0, near1, given] = crowd.addCharacters([
      { x: 0.2, z: 0 },
      { x: 2.8, z: 0 },
      { x: 0.1, z: 0, look: 0 },
    ]);
    expect(crowd.get(near0).parts).toEqual(crowd.looks[1].parts);
    expect(crowd.get(near1).parts).toEqual(crowd.looks[0].parts);
    expect(crowd.get(given).parts).toEqual(crowd.looks[0].parts);
  });

  test('only those who are near are read', async () => {
    const crowd = await createForeignCrowd([figure], { count: 900, vary });
    const { x, z } = crowd.get(0);
    const get = vi.spyOn(Characters.prototype, 'get');
    onTestFinished(() => get.mockRestore());
    crowd.addCharacters([{ x, z }]);
    expect(get.mock.calls.length).toBeGreaterThan(20);
    expect(get.mock.calls.length).toBeLessThan(200);
  });
});

test('what is given stays', async () => {
  const crowd = await createForeignCrowd([figure, other], { count: 20, vary: true });
  const { body, face, hair } = crowd.looks[1].parts;
  const given = sampleCharacter(3, {
    ...{ body_id: body, face_id: face, hair_id: hair, anim_clip: 'walk' },
    ...{ scale: 1.3, phase: 0.4, garment_hsl: [0, 1, 0.5], skin_hex: '#00ff00', hair_hex: '#0000ff' },
  }) satisfies Character;
  const [complete, seat] = crowd.addCharacters([
    given,
    { x: 1, z: 1, scale: 1.2, phase: 0.6, heading: 0.5, look: 0 },
  ]);
  const { scale, phase, parts, colors } = crowd.get(complete);
  expect(parts).toEqual(crowd.looks[1].parts);
  expect(scale).toBeCloseTo(1.3, 5);
  expect(phase).toBeCloseTo(0.4, 5);
  const hexes = [colors.garment, colors.skin, colors.hair].map((color) => color.getHexString());
  expect(hexes).toEqual(['ff0000', '00ff00', '0000ff']);
  const shown = crowd.get(seat);
  expect([shown.scale, shown.phase, shown.heading]).toEqual([1.2, 0.6, 0.5].map((n) => expect.closeTo(n, 4)));
  expect(shown.parts).toEqual(crowd.looks[0].parts);
});

describe('what makes no sense is an error, and nothing changes', () => {
  test.each([
    [{ x: 0, z: 0, look: 2 }, 'characters.1.look is 2; give 0 to 1'],
    [{ x: 0, z: 0, things: [0] }, 'characters.1.things has 0; give indices in the option `things`'],
    [{ x: 0, z: 0, clip: 'wlak' }, '"wlak"'],
    [{ x: Number.NaN, z: 0 }, 'NaN'],
  ])('%j', async (seat, message) => {
    const crowd = await createForeignCrowd([figure, other], { count: 4, vary: true });
    const before = shownBy(crowd);
    expect(() => crowd.addCharacters([{ x: 3, z: 3 }, seat])).toThrow(message);
    expect(shownBy(crowd)).toEqual(before);
    expect(
      crowd.addCharacters([
        { x: 3, z: 3 },
        { x: 4, z: 3 },
      ]),
    ).toEqual([4, 5]);
    expect(crowd.get(5).clip).toBe(crowd.get(0).clip);
  });
});
