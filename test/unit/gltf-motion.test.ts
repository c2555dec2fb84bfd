import { Matrix4, Vector3 } from 'three';
import {
  type CreateCrowdFromGLTFOptions,
  type Crowd,
  type CrowdRenderer,
  createCrowdFromGLTF,
  isCrowdError,
} from 'three-crowd';
import { generateCharacters } from 'three-crowd/generate';
import { completeRecipe } from 'three-crowd/protocol';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type FileServer, serveFiles } from '../support/file-server.js';
import { asVrm } from '../support/rig/as-vrm.js';
import { mixamoExport } from '../support/rig/mixamo-export.js';
import { sampleManifest } from '../support/sample-manifest.js';

const renderer = {
  isWebGLRenderer: true,
  extensions: { has: () => false },
  domElement: new EventTarget(),
} as unknown as CrowdRenderer;

/** Metres that the walk goes in a round of a second, where it takes the hips along: as fast as its feet move backwards. */
const STRIDE = 1.9;

let server: FileServer;
/** Addresses of a character and its clips, `walks` of one whose walk takes the hips along. */
let files: readonly string[];
let walks: readonly string[];

beforeAll(async () => {
  const [still, going] = [await mixamoExport(), await mixamoExport({ stride: STRIDE })];
  const character = still.get('character.glb')!;
  server = await serveFiles(
    new Map([
      ...still,
      ...[...going].map(([name, bytes]) => [`going/${name}`, bytes] as const),
      ['back.glb', asVrm(character, '0.x')],
    ]),
  );
  files = [...still.keys()].map((name) => `${server.url}${name}`);
  walks = [...still.keys()].map((name) => `${server.url}going/${name}`);
});
afterAll(() => server.close());

async function create(
  options: Partial<CreateCrowdFromGLTFOptions>,
  sources: readonly string[] = files,
): Promise<Crowd> {
  const motion = options.motion === true ? { worker: false } : options.motion;
  const crowd = await createCrowdFromGLTF(sources, {
    ...{ renderer, mode: 'clones', strict: true },
    ...options,
    ...(motion === undefined ? {} : { motion }),
  });
  onTestFinished(() => crowd.dispose());
  return crowd;
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

  test('the foot that stands goes nowhere: the clip is played as fast as somebody walks', async () => {
    const crowd = await create({ motion: { worker: false, walkSpeed: 0.9 }, characters: [{ x: 0, z: 0 }] });
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
    // Legs swing like pendulums: a foot is slower than the body at both ends of its way, and faster in the middle.
    const [middle] = speeds.sort((one, other) => one - other).slice(speeds.length >> 1);
    expect(Math.abs(middle), `${middle}`).toBeLessThan(0.02);
  });

  test('a walk that takes the hips along moves nobody twice', async () => {
    const crowd = await create({ motion: true, characters: [{ x: 0, z: 0 }] }, walks);
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

  test('a character that looks along -Z, or elsewhere, walks forwards', async () => {
    const [, idle, walk] = files;
    const noseOf = async (source: string, options: Partial<CreateCrowdFromGLTFOptions>): Promise<Vector3> => {
      const crowd = await create({ motion: true, characters: [{ x: 0, z: 0 }], ...options }, [
        source,
        idle,
        walk,
      ]);
      crowd.motion!.goTo(0, [0, 30]);
      play(crowd, 2);
      expect(Math.abs(crowd.get(0).heading)).toBeLessThan(0.1);
      const toes = boneAt(crowd, 0, 'mixamorig:LeftFoot').sub(boneAt(crowd, 0, 'mixamorig:RightFoot'));
      return toes.setY(0).setZ(0).normalize();
    };
    // Whose left foot is at +X looks along +Z.
    expect((await noseOf(files[0], {})).x).toBeCloseTo(1);
    expect((await noseOf(files[0], { rot_y: Math.PI })).x).toBeCloseTo(-1);
    expect((await noseOf(`${server.url}back.glb`, {})).x).toBeCloseTo(-1);
    expect((await noseOf(`${server.url}back.glb`, { rot_y: 0 })).x).toBeCloseTo(1);
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

  test('looks are worn in turn, or as often as their numbers weigh', async () => {
    const sources = [files[0], ...files];
    const wornBy = async (weights?: Record<string, number>): Promise<string[]> => {
      const crowd = await create(
        { recipe: { ...recipe, ...(weights ? { weights } : {}) }, motion: false },
        sources,
      );
      expect(crowd.motion).toBeUndefined();
      return Array.from({ length: crowd.size }, (_, i) => crowd.get(i).parts.body);
    };
    const [first, second] = await wornBy();
    expect(second).not.toBe(first);
    expect(await wornBy()).toEqual(Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? first : second)));
    const weighed = await wornBy({ 0: 1, 1: 3 });
    expect(weighed.filter((part) => part === first)).toHaveLength(3);
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
    const error: unknown = await create(options as never).catch((reason: unknown) => reason);
    expect(isCrowdError(error)).toBe(true);
    expect((error as Error).message).toContain(message);
  });
});

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('a height of %s is refused', async (height) => {
  await expect(create({ height })).rejects.toThrow(`height is ${height}; give the metres`);
});

test('height makes characters as tall, and the room between rows with them', async () => {
  const [usual, giant] = [await create({ count: 4 }), await create({ count: 4, height: 3.4 })];
  expect(giant.get(0).scale).toBeCloseTo(2, 3);
  expect(giant.get(0).x).toBeCloseTo(2 * usual.get(0).x, 3);
});

test('characters of no human size are brought to one where they walk', async () => {
  const tall = { height: 17, motion: false, count: 1 } as const;
  expect((await create(tall)).get(0).scale).toBeCloseTo(10, 2);
});
