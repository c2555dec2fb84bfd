import { Matrix4, Vector3 } from 'three';
import type { CreateCrowdFromGLTFOptions, Crowd } from 'three-crowd';
import { generateCharacters } from 'three-crowd/generate';
import { completeRecipe, type RecipeInput } from 'three-crowd/protocol';
import { describe, expect, test } from 'vitest';
import { createSimulationOfFiles } from '../../src/from-gltf/gltf-motion.js';
import { errorOf } from '../support/error-of.js';
import { createForeignCrowd } from '../support/foreign-file.js';
import { asVrm } from '../support/rig/as-vrm.js';
import { filesOf as asFiles, type MixamoExportOptions, mixamoExport } from '../support/rig/mixamo-export.js';
import { sampleManifest } from '../support/sample-manifest.js';

/** Metres that the walk goes in a round of a second, where it takes the hips along: as fast as its feet move backwards. */
const STRIDE = 1.9;

/** What a character and its clips are called in a folder, and how it is exported there. */
const FOLDERS: Readonly<Record<string, MixamoExportOptions>> = {
  '': {},
  going: { stride: STRIDE },
  centimetres: { scale: 1 },
  tiny: { scale: 0.0001 },
  back: { turn: Math.PI },
  'back-and-going': { turn: Math.PI, stride: STRIDE },
  left: { turn: Math.PI / 2 },
  foreign: { prefix: 'Avatar_' },
};

/** A character and its clips, in each of {@link FOLDERS}. */
const exports = new Map(
  await Promise.all(
    Object.entries(FOLDERS).map(async ([folder, options]) => [folder, await mixamoExport(options)] as const),
  ),
);
const filesOf = (folder: string): File[] => asFiles(exports.get(folder)!);
const files = filesOf('');

async function create(
  options: Partial<CreateCrowdFromGLTFOptions>,
  sources: readonly File[] = files,
): Promise<Crowd> {
  const motion = options.motion === true ? { worker: false } : options.motion;
  return createForeignCrowd(sources, {
    ...{ mode: 'clones', ...options },
    ...(motion === undefined ? {} : { motion }),
  });
}

/** Lets a crowd walk, in frames of a thirtieth of a second. */
function play(crowd: Crowd, seconds: number, each: () => void = () => {}): void {
  for (let frame = 0; frame < 30 * seconds; frame++) {
    crowd.update(1 / 30);
    each();
  }
}

const place = new Matrix4();
/** Where a bone is, metres in the crowd's space. */
function boneAt(crowd: Crowd, i: number, bone: string): Vector3 {
  return new Vector3().setFromMatrixPosition(crowd.getSocketMatrix(i, bone, place));
}

/** Where the heel and the tip of a foot are: the lower edges of its box, which is 16 cm long and high. */
function solesAt(crowd: Crowd, i: number, foot: string): Vector3[] {
  crowd.getSocketMatrix(i, foot, place);
  return [-8, 8].map((z) => new Vector3(0, -8, z).applyMatrix4(place));
}

test('clips start at the phase that is given, and the others spread evenly', async () => {
  const characters = [{}, {}, { phase: 0.25 }, {}].map((seat, x) => ({ ...seat, x, z: 0 }));
  const crowd = await create({ characters });
  const expected = [0, 0.618, 0.25, 0.854].map((phase) => expect.closeTo(phase, 3));
  expect(characters.map((_, i) => crowd.get(i).phase)).toEqual(expected);
});

test.each([
  [[-1, 3], { kind: 'open', minX: -7, minZ: -6, maxX: 9, maxZ: 7 }],
  [[], { kind: 'open', minX: -6, minZ: -6, maxX: 6, maxZ: 6 }],
])('the ground of people at x = %j reaches three heights farther', async (places, boundary) => {
  const all = generateCharacters(completeRecipe({ size: places.length }), sampleManifest);
  const characters = all.map((character, k) => ({ ...character, x: places[k], z: k }));
  const moved = { characters, height: 2, radius: 0.3, recipe: undefined };
  const settings = { ground: undefined, onWarning: undefined };
  const { simulation } = await createSimulationOfFiles(moved, { worker: false }, settings)(() => 1);
  expect(simulation.scenario.boundary).toEqual(boundary);
});

describe('motion', () => {
  test('who is sent somewhere walks there by the clips of the files, and stands; the others stay', async () => {
    const crowd = await create({
      motion: true,
      characters: [
        { x: 0, z: 0 },
        { x: 2, z: 0 },
      ],
    });
    const arrived: number[] = [];
    crowd.motion!.addEventListener('arrived', ({ character }) => arrived.push(character));
    crowd.motion!.goTo(0, [0, 5]);
    play(crowd, 2);
    expect(crowd.get(0)).toMatchObject({ clip: 'walk', heading: expect.closeTo(0, 1) });
    expect(crowd.get(0).z).toBeGreaterThan(1);
    play(crowd, 8);
    expect(crowd.get(0)).toMatchObject({ clip: 'idle', x: expect.closeTo(0, 0) });
    expect(Math.abs(crowd.get(0).z - 5)).toBeLessThan(0.35);
    expect(arrived).toEqual([0]);
    expect(crowd.get(1)).toMatchObject({ clip: 'idle', x: expect.closeTo(2), z: expect.closeTo(0) });
  });

  test.each([
    ['metres', ''],
    ['centimetres', 'centimetres'],
    ['no unit that is known', 'tiny'],
  ])('the foot that stands goes nowhere, of a file in %s', async (_name, folder) => {
    const crowd = await create(
      { motion: { worker: false, walkSpeed: 0.9 }, characters: [{ x: 0, z: 0 }] },
      filesOf(folder),
    );
    crowd.motion!.goTo(0, [0, 30]);
    play(crowd, 3);
    const speeds: number[] = [];
    let before: Vector3[] = [];
    play(crowd, 3, () => {
      const soles = ['LeftFoot', 'RightFoot'].flatMap((name) => solesAt(crowd, 0, `mixamorig:${name}`));
      const lowest = soles.reduce((best, { y }, k) => (y < soles[best].y ? k : best), 0);
      if (before.length > 0) speeds.push(30 * (soles[lowest].z - before[lowest].z));
      before = soles;
    });
    expect(speeds.length).toBeGreaterThan(80);
    const { z } = crowd.get(0);
    expect(z).toBeGreaterThan(4);
    crowd.computeBoundingBox();
    expect(crowd.boundingBox!.max.y).toBeCloseTo(1.7, 0);
    // Legs swing like pendulums: a foot is slower than the body at both ends of its way, and faster in the middle.
    const [middle] = speeds.sort((one, other) => one - other).slice(speeds.length >> 1);
    expect(Math.abs(middle), `${middle}`).toBeLessThan(0.02);
  });

  test('who is told to leave goes out by the nearer exit, with and without a recipe', async () => {
    const exits = [-12, 12].map((z) => ({ x: 0, z, width: 2 }));
    const recipe = { seed: 4, size: 2, boundaryShape: 'road', boundaryRadius: 15, spawnRadius: 3 } as const;
    for (const people of [{ characters: [-3, 3].map((z) => ({ x: 0, z })) }, { recipe }]) {
      const crowd = await create({ ...people, motion: { worker: false, exits } });
      const before = [0, 1].map((i) => crowd.get(i).z);
      const left: number[] = [];
      crowd.motion!.addEventListener('arrived', ({ character }) => left.push(character));
      crowd.motion!.exit([0, 1]);
      play(crowd, 20);
      expect(left.sort()).toEqual([0, 1]);
      expect([0, 1].map((i) => Math.sign(crowd.get(i).z))).toEqual(before.map(Math.sign));
    }
  });

  test('clones stand where their characters are, between steps of the simulation too', async () => {
    const crowd = await create({ motion: true, characters: [{ x: 0, z: 0 }] });
    crowd.motion!.goTo(0, [0, 30]);
    play(crowd, 2);
    const hips = crowd.getObjectByName('mixamorigHips')!;
    for (let frame = 0; frame < 6; frame++) {
      crowd.update(1 / 120);
      crowd.updateMatrixWorld(true);
      const drawn = new Vector3().setFromMatrixPosition(hips.matrixWorld);
      expect(drawn.z - boneAt(crowd, 0, 'mixamorig:Hips').z).toBeCloseTo(0, 3);
    }
  });

  test('a walk that takes the hips along moves nobody twice', async () => {
    const crowd = await create({ motion: true, characters: [{ x: 0, z: 0 }] }, filesOf('going'));
    crowd.motion!.goTo(0, [0, 30]);
    let farthest = 0;
    play(crowd, 6, () => {
      farthest = Math.max(farthest, Math.abs(boneAt(crowd, 0, 'mixamorig:Hips').z - crowd.get(0).z));
    });
    expect(crowd.get(0).z).toBeGreaterThan(4);
    expect(farthest).toBeLessThan(0.1);
    // So fast do the hips go in the file; people differ by a tenth.
    expect(Math.abs(crowd.get(0).z / 6 / STRIDE - 1)).toBeLessThan(0.2);
  });

  /** Where the left foot of somebody is who walks towards +Z, as seen from the right one. */
  async function leftFoot(
    sources: readonly File[],
    options: Partial<CreateCrowdFromGLTFOptions> = {},
  ): Promise<Vector3> {
    const crowd = await create({ motion: true, characters: [{ x: 0, z: 0 }], ...options }, sources);
    crowd.motion!.goTo(0, [0, 30]);
    play(crowd, 2);
    expect(crowd.get(0).z).toBeGreaterThan(1);
    expect(Math.abs(crowd.get(0).heading)).toBeLessThan(0.1);
    const [left, right] = ['Left', 'Right'].map((side) => boneAt(crowd, 0, `mixamorig:${side}UpLeg`));
    return left.sub(right).setY(0).normalize();
  }

  test('a character looks where the file says, or where it is told', async () => {
    const character = exports.get('')!.get('character.glb')!;
    const vrm = [new File([asVrm(character, '0.x')], 'back.vrm'), ...files.slice(1)];
    // Whose left is at +X looks along +Z.
    expect((await leftFoot(files, { heading: Math.PI })).x).toBeCloseTo(-1);
    expect((await leftFoot(vrm)).x).toBeCloseTo(-1);
    expect((await leftFoot(vrm, { heading: 0 })).x).toBeCloseTo(1);
  });

  test.each(['', 'going', 'back', 'back-and-going', 'left'])(
    'a character looks where its walk goes: "%s"',
    async (folder) => {
      expect((await leftFoot(filesOf(folder))).x).toBeCloseTo(1, 1);
    },
  );

  test('the only clip of a file is its walk, if its feet walk, whatever it is called', async () => {
    const [character, idle, walk] = filesOf('back');
    expect((await leftFoot([character, walk], { clips: { 'Take 001': 'walk' } })).x).toBeCloseTo(1, 1);
    const warnings: string[] = [];
    const onWarning = (message: string): number => warnings.push(message);
    await create({ motion: true, count: 1, clips: { 'Take 001': 'walk' }, onWarning }, [character, walk]);
    expect(warnings).toEqual([]);
    await create({ motion: true, count: 1, clips: { 'Take 001': 'idle' }, onWarning }, [character, idle]);
    expect(warnings.join()).toContain('no clip of these files walks; they have Take 001');
  });

  test('who has no clip to stand by holds the step', async () => {
    const crowd = await create({ motion: true, characters: [{ x: 0, z: 0 }], clips: { walk: 'walk' } });
    const footAt = (): number[] => boneAt(crowd, 0, 'mixamorig:LeftFoot').toArray();
    crowd.update(0);
    const before = footAt();
    play(crowd, 0.5);
    expect(footAt()).toEqual(before.map((value) => expect.closeTo(value, 3)));
    crowd.motion!.goTo(0, [0, 3]);
    play(crowd, 6);
    const stood = footAt();
    expect(stood[2]).toBeGreaterThan(2);
    play(crowd, 0.5);
    expect(footAt()).toEqual(stood.map((value) => expect.closeTo(value, 3)));
  });

  test('those who are placed in rows walk about, as many as `walking` says; a clip of their own holds', async () => {
    const crowd = await create({ motion: true, count: 8, walking: 0.25 });
    const before = Array.from({ length: 8 }, (_, i) => crowd.get(i));
    play(crowd, 6);
    const gone = before.filter(({ x, z }, i) => Math.hypot(crowd.get(i).x - x, crowd.get(i).z - z) > 1);
    expect(gone).toHaveLength(2);
    const held = await create({
      motion: true,
      clips: { idle: 'idle', walk: 'walk', pose: 'character' },
      characters: [
        { x: 0, z: 0, clip: 'pose' },
        { x: 3, z: 0, clip: 'walk' },
      ],
    });
    play(held, 4);
    expect(held.get(0).clip).toBe('pose');
    expect(Math.hypot(held.get(1).x - 3, held.get(1).z)).toBeGreaterThan(1);
  });

  test('who is added walks as well', async () => {
    const crowd = await create({ motion: true, characters: [{ x: 0, z: 0 }] });
    const { parts } = crowd.get(0);
    const [added] = crowd.addCharacters([
      {
        ...{ index: 0, bucket: '', body_id: parts.body, face_id: parts.face, hair_id: parts.hair },
        ...{ x: 4, z: 0, rot_y: 0, scale: 1, phase: 0, anim_clip: 'idle', idle_variant: 0 },
        ...{ garment_hsl: [0, 0, 1], skin_hex: '#ffffff', hair_hex: '#ffffff' },
      },
    ]);
    crowd.motion!.goTo(added, [4, 3]);
    play(crowd, 6);
    expect(Math.hypot(crowd.get(added).x - 4, crowd.get(added).z - 3)).toBeLessThan(0.5);
  });
});

test('clips of another skeleton are left out with a warning; without any other, they are an error', async () => {
  const [character, idle, walk] = files;
  const [, , foreign] = filesOf('foreign');
  const warnings: string[] = [];
  const onWarning = (message: string): number => warnings.push(message);
  const crowd = await create({ count: 1, strict: false, onWarning }, [character, foreign, idle, walk]);
  expect(crowd.get(0).clip).toBe('idle');
  expect(warnings).toEqual([
    expect.stringMatching(
      /these clips are for another skeleton and are left out: walk\. .*Avatar_Hips.*mixamorig:Hips/,
    ),
  ]);
  const alone = create({ count: 1, clips: { walk: 'walk' } }, [character, foreign]);
  await expect(alone).rejects.toThrow('Rename the bones of one of them');
});

test('clips alone are no crowd', async () => {
  await expect(create({ count: 1 }, files.slice(1))).rejects.toThrow(
    'has no skinned mesh. Export the characters together with their skeleton. Files of clips alone are given beside',
  );
});

describe('a recipe', () => {
  const recipe = {
    seed: 4,
    size: 12,
    boundaryShape: 'road',
    boundaryRadius: 15,
    spawnRadius: 3,
    pace: 1,
  } as const;

  test('places characters as the generator does, and they walk along its road', async () => {
    const crowd = await create({ recipe, motion: { worker: false }, height: 1.7 });
    const expected = generateCharacters(completeRecipe(recipe), sampleManifest);
    expect(crowd.size).toBe(12);
    for (const { index, x, z, rot_y, scale } of expected) {
      const shown = crowd.get(index);
      expect([shown.x, shown.z, shown.scale]).toEqual([x, z, scale].map((value) => expect.closeTo(value, 3)));
      expect(Math.cos(shown.heading - rot_y)).toBeCloseTo(1, 3);
    }
    play(crowd, 8);
    const ways = expected.map(({ index, z }) => Math.abs(crowd.get(index).z - z));
    expect(ways.filter((way) => way > 2).length).toBeGreaterThan(9);
    for (let i = 0; i < 12; i++) expect(Math.abs(crowd.get(i).x)).toBeLessThan(3.01);
  });

  test('looks are worn equally often, in turn in format 1, or as often as their numbers weigh', async () => {
    const sources = [files[0], ...files];
    const wornBy = async (changes: RecipeInput): Promise<string[]> => {
      const crowd = await create({ recipe: { ...recipe, ...changes }, motion: false }, sources);
      expect(crowd.motion).toBeUndefined();
      return Array.from({ length: crowd.size }, (_, i) => crowd.get(i).parts.body);
    };
    const [first, second] = await wornBy({ v: 1 });
    expect(second).not.toBe(first);
    expect(await wornBy({ v: 1 })).toEqual(
      Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? first : second)),
    );
    const dealt = await wornBy({});
    expect(Math.abs(dealt.filter((part) => part === first).length - 6)).toBeLessThanOrEqual(3);
    const weighed = await wornBy({ weights: { 0: 1, 1: 3 } });
    expect(Math.abs(weighed.filter((part) => part === first).length - 3)).toBeLessThanOrEqual(3);
  });

  test.each([
    [
      'beside count',
      { recipe, count: 3 },
      '`recipe` says who stands where, and so does `count`: give one of the two.',
    ],
    [
      'with a mistyped field',
      { recipe: { sise: 3 } },
      `The recipe's sise is no field of a recipe. Did you mean "size"?`,
    ],
    ['with a look that is not there', { recipe: { weights: { 7: 1 } } }, 'names no bucket'],
    ['with rootMotion', { recipe, rootMotion: true }, 'rootMotion has clips move the characters'],
    ['with half a person', { recipe: { size: 2.5 } }, "The recipe's size"],
  ])('%s is refused', async (_name, options, message) => {
    expect((await errorOf(create(options as never))).message).toContain(message);
  });
});

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('a height of %s is refused', async (height) => {
  await expect(create({ height })).rejects.toThrow(`height is ${height}; give the metres`);
});

/** How high the joint of the head is: 155 of 170 centimetres. */
function headOf(crowd: Crowd): number {
  crowd.update(0);
  return boneAt(crowd, 0, 'mixamorig:Head').y;
}

test('height makes characters as tall, and the room between rows with them', async () => {
  const [usual, giant] = [await create({ count: 4 }), await create({ count: 4, height: 3.4 })];
  expect(headOf(usual)).toBeCloseTo(1.55, 2);
  expect(headOf(giant)).toBeCloseTo(3.1, 2);
  expect(giant.get(0)).toMatchObject({ scale: 1, x: expect.closeTo(2 * usual.get(0).x, 3) });
});

test('characters of no human size are brought to one where they walk', async () => {
  const file = filesOf('centimetres');
  expect(headOf(await create({ count: 1 }, file))).toBeCloseTo(155, 0);
  expect(headOf(await create({ count: 1, motion: true }, file))).toBeCloseTo(1.55, 2);
  expect(headOf(await create({ count: 1, motion: true, height: 17 }, file))).toBeCloseTo(15.5, 1);
});
