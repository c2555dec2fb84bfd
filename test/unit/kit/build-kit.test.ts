import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AssetCache, loadCrowdAssets } from '../../../src/assets/index.js';
import {
  BONES,
  buildKit,
  buildManifest,
  KIT_VERSION,
  type KitIndex,
  readClipGlb,
} from '../../../src/kit/index.js';
import { type Assets, CLIP_NAMES, parseManifest } from '../../../src/protocol/index.js';
import { decodeBoneTexture } from '../../../src/rig/index.js';
import { serveFiles } from '../../support/file-server.js';
import makeKit, { readKit } from '../../support/kit-of-run.js';

let files: Map<string, Uint8Array>;
let removeKit: (() => Promise<void>) | undefined;

beforeAll(async () => {
  removeKit = await makeKit();
  files = await readKit();
});

afterAll(() => removeKit?.());

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
      'clips/activities.glb',
      ...CLIP_NAMES.map((name) => `clips/${name}.glb`),
    ].sort(),
  );
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

/** Files of the clips that the interface does not name. */
const furtherClips = buildManifest().clips ?? {};

test('manifest.json is the manifest, and the files of its clips are in the kit', async () => {
  expect(parseManifest(json('manifest.json'))).toEqual(buildManifest());
  expect(Object.keys(furtherClips).length).toBeGreaterThan(5);
  for (const [name, file] of Object.entries(furtherClips)) {
    const clips = await readClipGlb(files.get(file)!);
    expect(clips.map((clip) => clip.name)).toContain(name);
  }
});

test('the bone texture decodes against the skeleton and has every clip', () => {
  const bytes = files.get('bone-texture.bin')!;
  const { manifest } = decodeBoneTexture(bytes.slice().buffer, json('bone-texture.json'), {
    boneNames: BONES.map(({ name }) => name),
  });
  expect(manifest.clipInfo.map(({ name }) => name)).toEqual([...CLIP_NAMES, ...Object.keys(furtherClips)]);
  expect(manifest.clipInfo[manifest.walkClip].name).toBe('walk');
});

test('a page bakes the bone texture from the clips instead of fetching it, within 0.1 mm of the file', async () => {
  const server = await serveFiles(files as Map<string, Uint8Array<ArrayBuffer>>);
  const assets: Assets = {
    unit: 'm',
    unit_scale: 1,
    skeleton_glb: 'skeleton.glb',
    lod_glb: 'lod.glb',
    rest_reference_glb: 'rest-reference.glb',
    manifest_json: 'manifest.json',
    bone_tex_bin: 'bone-texture.bin',
    bone_tex_manifest: 'bone-texture.json',
    animations: {
      ...Object.fromEntries(CLIP_NAMES.map((name) => [name, `clips/${name}.glb`])),
      ...furtherClips,
    },
  };
  // With `strict`: nothing may have to be corrected.
  const options = { baseUrl: server.url, cache: new AssetCache(), strict: true };
  const { boneTexture } = await loadCrowdAssets(assets, options).finally(() => server.close());
  const { buffer } = files.get('bone-texture.bin')!.slice();
  const expected = decodeBoneTexture(buffer, json('bone-texture.json'));
  expect(server.requests.has('bone-texture.json')).toBe(true);
  expect(server.requests.has('bone-texture.bin')).toBe(false);
  expect(server.requests.get('clips/activities.glb')).toBe(1);
  expect(boneTexture.manifest).toEqual(expected.manifest);
  const worst = boneTexture.data.reduce(
    (most, value, i) => Math.max(most, Math.abs(value - expected.data[i])),
    0,
  );
  // Matrices take centimetres to metres: 200 of them, the farthest that a vertex is, off by so much are 0.1 mm.
  expect(worst).toBeLessThan(1e-4 / 200);
});

test('people are 1.55 to 1.9 m tall in every clip, unless they sit, and their feet stay on the ground', () => {
  const { clipInfo } = json('bone-texture.json') as { clipInfo: { name: string; bounds: number[] }[] };
  for (const { name, bounds } of clipInfo) {
    const sits = name === 'sit' || name === 'drink';
    // The end of a shawl, which hangs to the shins of a standing lady, is below a seated one's feet.
    expect(bounds[1], name).toBeGreaterThan(sits ? -0.12 : -0.03);
    expect(bounds[1], name).toBeLessThan(0.01);
    const [least, most] = sits ? [1.2, 1.5] : [1.55, 1.9];
    expect(bounds[4], name).toBeGreaterThan(least);
    expect(bounds[4], name).toBeLessThan(most);
  }
});

test('buildKit gives the bytes that writeKit wrote, with progress that rises to 1', {
  tags: ['nightly'],
}, async () => {
  const fractions: number[] = [];
  const built = await buildKit({ onProgress: (fraction) => fractions.push(fraction) });
  expect(fractions.length).toBeGreaterThan(50);
  expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
  expect(fractions.at(-1)).toBe(1);
  expect([...built.keys()]).toEqual([...files.keys()]);
  for (const [path, content] of files) expect(Buffer.compare(built.get(path)!, content), path).toBe(0);
});
