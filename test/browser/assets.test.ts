import type { MeshStandardMaterial, Texture } from 'three';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  AssetCache,
  type CrowdAssets,
  type LoadAssetsOptions,
  loadCrowdAssets,
  type Progress,
} from '../../src/assets/index.js';
import { isCrowdError } from '../../src/errors/index.js';
import type { Assets } from '../../src/protocol/index.js';
import { publishAssets } from '../support/browser/publish-assets.js';
import { poseDifference } from '../support/rig/pose-difference.js';
import { TINY_PARTS, type TinyOptions, tinyCharacter } from '../support/rig/tiny-character.js';

const published = async (options?: TinyOptions) => publishAssets(await tinyCharacter(options));

function withoutTexture({ bone_tex_bin: _bin, bone_tex_manifest: _manifest, ...assets }: Assets): Assets {
  return assets;
}

const load = (assets: Assets, options: LoadAssetsOptions = {}) =>
  loadCrowdAssets(assets, { cache: new AssetCache(), ...options });

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('files', () => {
  test('load through the browser, with progress in bytes', async () => {
    const seen: Progress[] = [];
    const assets = await load(await published(), { onProgress: (progress) => seen.push(progress) });
    expect([...assets.parts.keys()].sort()).toEqual([...TINY_PARTS].sort());
    expect(seen.at(-1)!.fraction).toBe(1);
    expect(seen.at(-1)!.loaded).toBeGreaterThan(10_000);
    expect((await assets.loadFarParts()).size).toBe(TINY_PARTS.length);
    assets.dispose();
  });
});

describe('images', () => {
  /** A PNG of one red pixel. */
  async function png(): Promise<Uint8Array<ArrayBuffer>> {
    const canvas = new OffscreenCanvas(1, 1);
    const context = canvas.getContext('2d')!;
    context.fillStyle = '#f00';
    context.fillRect(0, 0, 1, 1);
    return new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
  }
  const withImage =
    (image: Uint8Array<ArrayBuffer>): NonNullable<TinyOptions['edit']> =>
    (document, file) => {
      if (file !== 'characters.glb') return;
      const texture = document.createTexture('cloth').setImage(image).setMimeType('image/png');
      document.getRoot().listMaterials()[0].setBaseColorTexture(texture);
    };

  test('are decoded, and let go by the last holder', async () => {
    const assets = await load(await published({ edit: withImage(await png()) }));
    const material = assets.parts.get('robe_1')!.material as MeshStandardMaterial;
    const map = material.map as Texture<ImageBitmap>;
    expect(map.image.width).toBe(1);
    const freed = vi.fn();
    map.addEventListener('dispose', freed);
    assets.dispose();
    expect(freed).toHaveBeenCalledTimes(1);
    expect(map.image.width, 'a closed ImageBitmap').toBe(0);
  });

  test('that are damaged are an error', async () => {
    const silence = vi.spyOn(console, 'error').mockImplementation(() => {});
    const damaged = (await png()).subarray(0, 20).slice();
    const error: unknown = await load(await published({ edit: withImage(damaged) })).catch((e: unknown) => e);
    expect(isCrowdError(error, 'AssetError'), String(error)).toBe(true);
    expect(String(error)).toContain('could not be decoded');
    silence.mockRestore();
  });
});

describe('baking', () => {
  /** The real Worker, watched. */
  function watchWorkers() {
    const said: string[] = [];
    const terminated = vi.fn();
    vi.stubGlobal(
      'Worker',
      class extends Worker {
        constructor(url: URL, options?: WorkerOptions) {
          super(url, options);
          this.addEventListener('message', ({ data }) => said.push((data as { kind: string }).kind));
        }
        override terminate(): void {
          terminated();
          super.terminate();
        }
      },
    );
    return { said, terminated };
  }

  async function expectBaked(assets: Assets, options?: LoadAssetsOptions): Promise<void> {
    const fetched = await load(assets);
    const baked = await load(withoutTexture(assets), options);
    // The keys of all but the last clip lie at frames of the texture.
    const framesOf = ({ boneTexture }: CrowdAssets): number[] =>
      boneTexture.manifest.clipInfo.slice(0, 2).map(({ frameCount }) => frameCount);
    expect(framesOf(baked)).toEqual(framesOf(fetched));
    expect(fetched.boneTexture.data.length).toBeGreaterThan(1000);
    expect(poseDifference(baked.boneTexture, fetched.boneTexture)).toBeLessThan(1e-5);
  }

  test('in a worker gives what the fetched texture says, and progress', async () => {
    const { said, terminated } = watchWorkers();
    const seen: number[] = [];
    await expectBaked(await published(), { onProgress: ({ fraction }) => seen.push(fraction) });
    expect(said).toEqual(['ready', 'progress', 'progress', 'progress', 'done']);
    expect(terminated).toHaveBeenCalledTimes(1);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.at(-1)).toBe(1);
  });

  test('on the main thread where a worker cannot be made', async () => {
    const refused = vi.fn();
    vi.stubGlobal(
      'Worker',
      class {
        constructor() {
          refused();
          throw new DOMException('no workers here', 'SecurityError');
        }
      },
    );
    await expectBaked(await published());
    expect(refused).toHaveBeenCalledTimes(1);
  });

  test('ends with the last abort', async () => {
    const { said, terminated } = watchWorkers();
    const controller = new AbortController();
    const cache = new AssetCache();
    const assets = withoutTexture(await published());
    const loading = load(assets, { cache, signal: controller.signal });
    const postMessage = vi
      .spyOn(Worker.prototype, 'postMessage')
      .mockImplementation(() => controller.abort());
    await expect(loading).rejects.toMatchObject({ name: 'AbortError' });
    await vi.waitFor(() => expect(terminated).toHaveBeenCalledTimes(1));
    expect(said).toEqual(['ready']);
    expect(cache.size).toBe(0);
    postMessage.mockRestore();
    expect((await load(assets, { cache })).boneTexture.data.length).toBeGreaterThan(1000);
  });

  test('says what is wrong with the clips before a worker is started', async () => {
    const { said } = watchWorkers();
    const strangers = await published({
      edit: (document, file) => {
        if (file === 'characters.glb' || file === 'far.glb') return;
        for (const node of document.getRoot().listNodes()) node.setName(`other_${node.getName()}`);
      },
    });
    const error: unknown = await load(withoutTexture(strangers)).catch((reason: unknown) => reason);
    expect(isCrowdError(error, 'AssetError'), String(error)).toBe(true);
    expect(String(error)).toContain('No bone of the skeleton');
    expect(said).toEqual([]);
  });
});
