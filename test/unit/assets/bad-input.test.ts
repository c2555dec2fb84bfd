import type { Document } from '@gltf-transform/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AssetCache, loadCrowdAssets } from '../../../src/assets/index.js';
import {
  type AssetError,
  type BoneTextureError,
  isAssetError,
  isBoneTextureError,
  isRigError,
  isUnknownClipError,
} from '../../../src/errors/index.js';
import { type FileServer, type Responder, serveFiles } from '../../support/file-server.js';
import { type TinyCharacter, type TinyOptions, tinyCharacter } from '../../support/rig/tiny-character.js';

const HTML = '<!doctype html><html><title>Sign in</title></html>';
const serveHtml: Responder = (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(HTML);
const servePart =
  (bytes: number): Responder =>
  (response, file) =>
    response.end(file!.subarray(0, bytes));

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

async function failure(assets = tiny.assets): Promise<Error> {
  const error: unknown = await loadCrowdAssets(assets, { baseUrl: server.url, cache }).then(
    () => new Error('It loaded.'),
    (reason: unknown) => reason,
  );
  expect(cache.size, 'nothing half-made is kept').toBe(0);
  return error as Error;
}

beforeEach(() => serve());
afterEach(() => server.close());

describe('the master file', () => {
  const glb = 'characters.glb';
  const assetFailure = async (responder: Responder): Promise<AssetError> => {
    server.responders.set(glb, responder);
    const error = await failure();
    expect(isAssetError(error), String(error)).toBe(true);
    expect((error as AssetError).url).toBe(`${server.url}${glb}`);
    return error as AssetError;
  };

  test('not there', async () => {
    const error = await assetFailure((response) => response.writeHead(404).end('gone'));
    expect(error.message).toContain('answered 404 Not Found');
  });

  test('HTML instead of GLB', async () => {
    const error = await assetFailure(serveHtml);
    expect(error.message).toContain('no GLB file: it begins with "<!doctype html>');
    expect(error.message).toContain('came as text/html');
  });

  test('empty', async () => {
    expect((await assetFailure((response) => response.end())).message).toContain('it is empty');
  });

  test('other bytes', async () => {
    const error = await assetFailure((response) =>
      response.end(Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])),
    );
    expect(error.message).toContain(
      'begins with the bytes 89 50 4e 47 0d 0a 1a 0a and came as no content type',
    );
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

  test('an old version', async () => {
    const error = await assetFailure((response, file) => {
      const bytes = Uint8Array.from(file!);
      bytes[4] = 1;
      response.end(bytes);
    });
    expect(error.message).toContain('version 1');
  });

  test('JSON that is damaged', async () => {
    const error = await assetFailure((response, file) =>
      response.end(Uint8Array.from(file!).fill(0x7b, 20, 40)),
    );
    expect(error.message).toContain('is damaged');
  });

  test('accessors past the end', async () => {
    const error = await assetFailure((response, file) => {
      const text = Buffer.from(file!)
        .toString('latin1')
        .replace(/"count":\d\d/, '"count":99');
      response.end(Buffer.from(text, 'latin1'));
    });
    expect(error.message).toContain('is damaged');
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
    const error = await failure({ ...tiny.assets, skeleton_glb: 'http://127.0.0.1:1/characters.glb' });
    expect(isAssetError(error)).toBe(true);
    expect(error.message).toContain('could not be reached');
  });

  test('a relative address without anything to be relative to', async () => {
    const error: unknown = await loadCrowdAssets(tiny.assets).catch((reason: unknown) => reason);
    expect(isAssetError(error)).toBe(true);
    expect(String(error)).toContain('assets.skeleton_glb is "characters.glb"');
    expect(String(error)).toContain('baseUrl');
  });
});

describe('the rig', () => {
  const rigFailure = async (edit: (document: Document) => void): Promise<string> => {
    await serveEdited('characters.glb', edit);
    const error = await failure();
    expect(isRigError(error), String(error)).toBe(true);
    return error.message;
  };

  test('no skinned mesh', async () => {
    const message = await rigFailure((document) => {
      for (const node of document.getRoot().listNodes()) node.setSkin(null);
    });
    expect(message).toContain('characters.glb has no skinned mesh');
  });

  test('two parts of one name', async () => {
    const message = await rigFailure((document) => {
      document
        .getRoot()
        .listNodes()
        .find((node) => node.getName() === 'robe.2')!
        .setName('robe_1');
    });
    expect(message).toContain('two skinned mesh nodes named "robe_1"');
  });

  test('two bones of one name', async () => {
    const message = await rigFailure((document) => {
      document
        .getRoot()
        .listNodes()
        .find((node) => node.getName() === 'Arm.L')!
        .setName('Leg.L');
    });
    expect(message).toContain('two bones named "Leg.L"');
  });

  test('a part of several materials', async () => {
    const message = await rigFailure((document) => {
      const [mesh, other] = document.getRoot().listMeshes();
      mesh.addPrimitive(other.listPrimitives()[0].clone());
    });
    expect(message).toContain('"robe_1"');
    expect(message).toContain('several primitives');
  });

  test.each(['fewer joints', 'another order', 'another bind'])('a part with %s', async (difference) => {
    const message = await rigFailure((document) => {
      const face = document
        .getRoot()
        .listNodes()
        .find((node) => node.getName() === 'face_1')!;
      const skin = face.getSkin()!.clone();
      const joints = skin.listJoints();
      for (const joint of joints) skin.removeJoint(joint);
      const kept =
        difference === 'fewer joints'
          ? joints.slice(1)
          : difference === 'another order'
            ? joints.reverse()
            : joints;
      for (const joint of kept) skin.addJoint(joint);
      const bind = skin.getInverseBindMatrices()!.clone();
      const array = Float32Array.from(bind.getArray()!).slice(0, kept.length * 16);
      if (difference === 'another bind') array[13] += 5;
      face.setSkin(skin.setInverseBindMatrices(bind.setArray(array)));
    });
    expect(message).toContain('Part "face_1"');
    expect(message).toContain(difference === 'another bind' ? 'other inverse bind' : 'other joints');
  });

  test('a vertex that counts a joint past the end', async () => {
    const message = await rigFailure((document) => {
      const joints = document.getRoot().listMeshes()[2].listPrimitives()[0].getAttribute('JOINTS_0')!;
      joints.setElement(3, [17, 0, 0, 0]);
    });
    expect(message).toContain('Part "face_1"');
    expect(message).toContain('uses joint 17; its skeleton has 6');
  });

  test('far parts bound otherwise than the near ones', async () => {
    await serveEdited('far.glb', (document) => {
      const bind = document.getRoot().listSkins()[0].getInverseBindMatrices()!;
      const matrix = bind.getElement<number[]>(0, []);
      matrix[13] += 5;
      bind.setElement(0, matrix);
    });
    const assets = await loadCrowdAssets(tiny.assets, { baseUrl: server.url, cache });
    const error: unknown = await assets.loadFarParts().catch((reason: unknown) => reason);
    expect(isRigError(error)).toBe(true);
    expect(String(error)).toContain('other inverse bind matrices');
    assets.dispose();
    expect(cache.size).toBe(0);
  });
});

describe('the bone texture', () => {
  const textureFailure = async (): Promise<BoneTextureError> => {
    const error = await failure();
    expect(isBoneTextureError(error), String(error)).toBe(true);
    expect(error.message).toContain('bones.bin');
    return error as BoneTextureError;
  };
  const changeManifest = (change: (manifest: Record<string, unknown>) => void): void => {
    server.responders.set('bones.json', (response, file) => {
      const manifest = JSON.parse(Buffer.from(file!).toString()) as Record<string, unknown>;
      change(manifest);
      response.end(JSON.stringify(manifest));
    });
  };

  test('the wrong size', async () => {
    server.responders.set('bones.bin', servePart(1000));
    const error = await textureFailure();
    expect(error.field).toBe('data');
    expect(error.message).toContain('1000 bytes');
  });

  test('not a number', async () => {
    server.responders.set('bones.bin', (response, file) => {
      const bytes = Uint8Array.from(file!);
      new DataView(bytes.buffer).setFloat32(400, Number.NaN, true);
      response.end(bytes);
    });
    const error = await textureFailure();
    expect(error.field).toBe('data');
    expect(error.message).toContain('NaN');
  });

  test('frames past the end', async () => {
    changeManifest((manifest) => {
      (manifest['clipInfo'] as { frameCount: number; duration: number }[])[2].frameCount = 4000;
    });
    expect((await textureFailure()).message).toMatch(/walk_stop|frame/);
  });

  test('the wrong number of bones', async () => {
    changeManifest((manifest) => {
      manifest['nBones'] = 4;
    });
    expect((await textureFailure()).message).toMatch(/4/);
  });

  test('the bones of another skeleton', async () => {
    changeManifest((manifest) => {
      (manifest['boneNames'] as string[])[2] = 'Tail';
    });
    expect((await textureFailure()).message).toContain('Tail');
  });

  test('HTML instead of numbers', async () => {
    server.responders.set('bones.bin', serveHtml);
    const error = await failure();
    expect(isAssetError(error)).toBe(true);
    expect(error.message).toContain('no bone texture: it begins with "<!doctype html>');
  });

  test('HTML instead of its manifest', async () => {
    server.responders.set('bones.json', serveHtml);
    const error = await failure();
    expect(isAssetError(error)).toBe(true);
    expect(error.message).toContain('bones.json is no JSON');
  });

  test('not there, though an address is', async () => {
    server.responders.set('bones.bin', (response) => response.writeHead(404).end());
    const error = await failure();
    expect(isAssetError(error)).toBe(true);
    expect(error.message).toContain('bones.bin answered 404');
  });

  test('no texture and no clip to bake one from', async () => {
    const { bone_tex_bin: _bin, ...assets } = tiny.assets;
    const error = await failure({ ...assets, animations: {} });
    expect(isAssetError(error)).toBe(true);
    expect(error.message).toContain('neither a bone texture nor a clip');
  });
});

describe('clips', () => {
  const clipFailure = async (edit: (document: Document) => void): Promise<unknown> => {
    await serveEdited('walk.glb', edit);
    const assets = await loadCrowdAssets(tiny.assets, { baseUrl: server.url, cache });
    const error: unknown = await assets.loadClips(['walk']).catch((reason: unknown) => reason);
    const idle = await assets.loadClips(['idle']);
    expect(idle.size, 'others still load').toBe(1);
    assets.dispose();
    expect(isUnknownClipError(error)).toBe(false);
    return error;
  };

  test('no animation', async () => {
    const error = await clipFailure((document) => document.getRoot().listAnimations()[0].dispose());
    expect(isAssetError(error)).toBe(true);
    expect(String(error)).toContain('should hold the clip "walk" and has no animation');
  });

  test('several animations, none of the right name', async () => {
    const error = await clipFailure((document) => {
      document.getRoot().listAnimations()[0].setName('a');
      document.createAnimation('b');
    });
    expect(isAssetError(error)).toBe(true);
    expect(String(error)).toContain('has 2 animations (a, b)');
  });

  test('keys and values that do not match', async () => {
    const error = await clipFailure((document) => {
      document.getRoot().listAnimations()[0].listSamplers()[0].setInterpolation('LINEAR');
    });
    expect(isRigError(error)).toBe(true);
    expect(String(error)).toContain('The translation of "Hips"');
    expect(String(error)).toContain('3 keys and 27 numbers; 9 are needed');
  });
});
