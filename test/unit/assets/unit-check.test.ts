import { afterEach, expect, test, vi } from 'vitest';
import { AssetCache, type CrowdAssets, loadCrowdAssets } from '../../../src/assets/index.js';
import { measureHeight } from '../../../src/assets/model/height.js';
import { skinMatrices } from '../../../src/rig/index.js';
import { errorOf } from '../../support/error-of.js';
import { type FileServer, serveFiles } from '../../support/file-server.js';
import {
  TINY_HEIGHT,
  TINY_SAMPLE,
  type TinyOptions,
  tinyCharacter,
} from '../../support/rig/tiny-character.js';

let server: FileServer;
const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});

async function load(
  options: TinyOptions,
  sample: readonly string[] = TINY_SAMPLE,
  retarget?: 'pose-matched',
): Promise<CrowdAssets> {
  const tiny = await tinyCharacter(options);
  server = await serveFiles(tiny.files);
  return loadCrowdAssets(tiny.assets, { baseUrl: server.url, cache: new AssetCache(), sample, retarget });
}

/** Heights as the bind pose, the scene's own objects and the bone texture have them. */
function heights({ skeleton, skin, parts, bones, scene, boneTexture }: CrowdAssets): number[] {
  const vertices = TINY_SAMPLE.map((name) => parts.get(name)!.vertices);
  const matrices = new Float32Array(skin.joints.length * 12);
  skinMatrices(skeleton, skin, skeleton.rest, matrices);
  scene.updateMatrixWorld(true);
  // The head's joint is 150 cm up, of 172.
  const head = bones[skeleton.names.indexOf('Head')].matrixWorld.elements[13];
  return [measureHeight(vertices, matrices), (head / 150) * 172, measureHeight(vertices, boneTexture.data)];
}

afterEach(async () => {
  warn.mockClear();
  await server.close();
});

const near = (height: number) => expect.closeTo(height, 1);

test('metres are left as they are', async () => {
  const assets = await load({});
  expect(heights(assets)).toEqual([expect.closeTo(TINY_HEIGHT, 4), near(TINY_HEIGHT), near(TINY_HEIGHT)]);
  expect(assets.scene.scale.x).toBe(1);
  expect(warn).not.toHaveBeenCalled();
});

test.each([
  ['a lost root scale (172 m)', 1, "172 m tall as loaded: the root's scale of 0.01"],
  ['a scale applied twice (0.0172 m)', 0.0001, '0.0172 m tall as loaded: a scale of 0.01 was applied on top'],
])('%s is corrected with one warning', async (_what, rootScale, message) => {
  const assets = await load({ rootScale });
  expect(heights(assets)).toEqual([expect.closeTo(TINY_HEIGHT, 4), near(TINY_HEIGHT), near(TINY_HEIGHT)]);
  expect(warn.mock.calls).toEqual([[expect.stringContaining(message)]]);
  expect(warn.mock.calls[0][0]).toContain('characters.glb');
});

test.each([0.1, 0.001, 10, 1e-6])('a root scaled by %d is an error', async (rootScale) => {
  const error = await errorOf(load({ rootScale }), 'UnitError');
  expect(error.height).toBeCloseTo(172 * rootScale, 3);
  expect(error.message).toContain('about 1.7 is expected');
  expect(warn).not.toHaveBeenCalled();
});

test.each([100, 0.01])(
  'a bone texture %d times too large is corrected with one warning',
  async (textureScale) => {
    const assets = await load({ textureScale });
    expect(heights(assets)).toEqual([expect.closeTo(TINY_HEIGHT, 4), near(TINY_HEIGHT), near(TINY_HEIGHT)]);
    expect(warn.mock.calls).toEqual([[expect.stringContaining('bones.bin')]]);
    const [minX, minY, , maxX, maxY] = assets.boneTexture.manifest.clipInfo[0].bounds!;
    expect(maxY - minY).toBeGreaterThan(1);
    expect(maxY - minY).toBeLessThan(3);
    expect(maxX - minX).toBeLessThan(3);
  },
);

test('a bone texture of any other size is not used: one warning, and the clips in its place', async () => {
  const assets = await load({ textureScale: 7 }, TINY_SAMPLE, 'pose-matched');
  expect(warn.mock.calls).toEqual([
    [expect.stringMatching(/bones\.bin makes .*characters\.glb 12\.1 m tall.*drawn from its clips/)],
  ]);
  expect(heights(assets)).toEqual([expect.closeTo(TINY_HEIGHT, 4), near(TINY_HEIGHT), near(TINY_HEIGHT)]);
});

test('one character is measured rather than all that the file holds', async () => {
  const lift: TinyOptions['edit'] = (document, file) => {
    if (file !== 'characters.glb') return;
    const mesh = document.getRoot().listMeshes()[1];
    const positions = mesh.listPrimitives()[0].getAttribute('POSITION')!;
    positions.setArray(Float32Array.from(positions.getArray()!).map((value) => value * 4));
  };
  expect((await load({ edit: lift })).parts.size).toBe(5);
  await server.close();
  await errorOf(load({ edit: lift }, []), 'UnitError');
});

test('names that the file lacks are passed over', async () => {
  expect((await load({}, ['nobody', 'robe_1', 'face_1'])).parts.size).toBe(5);
  await server.close();
  expect((await load({}, ['nobody'])).parts.size).toBe(5);
});
