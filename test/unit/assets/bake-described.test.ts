import { afterEach, expect, onTestFinished, test } from 'vitest';
import { AssetCache, loadCrowdAssets } from '../../../src/assets/index.js';
import type { Assets, BoneTextureManifest } from '../../../src/protocol/index.js';
import { decodeBoneTexture } from '../../../src/rig/index.js';
import { type FileServer, serveFiles } from '../../support/file-server.js';
import { type TinyCharacter, tinyCharacter } from '../../support/rig/tiny-character.js';

let server: FileServer;

afterEach(() => server.close());

/** Serves the tiny character, its manifest changed. */
async function serve(
  convention: 'pose-matched' | 'rest-relative',
  change: (manifest: BoneTextureManifest) => object,
): Promise<TinyCharacter> {
  const tiny = await tinyCharacter({ convention });
  const files = new Map(tiny.files);
  const manifest = JSON.parse(new TextDecoder().decode(files.get('bones.json')));
  files.set('bones.json', new TextEncoder().encode(JSON.stringify(change(manifest))));
  server = await serveFiles(files);
  return { ...tiny, files };
}

/** Loads with `strict`: nothing may have to be corrected. */
const load = (assets: Assets, signal?: AbortSignal) =>
  loadCrowdAssets(assets, { baseUrl: server.url, cache: new AssetCache(), strict: true, signal });

/** The texture as its files have it. */
const textureOf = ({ files }: Pick<TinyCharacter, 'files'>) =>
  decodeBoneTexture(
    files.get('bones.bin')!.buffer,
    JSON.parse(new TextDecoder().decode(files.get('bones.json'))),
  );

const worst = (a: Float32Array, b: Float32Array): number =>
  a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);

test.each(['pose-matched', 'rest-relative'] as const)(
  'a texture with retarget %s is baked from the clips, not fetched',
  async (retarget) => {
    const tiny = await serve(retarget, (manifest) => ({ ...manifest, retarget }));
    const { boneTexture } = await load(tiny.assets);
    const expected = textureOf(tiny);
    expect(server.requests.has('bones.json')).toBe(true);
    expect(server.requests.has('bones.bin')).toBe(false);
    expect(boneTexture.manifest).toEqual(expected.manifest);
    expect(boneTexture.data.length).toBeGreaterThan(1000);
    expect(worst(boneTexture.data, expected.data)).toBeLessThan(1e-5);
  },
);

test.each<[what: string, change: (manifest: BoneTextureManifest) => object]>([
  ['says nothing of clips', (manifest) => manifest],
  ['names a convention that nobody knows', (manifest) => ({ ...manifest, retarget: 'sideways' })],
  [
    'counts other frames than the clips have',
    ({ clipInfo: [idle, ...others], ...manifest }) => ({
      ...manifest,
      retarget: 'pose-matched',
      clipInfo: [{ ...idle, frameCount: idle.frameCount - 1 }, ...others],
    }),
  ],
  [
    'has boxes in centimetres',
    ({ clipInfo, ...manifest }) => ({
      ...manifest,
      retarget: 'pose-matched',
      clipInfo: clipInfo.map(({ bounds, ...clip }) => ({
        ...clip,
        bounds: bounds!.map((metres) => metres * 100),
      })),
    }),
  ],
  [
    'has no boxes',
    ({ clipInfo, ...manifest }) => ({
      ...manifest,
      retarget: 'pose-matched',
      clipInfo: clipInfo.map(({ bounds, ...clip }) => clip),
    }),
  ],
])('a texture is fetched where its manifest %s', async (_, change) => {
  const tiny = await serve('pose-matched', change);
  const { boneTexture } = await load(tiny.assets);
  expect(server.requests.get('bones.bin')).toBe(1);
  expect(boneTexture.data).toEqual(textureOf(tiny).data);
});

test.each([
  ['has no address', {}],
  ['is gone', { walk_stop: 'gone.glb' }],
])('a texture is fetched where a clip %s', async (_, address) => {
  const tiny = await serve('pose-matched', (manifest) => ({ ...manifest, retarget: 'pose-matched' }));
  const { walk_stop: _walkStop, ...others } = tiny.assets.animations;
  const { boneTexture } = await load({ ...tiny.assets, animations: { ...others, ...address } });
  expect(server.requests.get('bones.bin')).toBe(1);
  expect(boneTexture.data).toEqual(textureOf(tiny).data);
});

test.each(['every clip and the rest reference', 'the last clip'])(
  'abort while %s loads rejects with AbortError alone',
  async (what) => {
    const tiny = await serve('pose-matched', (manifest) => ({ ...manifest, retarget: 'pose-matched' }));
    const clips = Object.values(tiny.assets.animations as Record<string, string>);
    const late = what === 'the last clip' ? clips.slice(-1) : [...clips, tiny.assets.rest_reference_glb!];
    expect(late.length).toBeGreaterThan(0);
    for (const path of late) server.responders.set(path, () => {});
    const rejected: unknown[] = [];
    const onRejected = (reason: unknown): number => rejected.push(reason);
    process.on('unhandledRejection', onRejected);
    onTestFinished(() => void process.off('unhandledRejection', onRejected));
    const controller = new AbortController();
    const loading = load(tiny.assets, controller.signal);
    await expect.poll(() => late.every((path) => server.requests.has(path))).toBe(true);
    controller.abort();
    await expect(loading).rejects.toMatchObject({ name: 'AbortError' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(rejected).toEqual([]);
  },
);
