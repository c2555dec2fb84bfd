import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  BONES,
  buildKit,
  buildManifest,
  KIT_VERSION,
  type KitIndex,
  writeKit,
} from '../../../src/kit/index.js';
import { parseManifest } from '../../../src/protocol/index.js';
import { decodeBoneTexture } from '../../../src/rig/index.js';

const CLIPS = [
  'idle',
  'idle_arms_crossed',
  'idle_hands_hip',
  'idle_clasp',
  'idle_shift',
  'idle_look_around',
  'idle_scratch',
  'idle_tired',
  'walk',
  'jog',
  'walk_stop',
];
const fractions: number[] = [];
let files: Map<string, Uint8Array>;
let directory: string;

beforeAll(async () => {
  files = await buildKit({ onProgress: (fraction) => fractions.push(fraction) });
  directory = join(await mkdtemp(join(tmpdir(), 'kit-')), 'new', 'place');
});

afterAll(() => rm(join(directory, '..', '..'), { recursive: true }));

const json = (path: string): unknown => JSON.parse(new TextDecoder().decode(files.get(path)));

test('the kit has its files', () => {
  expect([...files.keys()].sort()).toEqual(
    [
      'skeleton.glb',
      'lod.glb',
      'rest-reference.glb',
      'manifest.json',
      'bone-texture.bin',
      'bone-texture.json',
      'kit.json',
      ...CLIPS.map((name) => `clips/${name}.glb`),
    ].sort(),
  );
});

test('progress rises to 1', () => {
  expect(fractions.length).toBeGreaterThan(50);
  expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
  expect(fractions.at(-1)).toBe(1);
});

test('kit.json tells the version, and length and hash of every other file', () => {
  const { version, files: described } = json('kit.json') as KitIndex;
  expect(version).toBe(KIT_VERSION);
  expect(Object.keys(described)).toEqual([...files.keys()].filter((path) => path !== 'kit.json'));
  for (const [path, { bytes, sha256 }] of Object.entries(described)) {
    expect(bytes).toBe(files.get(path)!.byteLength);
    expect(sha256).toBe(createHash('sha256').update(files.get(path)!).digest('hex'));
  }
});

test('manifest.json is the manifest', () => {
  expect(parseManifest(json('manifest.json'))).toEqual(buildManifest());
});

test('the bone texture decodes against the skeleton and has every clip', () => {
  const bytes = files.get('bone-texture.bin')!;
  const { manifest } = decodeBoneTexture(bytes.slice().buffer, json('bone-texture.json'), {
    boneNames: BONES.map(({ name }) => name),
  });
  expect(manifest.clipInfo.map(({ name }) => name)).toEqual(CLIPS);
  expect(manifest.clipInfo[manifest.walkClip].name).toBe('walk');
});

test('people are 1.55 to 1.9 m tall in every clip, and their feet stay on the ground', () => {
  const { clipInfo } = json('bone-texture.json') as { clipInfo: { name: string; bounds: number[] }[] };
  for (const { name, bounds } of clipInfo) {
    expect(bounds[1], name).toBeGreaterThan(-0.03);
    expect(bounds[1], name).toBeLessThan(0.01);
    expect(bounds[4], name).toBeGreaterThan(1.55);
    expect(bounds[4], name).toBeLessThan(1.9);
  }
});

test('writeKit writes the same bytes into a directory it makes', { tags: ['nightly'] }, async () => {
  await writeKit(directory);
  const written = (await readdir(directory, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  expect(written).toHaveLength(files.size);
  for (const [path, content] of files) {
    expect(Buffer.compare(await readFile(join(directory, path)), content), path).toBe(0);
  }
});
