import type { Document } from '@gltf-transform/core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AssetCache, type LoadAssetsOptions, loadCrowdAssets } from '../../../src/assets/index.js';
import type { Assets } from '../../../src/protocol/index.js';
import { addAccessor } from '../../support/edit-glb.js';
import { errorOf } from '../../support/error-of.js';
import { type FileServer, type Responder, serveFiles } from '../../support/file-server.js';
import { type TinyCharacter, type TinyOptions, tinyCharacter } from '../../support/rig/tiny-character.js';

const HTML = '<!doctype html><html><title>Sign in</title></html>';
const serveHtml: Responder = (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(HTML);
const servePart =
  (bytes: number): Responder =>
  (response, file) =>
    response.end(file!.subarray(0, bytes));

/** What clips of the tiny character mean, which nothing else tells without a texture. */
const TOLD = { retarget: 'pose-matched' } as const;

let server: FileServer;
let tiny: TinyCharacter;
const cache = new AssetCache();

async function serve(options: TinyOptions = {}): Promise<void> {
  tiny = await tinyCharacter(options);
  server = await serveFiles(tiny.files);
}

/** Serves what `edit` makes of one file. */
async function serveEdited(file: string, edit: (document: Document) => void): Promise<void> {
  await server.close();
  await serve({ edit: (document, name) => name === file && edit(document) });
}

async function failure<Name extends 'AssetError' | 'RigError'>(name: Name, assets = tiny.assets) {
  const error = await errorOf(loadCrowdAssets(assets, { baseUrl: server.url, cache }), name);
  await vi.waitFor(() => expect(cache.size, 'nothing half-made is kept').toBe(0));
  return error;
}

const load = (options: LoadAssetsOptions = {}, assets = tiny.assets) =>
  loadCrowdAssets(assets, { baseUrl: server.url, cache, ...options });

function withoutTexture(): Assets {
  const { bone_tex_bin: _bin, bone_tex_manifest: _manifest, ...assets } = tiny.assets;
  return assets;
}

/** Loads, and collects the warnings until the test ends. */
async function loadWarned(assets = tiny.assets, options: LoadAssetsOptions = {}) {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  warn.mockClear();
  return {
    assets: await load(options, assets),
    warnings: () => warn.mock.calls.map(([text]) => String(text)),
  };
}

beforeEach(() => serve());
afterEach(() => {
  vi.restoreAllMocks();
  return server.close();
});

describe('the master file', () => {
  const glb = 'characters.glb';
  const assetFailure = async (responder: Responder) => {
    server.responders.set(glb, responder);
    const error = await failure('AssetError');
    expect(error.url).toBe(`${server.url}${glb}`);
    return error;
  };

  /** The file with `change` made to its bytes. */
  const changed =
    (change: (bytes: Buffer) => unknown): Responder =>
    (response, file) => {
      const bytes = Buffer.from(file!);
      change(bytes);
      response.end(bytes);
    };

  test.each<[what: string, responder: Responder, message: RegExp]>([
    ['not there', (response) => response.writeHead(404).end('gone'), /answered 404 Not Found/],
    ['HTML', serveHtml, /no GLB file: it begins with "<!doctype html>.* came as text\/html/],
    ['empty', (response) => response.end(), /it is empty/],
    [
      'other bytes',
      (response) => response.end(Buffer.from('89504e470d0a1a0a', 'hex')),
      /begins with the bytes 89 50 4e 47 0d 0a 1a 0a and came as no content type/,
    ],
    ['of an old version', changed((bytes) => bytes.writeUInt8(1, 4)), /version 1/],
    ['damaged in its JSON', changed((bytes) => bytes.fill(0x7b, 20, 40)), /is damaged/],
    [
      'damaged in an accessor, which goes past the end',
      changed((bytes) => bytes.write('99', bytes.toString('latin1').search(/"count":\d\d/) + 8)),
      /is damaged/,
    ],
  ])('%s', async (_what, responder, message) => {
    expect((await assetFailure(responder)).message).toMatch(message);
  });

  test.each([4, 11, 12, 20, 500])('cut off after %i bytes', async (bytes) => {
    const whole = tiny.files.get(glb)!.byteLength;
    expect(whole).toBeGreaterThan(500);
    const error = await assetFailure(servePart(bytes));
    expect(error.message).toContain('is cut off');
    expect(error.message).toContain(`announces ${bytes < 12 ? 12 : whole} bytes and ${bytes} came`);
  });

  test('the connection breaks', async () => {
    const error = await assetFailure((response, file) => {
      response.writeHead(200, { 'content-length': file!.byteLength });
      response.write(file!.subarray(0, 300), () => response.destroy());
    });
    expect(error.message).toMatch(/broke off after \d+ bytes|could not be reached/);
  });

  test('compressed in a way that needs a decoder', async () => {
    const error = await assetFailure((response, file) => {
      const text = Buffer.from(file!).toString('latin1');
      const generator = /"generator":"[^"]*"/.exec(text)![0];
      const required = '"x":0},"extensionsRequired":["KHR_draco_mesh_compression"],"_":{"y":0';
      const bytes = Buffer.from(text.replace(generator, required), 'latin1');
      bytes.writeUInt32LE(bytes.byteLength, 8);
      bytes.writeUInt32LE(bytes.readUInt32LE(12) + required.length - generator.length, 12);
      response.end(bytes);
    });
    expect(error.message).toContain('KHR_draco_mesh_compression');
  });

  test('a server that is not there', async () => {
    const skeleton_glb = 'http://127.0.0.1:1/characters.glb';
    const error = await failure('AssetError', { ...tiny.assets, skeleton_glb });
    expect(error.message).toContain('could not be reached');
  });

  test('a relative address without anything to be relative to', async () => {
    const { message } = await errorOf(loadCrowdAssets(tiny.assets), 'AssetError');
    expect(message).toContain('assets.skeleton_glb is "characters.glb"');
    expect(message).toContain('baseUrl');
  });
});

describe('the rig', () => {
  const rigFailure = async (edit: (document: Document) => void): Promise<string> => {
    await serveEdited('characters.glb', edit);
    return (await failure('RigError')).message;
  };

  test('no skinned mesh', async () => {
    const message = await rigFailure((document) => {
      for (const node of document.getRoot().listNodes()) node.setSkin(null);
    });
    expect(message).toContain('characters.glb has no skinned mesh');
  });

  test('far parts bound in another pose than the near ones: near meshes, with a warning', async () => {
    await serveEdited('far.glb', (document) => {
      const bind = document.getRoot().listSkins()[0].getInverseBindMatrices()!;
      const matrix = bind.getElement<number[]>(0, []);
      matrix[13] += 5;
      bind.setElement(0, matrix);
    });
    const { assets, warnings } = await loadWarned();
    expect((await assets.loadFarParts()).size).toBe(0);
    expect(warnings()).toEqual([expect.stringMatching(/far\.glb is bound in another pose.*near meshes/)]);
    assets.dispose();
    expect(cache.size).toBe(0);
  });

  test.each(['another order', 'a joint short'])(
    'far parts with joints in %s are matched by name',
    async (how) => {
      await serveEdited('far.glb', (document) => {
        const skin = document.getRoot().listSkins()[0];
        const joints = skin.listJoints();
        const bind = skin.getInverseBindMatrices()!;
        const matrices = joints.map((_, joint) => bind.getElement<number[]>(joint, []));
        // The hand is the last one of the new order, and what hangs on it then hangs on the arm.
        const order = [5, 1, 2, 0, 4, 3].slice(0, how === 'a joint short' ? 5 : 6);
        for (const joint of joints) skin.removeJoint(joint);
        for (const joint of order) skin.addJoint(joints[joint]);
        const reordered = order.flatMap((joint) => matrices[joint]);
        skin.setInverseBindMatrices(addAccessor(document, 'MAT4', reordered));
        for (const mesh of document.getRoot().listMeshes()) {
          const attribute = mesh.listPrimitives()[0].getAttribute('JOINTS_0')!;
          const moved = Array.from(attribute.getArray()!, (joint) => order.indexOf(Number(joint)));
          attribute.setArray(Uint16Array.from(moved, (joint) => (joint < 0 ? order.indexOf(4) : joint)));
        }
      });
      const { assets, warnings } = await loadWarned();
      const far = await assets.loadFarParts();
      expect(warnings()).toEqual([]);
      const near = assets.parts.get('robe_1')!.vertices;
      expect([...far.get('robe_1')!.vertices.joints]).toEqual([...near.joints]);
      assets.dispose();
    },
  );
});

describe('a bone texture that cannot be used: an error that names what is wrong and where, or the clips in its place', () => {
  const changeManifest = (change: (manifest: Record<string, unknown>) => void) => (): void => {
    server.responders.set('bones.json', (response, file) => {
      const manifest = JSON.parse(Buffer.from(file!).toString()) as Record<string, unknown>;
      change(manifest);
      response.end(JSON.stringify(manifest));
    });
  };
  const clipInfo = (manifest: Record<string, unknown>) =>
    manifest['clipInfo'] as { name: string; frameCount: number }[];

  test.each<[what: string, message: RegExp, spoil: () => void]>([
    // Other faults of the content are those of `decode-bone-texture.test.ts`.
    ['cut short', /1000 bytes.*bones\.bin/, () => server.responders.set('bones.bin', servePart(1000))],
    [
      'the bones of another skeleton',
      /no joint "Spine" \(boneNames\).*bones\.bin/,
      changeManifest((manifest) => {
        (manifest['boneNames'] as string[])[2] = 'Tail';
      }),
    ],
    [
      'HTML',
      /bones\.bin is no bone texture: it begins with/,
      () => server.responders.set('bones.bin', serveHtml),
    ],
    ['HTML for a manifest', /bones\.json is no JSON/, () => server.responders.set('bones.json', serveHtml)],
    [
      'not there',
      /bones\.bin answered 404/,
      () => server.responders.set('bones.bin', (response) => response.writeHead(404).end()),
    ],
  ])('%s', async (_what, message, spoil) => {
    spoil();
    const error = await errorOf(load(), 'BoneTextureError');
    expect(error.message).toMatch(message);
    expect(error.message).toContain("give the option retarget, 'pose-matched' or 'rest-relative'");
    const { assets, warnings } = await loadWarned(tiny.assets, TOLD);
    expect(warnings()).toEqual([expect.stringMatching(message)]);
    expect(warnings()[0]).toContain('The crowd is drawn from its clips instead');
    expect(assets.boneTexture.manifest.clipInfo.map(({ name }) => name)).toEqual([
      'idle',
      'walk',
      'walk_stop',
    ]);
    assets.dispose();
    await errorOf(load({ ...TOLD, strict: true }));
    await vi.waitFor(() => expect(cache.size).toBe(0));
  });

  test.each(['its manifest says', 'rest poses alike leave'])(
    'cut short, and right without an option where %s what clips mean',
    async (how) => {
      const isSaid = how.startsWith('its manifest');
      changeManifest((manifest) => {
        if (isSaid) manifest['retarget'] = 'pose-matched';
        // Other frames than the clips have, so that it has to be fetched.
        clipInfo(manifest)[0].frameCount -= 1;
      })();
      server.responders.set('bones.bin', servePart(1000));
      const reference = isSaid ? tiny.assets.rest_reference_glb : tiny.assets.skeleton_glb;
      const { assets, warnings } = await loadWarned({ ...tiny.assets, rest_reference_glb: reference });
      expect(warnings()).toEqual([expect.stringMatching(/1000 bytes.*drawn from its clips instead/)]);
      assets.dispose();
    },
  );

  test.each(['bone_tex_bin', 'bone_tex_manifest'] as const)('a lone %s', async (field) => {
    const { assets, warnings } = await loadWarned({ ...withoutTexture(), [field]: tiny.assets[field] }, TOLD);
    expect(warnings()).toEqual([expect.stringContaining(`assets.${field} is "`)]);
    expect(assets.boneTexture.manifest.clipInfo).toHaveLength(3);
    assets.dispose();
  });

  test.each([null, ''])('%j for both: baked without a word', async (nothing) => {
    const fields = { bone_tex_bin: nothing, bone_tex_manifest: nothing } as unknown as Partial<Assets>;
    const { assets, warnings } = await loadWarned({ ...tiny.assets, ...fields }, TOLD);
    expect(warnings()).toEqual([]);
    expect(assets.boneTexture.manifest.clipInfo).toHaveLength(3);
    assets.dispose();
  });

  test('no texture, and nothing that tells what clips mean: one warning that names the option', async () => {
    const { assets, warnings } = await loadWarned(withoutTexture());
    expect(warnings()).toEqual([
      expect.stringMatching(/characters\.glb are retargeted pose-matched.*option retarget/),
    ]);
    expect(assets.boneTexture.manifest.retarget).toBe('pose-matched');
    assets.dispose();
  });

  test('without a rest reference, clips are for the skeletons in their own files', async () => {
    server.responders.set('base.glb', (response) => response.writeHead(404).end());
    const { assets, warnings } = await loadWarned(withoutTexture(), TOLD);
    expect(warnings()).toEqual([expect.stringMatching(/base\.glb answered 404.*rest_reference_glb/)]);
    assets.dispose();
  });

  test('no texture and no clip to bake one from', async () => {
    const error = await failure('AssetError', { ...withoutTexture(), animations: {} });
    expect(error.message).toContain('neither a bone texture nor a clip');
  });
});

describe('a server that stumbles', () => {
  test('one 500 and one cut connection are tried again', async () => {
    const once = (responder: Responder): Responder => {
      let isFirst = true;
      return (response, file) => {
        if (isFirst) responder(response, file);
        else response.end(file);
        isFirst = false;
      };
    };
    server.responders.set(
      'characters.glb',
      once((response) => response.writeHead(500).end()),
    );
    server.responders.set(
      'bones.bin',
      once((response) => response.destroy()),
    );
    const { assets, warnings } = await loadWarned();
    expect(warnings()).toEqual([]);
    expect(server.requests.get('characters.glb')).toBe(2);
    expect(server.requests.get('bones.bin')).toBe(2);
    assets.dispose();
  });

  test.each(['without an answer', 'after 300 bytes'])(
    'silence ends in a TimeoutError (%s)',
    async (state) => {
      server.responders.set('characters.glb', (response, file) => {
        if (state !== 'without an answer') response.write(file!.subarray(0, 300));
      });
      // A busy machine may take longer for the first bytes than a short timeout allows.
      let timeout = 100;
      const attempt = async () => {
        timeout *= 2;
        return (await errorOf(load({ timeout }), 'TimeoutError')).message;
      };
      await expect
        .poll(attempt, { timeout: 60_000 })
        .toMatch(new RegExp(`was silent for [0-9.]+ s ${state}`));
    },
  );
});

describe('clips', () => {
  /** Why `walk` is missing, beside others that load. */
  const missing = async (): Promise<string> => {
    const { assets, warnings } = await loadWarned(withoutTexture(), TOLD);
    expect(warnings()).toEqual([]);
    expect(assets.boneTexture.manifest.clipInfo.map(({ name }) => name)).toEqual(['idle', 'walk_stop']);
    expect([...assets.missingClips!.keys()]).toEqual(['walk']);
    assets.dispose();
    await expect(load({ ...TOLD, strict: true }, withoutTexture())).rejects.toThrow(
      assets.missingClips!.get('walk'),
    );
    return assets.missingClips!.get('walk')!;
  };
  const spoilt = async (edit: (document: Document) => void): Promise<string> => {
    await serveEdited('walk.glb', edit);
    return missing();
  };

  test('gone', async () => {
    server.responders.set('walk.glb', (response) => response.writeHead(404).end());
    expect(await missing()).toContain('walk.glb answered 404');
  });

  test('empty', async () => {
    server.responders.set('walk.glb', (response) => response.end());
    expect(await missing()).toContain('it is empty');
  });

  test('an animation without keys', async () => {
    const reason = await spoilt((document) => {
      for (const channel of document.getRoot().listAnimations()[0].listChannels()) channel.dispose();
    });
    expect(reason).toContain('should hold the clip "walk", and its animation has no keys');
  });

  test('no animation', async () => {
    const reason = await spoilt((document) => document.getRoot().listAnimations()[0].dispose());
    expect(reason).toContain('should hold the clip "walk" and has no animation');
  });

  test('of several animations, none of the right name, the first is taken, with a warning', async () => {
    await serveEdited('walk.glb', (document) => {
      document.getRoot().listAnimations()[0].setName('a');
      document.createAnimation('b');
    });
    const { assets, warnings } = await loadWarned(withoutTexture(), TOLD);
    expect(assets.boneTexture.manifest.clipInfo[1].duration).toBeCloseTo(0.8, 6);
    expect(warnings()).toContainEqual(
      expect.stringContaining('has 2 animations (a, b). The first one is taken.'),
    );
    assets.dispose();
  });

  test('keys and values that do not match', async () => {
    const reason = await spoilt((document) => {
      document.getRoot().listAnimations()[0].listSamplers()[0].setInterpolation('LINEAR');
    });
    expect(reason).toContain('The translation of "Hips"');
    expect(reason).toContain('3 keys and 27 numbers; 9 are needed');
  });
});
