import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadGltfAssets } from '../../../src/assets/gltf-assets.js';
import {
  AssetCache,
  type CrowdAssets,
  type LoadAssetsOptions,
  loadCrowdAssets,
  type Progress,
} from '../../../src/assets/index.js';
import { AFFINE_SIZE } from '../../../src/math/index.js';
import { type BoneTexture, decodeBoneTexture, readBoneMatrix } from '../../../src/rig/index.js';
import { separateSkins } from '../../support/edit-glb.js';
import { type FileServer, serveFiles } from '../../support/file-server.js';
import { poseDifference } from '../../support/rig/pose-difference.js';
import {
  TINY_JOINTS,
  TINY_PARTS,
  type TinyCharacter,
  type TinyOptions,
  tinyCharacter,
} from '../../support/rig/tiny-character.js';

let server: FileServer;
let tiny: TinyCharacter;
let cache: AssetCache;

async function serve(options: TinyOptions = {}): Promise<void> {
  tiny = await tinyCharacter(options);
  server = await serveFiles(tiny.files);
  cache = new AssetCache();
}

const load = (options: LoadAssetsOptions = {}) =>
  loadCrowdAssets(tiny.assets, { baseUrl: server.url, cache, ...options });

const withoutTexture = () => {
  const { bone_tex_bin: _bin, bone_tex_manifest: _manifest, ...assets } = tiny.assets;
  return assets;
};

beforeEach(() => serve());
afterEach(() => server.close());

test('a texture whose joints stand in another order than the skins poses the same people, even strictly', async () => {
  const plain = await load();
  await server.close();
  await serve({ edit: (document, file) => void (file === 'characters.glb' && separateSkins(document)) });
  const turned = await load({ strict: true });
  const namesOf = ({ skin, skeleton }: CrowdAssets): string[] =>
    Array.from(skin.joints, (bone) => skeleton.names[bone]);
  expect(namesOf(turned)).not.toEqual(namesOf(plain));
  expect(turned.boneTexture.manifest.boneNames).toEqual(namesOf(turned));
  const { clipInfo, nBones } = plain.boneTexture.manifest;
  const frames = clipInfo.reduce((sum, { frameCount }) => sum + frameCount, 0);
  const [expected, shown] = [new Float64Array(AFFINE_SIZE), new Float64Array(AFFINE_SIZE)];
  for (let k = 0; k < frames * nBones; k++) {
    const joint = namesOf(turned).indexOf(namesOf(plain)[k % nBones]);
    readBoneMatrix(plain.boneTexture, Math.floor(k / nBones), k % nBones, expected, 0);
    readBoneMatrix(turned.boneTexture, Math.floor(k / nBones), joint, shown, 0);
    expect([...shown]).toEqual([...expected]);
  }
});

describe('what is loaded', () => {
  test('parts by the names of the file, dots and all', async () => {
    const assets = await load();
    expect([...assets.parts.keys()].sort()).toEqual([...TINY_PARTS].sort());
    const robe = assets.parts.get('robe.2')!;
    expect(robe.mesh.isSkinnedMesh).toBe(true);
    expect(robe.mesh.name).toBe('robe2');
    expect(robe.geometry).toBe(robe.mesh.geometry);
    expect(robe.tintMask).toBe(true);
    expect(assets.parts.get('face_1')!.tintMask).toBe(false);
  });

  test('the rig as arrays, the bone texture checked against it', async () => {
    const assets = await load();
    expect(assets.skeleton.names).toEqual(tiny.skeleton.names);
    expect(assets.bones.map((bone) => bone.name)).toEqual(
      tiny.skeleton.names.map((name) => name.replace('.', '')),
    );
    expect(assets.boneTexture.manifest.boneNames).toEqual(TINY_JOINTS);
    expect(assets.boneTexture.manifest.clipInfo.map((clip) => clip.name)).toEqual([
      'idle',
      'walk',
      'walk_stop',
    ]);
  });

  test('a texture is baked from the clips where there is no address of one', async () => {
    const fetched = (await load()).boneTexture;
    const assets = await loadCrowdAssets(withoutTexture(), { baseUrl: server.url, cache });
    expect(assets.boneTexture.manifest.retarget).toBe('pose-matched');
    // The keys of both loops lie at whole frames, so that they have the frames of the texture.
    const loops = assets.boneTexture.manifest.clipInfo.filter(({ loop }) => loop);
    expect(loops.map(({ bounds: _, ...clip }) => clip)).toEqual(
      fetched.manifest.clipInfo.slice(0, 2).map(({ bounds: _, ...clip }) => ({
        ...clip,
        speed: expect.closeTo(clip.speed, 6),
        duration: expect.closeTo(clip.duration, 6),
      })),
    );
    expect(fetched.data.length).toBeGreaterThan(1000);
    expect(poseDifference(assets.boneTexture, fetched)).toBeLessThan(1e-5);
  });

  test.each([0.1, 2])(
    'clips without a texture that begin at %f s begin with their first key',
    async (late) => {
      const bake = () => loadCrowdAssets(withoutTexture(), { baseUrl: server.url, cache });
      const early = (await bake()).boneTexture;
      // It has no frame at the step of the third clip, which would be on either side of it.
      const fetched = (await load()).boneTexture;
      await server.close();
      const changed = new Set<string>();
      await serve({
        edit: (document, file) => {
          const samplers = document
            .getRoot()
            .listAnimations()
            .flatMap((clip) => clip.listSamplers());
          for (const keys of new Set(samplers.map((sampler) => sampler.getInput()!))) {
            keys.setArray(Float32Array.from(keys.getArray() as Float32Array, (time) => time + late));
            changed.add(file);
          }
        },
      });
      const { boneTexture } = await bake();
      expect(changed).toEqual(new Set(['idle.glb', 'walk.glb', 'walk_stop.glb']));
      expect(poseDifference(boneTexture, fetched)).toBeLessThan(1e-4);
      for (const [k, { duration }] of boneTexture.manifest.clipInfo.entries()) {
        expect(duration).toBeCloseTo(early.manifest.clipInfo[k].duration, 5);
      }
    },
  );

  test('far parts, when they are asked for', async () => {
    const assets = await load();
    expect(server.requests.has('far.glb')).toBe(false);
    const far = await assets.loadFarParts();
    expect([...far.keys()].sort()).toEqual([...TINY_PARTS].sort());
    expect(far.get('robe_1')!.geometry).not.toBe(assets.parts.get('robe_1')!.geometry);
    await assets.loadFarParts();
    expect(server.requests.get('far.glb')).toBe(1);
  });
});

describe.each(['pose-matched', 'rest-relative'] as const)(
  'a texture without walk_stop, baked %s',
  (convention) => {
    const whole = async (): Promise<BoneTexture> =>
      decodeBoneTexture(tiny.files.get('bones.bin')!.buffer, described());
    const described = () => JSON.parse(new TextDecoder().decode(tiny.files.get('bones.json')));

    test('gets it from its file, as the texture has the others', async () => {
      await server.close();
      await serve({ convention });
      const manifest = described();
      // With frames that no clip has.
      manifest.clipInfo = manifest.clipInfo.filter(({ name }: { name: string }) => name !== 'idle');
      server.responders.set('bones.json', (response) => response.end(JSON.stringify(manifest)));
      const onWarning = vi.fn();
      const { boneTexture } = await load({ onWarning });
      expect(onWarning).not.toHaveBeenCalled();
      const expected = await whole();
      const names = boneTexture.manifest.clipInfo.map(({ name }) => name);
      expect(names).toEqual(['walk', 'walk_stop', 'idle']);
      expect(names[boneTexture.manifest.walkClip]).toBe('walk');
      const [own, other] = [new Float64Array(AFFINE_SIZE), new Float64Array(AFFINE_SIZE)];
      let worst = 0;
      for (const { name, startFrame, frameCount } of boneTexture.manifest.clipInfo) {
        const clip = expected.manifest.clipInfo.find((info) => info.name === name)!;
        expect(frameCount).toBe(clip.frameCount);
        for (let k = 0; k < frameCount * TINY_JOINTS.length; k++) {
          readBoneMatrix(boneTexture, startFrame, k, own, 0);
          readBoneMatrix(expected, clip.startFrame, k, other, 0);
          for (const [i, value] of own.entries()) worst = Math.max(worst, Math.abs(value - other[i]));
        }
      }
      expect(worst).toBeLessThan(1e-4);
      expect([...server.requests.values()]).toEqual(Array(server.requests.size).fill(1));
      expect(server.requests.size).toBe(6);
    });
  },
);

test('bones on one side only are named in one warning', async () => {
  await server.close();
  await serve({
    edit: (document, file) => {
      if (!file.startsWith('base')) return;
      const hips = document
        .getRoot()
        .listNodes()
        .find((node) => node.getName() === 'Hips');
      hips!.addChild(document.createNode('Tail'));
      document.getRoot().listSkins()[0].addJoint(hips!.listChildren().at(-1)!).setInverseBindMatrices(null);
    },
  });
  const onWarning = vi.fn();
  const options = { baseUrl: server.url, cache, retarget: 'pose-matched', onWarning } as const;
  await loadCrowdAssets(withoutTexture(), options);
  expect(onWarning.mock.calls).toEqual([[expect.stringContaining('rest pose: Tail.')]]);
});

test('clips of one name take those of their files, decoded where they can be', async () => {
  await server.close();
  const walk = tiny.files.get('walk.glb')!;
  server = await serveFiles(new Map([...tiny.files, ['100%.glb', walk], ['to%20work.glb', walk]]));
  const files = ['characters.glb', '100%.glb', 'to%20work.glb'].map((name) => server.url + name);
  expect((await loadGltfAssets(files)).clips).toEqual(['100%', 'to work']);
});

describe('sharing', () => {
  test('five crowds at once fetch each address once', async () => {
    const crowds = await Promise.all(Array.from({ length: 5 }, () => load()));
    expect(Object.fromEntries(server.requests)).toEqual({
      'characters.glb': 1,
      'bones.bin': 1,
      'bones.json': 1,
    });
    expect(new Set(crowds.map((crowd) => crowd.scene)).size).toBe(1);
    expect(new Set(crowds.map((crowd) => crowd.boneTexture)).size).toBe(1);
  });

  describe.each<[string, TinyOptions, RegExp]>([
    ['that cannot be used', { textureScale: 7 }, /bones\.bin makes .* drawn from its clips/],
    ['that is corrected', { textureScale: 100 }, /^(?!.*drawn from its clips).*bones\.bin/],
  ])('crowds that share a texture %s have their own strict and warnings', (_what, options, warning) => {
    test.each([true, false])('at once: %s', async (atOnce) => {
      await server.close();
      await serve(options);
      const said: string[][] = [];
      const tolerant = () => {
        const own: string[] = [];
        said.push(own);
        return load({ retarget: 'pose-matched', onWarning: (message) => own.push(message) });
      };
      const strict = () => load({ retarget: 'pose-matched', strict: true });
      const results: PromiseSettledResult<CrowdAssets>[] = [];
      const starts = [strict, tolerant, tolerant, strict];
      if (atOnce) results.push(...(await Promise.allSettled(starts.map((start) => start()))));
      else for (const start of starts) results.push(...(await Promise.allSettled([start()])));
      expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'rejected']);
      expect(said).toEqual([[expect.stringMatching(warning)], [expect.stringMatching(warning)]]);
    });
  });

  test('the last holder frees what the file holds, and a later load works', async () => {
    const first = await load();
    const second = await load();
    const freed = vi.fn();
    first.parts.get('robe_1')!.geometry.addEventListener('dispose', freed);
    first.parts.get('robe_1')!.material.addEventListener('dispose', freed);
    first.dispose();
    first.dispose();
    expect(freed).not.toHaveBeenCalled();
    second.dispose();
    expect(freed).toHaveBeenCalledTimes(2);
    expect(cache.size).toBe(0);
    await load();
    expect(server.requests.get('characters.glb')).toBe(2);
  });

  test('after dispose() nothing can be loaded', async () => {
    const assets = await load();
    assets.dispose();
    await expect(assets.loadFarParts()).rejects.toThrow('disposed');
    expect(cache.size).toBe(0);
  });
});

describe('abort', () => {
  test('a server that never answers', async () => {
    server.responders.set('characters.glb', () => {});
    const controller = new AbortController();
    const loading = load({ signal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    await expect(loading).rejects.toMatchObject({ name: 'AbortError' });
    expect(cache.size).toBe(0);
    server.responders.clear();
    expect((await load()).parts.size).toBe(TINY_PARTS.length);
  });

  test('half way through a file: the connection is closed, nothing is kept, a later load works', async () => {
    const closed = new Promise<void>((resolve) => {
      server.responders.set('characters.glb', (response, file) => {
        response.on('close', resolve);
        response.writeHead(200, { 'content-length': file!.byteLength });
        response.write(file!.subarray(0, file!.byteLength / 2));
      });
    });
    const controller = new AbortController();
    const onProgress = ({ loaded }: Progress) => loaded > 2000 && controller.abort();
    await expect(load({ signal: controller.signal, onProgress })).rejects.toMatchObject({
      name: 'AbortError',
    });
    await closed;
    expect(cache.size).toBe(0);
    server.responders.clear();
    expect((await load()).parts.size).toBe(TINY_PARTS.length);
  });

  test('an aborted signal fetches nothing', async () => {
    await expect(load({ signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
    expect(server.requests.size).toBe(0);
  });
});

describe('progress', () => {
  const collect = async (): Promise<Progress[]> => {
    const seen: Progress[] = [];
    await load({ onProgress: (progress) => seen.push(progress) });
    return seen;
  };
  const check = (seen: readonly Progress[]) => {
    expect(seen.length).toBeGreaterThan(3);
    expect(seen.at(-1)!.fraction).toBe(1);
    const fractions = seen.map(({ fraction }) => fraction);
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
    expect(fractions[0]).toBeGreaterThanOrEqual(0);
  };

  test('counts bytes and ends at 1', async () => {
    const seen = await collect();
    check(seen);
    const bytes = ['characters.glb', 'bones.bin', 'bones.json'].reduce(
      (sum, file) => sum + tiny.files.get(file)!.byteLength,
      0,
    );
    expect(seen.at(-1)).toEqual({ loaded: bytes, total: bytes, fraction: 1 });
  });

  test('compressed, so that more bytes come than were announced', async () => {
    for (const path of tiny.files.keys()) {
      server.responders.set(path, (response, file) => {
        const body = gzipSync(file!);
        response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': body.byteLength }).end(body);
      });
    }
    check(await collect());
  });

  const faulty = new Error("fault of the page's");
  const throwFrom =
    (fraction: number) =>
    (progress: Progress): void => {
      if (progress.fraction >= fraction) throw faulty;
    };

  test.each([0, 1])('a listener that throws from %d on rejects only its own load', async (fraction) => {
    const failing = load({ onProgress: throwFrom(fraction) });
    const others = [load(), load({ onProgress: () => {} })];
    await expect(failing).rejects.toBe(faulty);
    for (const assets of await Promise.all(others)) assets.dispose();
    expect([...server.requests.values()]).toEqual([1, 1, 1]);
    expect(cache.size).toBe(0);
  });

  test('a listener of further files that throws gets its error, and no warning', async () => {
    const onWarning = vi.fn();
    const assets = await load({ onWarning });
    const options = { onProgress: throwFrom(0) };
    await expect(assets.loadFarParts(options)).rejects.toBe(faulty);
    expect(onWarning).not.toHaveBeenCalled();
    expect((await assets.loadFarParts()).size).toBe(TINY_PARTS.length);
    expect(server.requests.get('far.glb')).toBe(2);
  });

  test.each([0, 1])('of a GLB file alone, a listener that throws from %d on, likewise', async (fraction) => {
    const loading = loadGltfAssets([`${server.url}characters.glb`], { onProgress: throwFrom(fraction) });
    await expect(loading).rejects.toBe(faulty);
    expect(server.requests.get('characters.glb')).toBe(1);
  });
});
