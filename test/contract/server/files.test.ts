import { createHash } from 'node:crypto';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createCrowdService, DEFAULT_CROWD, SAMPLE_CROWDS, SAMPLE_KEY } from 'three-crowd-server';
import { expect, test } from 'vitest';
import { createFakeKit, KIT_VERSION } from '../../support/contract/fake-kit.js';
import { createTestService, expectError } from '../../support/contract/test-service.js';
import { createDirectory, writeFiles } from '../../support/temporary-directory.js';

const FILES = {
  'examples/index.html': '<h1>Examples</h1>',
  'examples/market.html': '<h1>Market</h1><script>let a = 1;</script><script src="a.js"></script>',
  'examples/scripts/market-1a2b.js': 'export {};',
  'examples/.secret': 'hidden',
  'examples/.git/config': 'hidden',
  'sdk/crowd.js': 'export const crowd = 1;',
  'outside.txt': 'outside',
};
const root = await createDirectory(Object.entries(FILES));
await symlink(join(root, 'outside.txt'), join(root, 'examples/link.txt'));
await writeFiles(join(root, 'kit'), createFakeKit());

const service = await createTestService({
  kit: join(root, 'kit'),
  examples: join(root, 'examples'),
  sdk: join(root, 'sdk'),
});

function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  return service.ask(path, { method, headers });
}

const GLB = `/assets/${KIT_VERSION}/skeleton.glb`;
const glb = Buffer.from(createFakeKit().get('skeleton.glb') as Uint8Array);

test.each([
  [GLB, 'model/gltf-binary'],
  [`/assets/${KIT_VERSION}/clips/walk.glb`, 'model/gltf-binary'],
  [`/assets/${KIT_VERSION}/manifest.json`, 'application/json'],
  [`/assets/${KIT_VERSION}/bone-texture.bin`, 'application/octet-stream'],
  ['/examples/', 'text/html; charset=utf-8'],
  ['/examples/market.html', 'text/html; charset=utf-8'],
  ['/examples/scripts/market-1a2b.js', 'text/javascript; charset=utf-8'],
  ['/sdk/crowd.js', 'text/javascript; charset=utf-8'],
])('%s is %s, open to every origin', async (path, type) => {
  const response = await ask(path, { Origin: 'https://game.test' });
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe(type);
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
  expect(response.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
});

test('assets may be kept for ever, and pages are asked for again', async () => {
  expect((await ask(GLB)).headers.get('Cache-Control')).toContain('immutable');
  expect((await ask('/examples/')).headers.get('Cache-Control')).toContain('no-cache');
  for (const path of [GLB, '/examples/', '/sdk/crowd.js']) {
    const etag = (await ask(path)).headers.get('ETag') as string;
    expect((await ask(path, { 'If-None-Match': etag })).status).toBe(304);
  }
});

test.each([
  ['bytes=0-99', 0, 99],
  ['bytes=4900-', 4900, 4999],
  ['bytes=-1', 4999, 4999],
  ['bytes=4000-9999', 4000, 4999],
])('%s of a file is just that', async (range, start, end) => {
  const response = await ask(GLB, { Range: range, 'Accept-Encoding': 'gzip' });
  expect(response.status).toBe(206);
  expect(response.headers.get('Content-Range')).toBe(`bytes ${start}-${end}/5000`);
  expect(response.headers.get('Content-Encoding')).toBeNull();
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.equals(glb.subarray(start, end + 1))).toBe(true);
  expect(response.headers.get('Content-Length')).toBe(String(bytes.byteLength));
});

test('a range beyond the end is 416', async () => {
  const response = await ask(GLB, { Range: 'bytes=5000-' });
  expect(response.status).toBe(416);
  expect(response.headers.get('Content-Range')).toBe('bytes */5000');
  expect(Object.keys(await response.json())).toEqual(['error']);
});

test('a range of an older version gives the whole new one', async () => {
  const etag = (await ask(GLB)).headers.get('ETag') as string;
  expect((await ask(GLB, { Range: 'bytes=0-9', 'If-Range': etag })).status).toBe(206);
  expect((await ask(GLB, { Range: 'bytes=0-9', 'If-Range': '"old"' })).status).toBe(200);
});

test.each([
  `/assets/${KIT_VERSION}/kit.json`,
  `/assets/${KIT_VERSION}/`,
  '/assets/old/skeleton.glb',
  '/assets/skeleton.glb',
  '/examples/.secret',
  '/examples/.git/config',
  '/examples/link.txt',
  '/examples/../outside.txt',
  '/examples/..%2Foutside.txt',
  '/examples/%2e%2e/outside.txt',
  '/examples/%2e%2e%2foutside.txt',
  '/examples/..%5Coutside.txt',
  '/sdk/..%2fkit/kit.json',
  '/sdk/%00',
  '/sdk/%E0%A4%A',
  '/sdk/',
])('%s is 404', async (path) => {
  const response = await ask(path);
  expect(response.status).toBe(404);
  expect(Object.keys(await response.json())).toEqual(['error']);
});

test.each(['POST', 'PUT', 'DELETE'])('%s on a file is 405', async (method) => {
  for (const path of [GLB, '/examples/market.html', '/sdk/crowd.js', '/']) {
    const response = await ask(path, {}, method);
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  }
});

test('sample.json names the sample key and the crowds that it reads, the default one first', async () => {
  const response = await ask('/sample.json', { Origin: 'https://game.test' });
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
  const { key, crowds } = await response.json();
  expect(key).toBe(SAMPLE_KEY);
  expect(crowds[0].crowd_id).toBe(DEFAULT_CROWD);
  expect(new Set(crowds)).toEqual(new Set(SAMPLE_CROWDS.map(({ id, name }) => ({ crowd_id: id, name }))));
  expect((await ask('/sample.json', {}, 'POST')).status).toBe(405);
});

test('the front door leads to the pages, where there are any', async () => {
  for (const path of ['/', '/examples']) {
    const response = await ask(path);
    expect(response.status).toBe(302);
    const target = new URL(response.headers.get('Location') as string, `http://crowds.test${path}`);
    expect(await (await ask(target.pathname)).text()).toBe('<h1>Examples</h1>');
  }
  const bare = await createTestService();
  expect((await bare.ask('/')).status).toBe(404);
});

test.each(['skeleton.glb', 'manifest.json', 'kit.json', 'clips/walk.glb'])(
  'a kit without %s is refused by name',
  async (name) => {
    const kit = createFakeKit();
    kit.delete(name);
    await expect(createCrowdService({ kit })).rejects.toMatchObject({ name: 'AssetError', url: name });
  },
);

test('a kit whose file was changed is refused by name', async () => {
  const kit = createFakeKit().set('lod.glb', new Uint8Array(3));
  await expect(createCrowdService({ kit })).rejects.toThrow(/lod\.glb is not the file/);
});

test('a directory that is no kit is refused', async () => {
  await expect(createCrowdService({ kit: join(root, 'nowhere') })).rejects.toThrow(/three-crowd-server kit/);
});

test('a base address that is none is refused', async () => {
  for (const baseUrl of ['crowds.test', 'ftp://crowds.test', '']) {
    await expect(createCrowdService({ kit: createFakeKit(), baseUrl })).rejects.toThrow(/base address/);
  }
});

test('pages run scripts of the service and their own, and nothing else', async () => {
  const policy = (await ask('/examples/market.html')).headers.get('Content-Security-Policy') ?? '';
  const hash = createHash('sha256').update('let a = 1;').digest('base64');
  expect(policy).toContain(`script-src 'self' blob: 'wasm-unsafe-eval' 'sha256-${hash}';`);
  expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/);
  expect((await ask('/examples/')).headers.get('Content-Security-Policy')).toMatch(/frame-ancestors 'self'/);
  for (const path of ['/sample.json', '/nothing', GLB]) {
    expect((await ask(path)).headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    );
  }
});

test('a script file may run WebAssembly as a worker, and nothing of other origins', async () => {
  for (const path of ['/sdk/crowd.js', '/examples/scripts/market-1a2b.js']) {
    expect((await ask(path)).headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; frame-ancestors 'none'",
    );
  }
});

test.each(['/sdk/crowd.js', '/sdk/', '/examples/none.js'])('%s is 404 where there is none', async (path) => {
  const bare = await createTestService();
  await expectError(await bare.ask(path), 404);
});

test('assets have a base address of their own, where that is said', async () => {
  const elsewhere = await createTestService({ assetBaseUrl: 'https://cdn.test/crowds/' });
  const path = '/v1/crowd/cr_Teahouse';
  const { assets } = await (await elsewhere.ask(path, { key: SAMPLE_KEY })).json();
  expect(assets.skeleton_glb).toBe(`https://cdn.test/crowds/assets/${KIT_VERSION}/skeleton.glb`);
  expect(assets.animations.walk).toBe(`https://cdn.test/crowds/assets/${KIT_VERSION}/clips/walk.glb`);
  await expect(createTestService({ assetBaseUrl: 'ftp://cdn.test' })).rejects.toThrow('no http or https');
});
