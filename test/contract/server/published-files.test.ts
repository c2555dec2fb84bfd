/** Services on one storage that have different kits, scripts and pages give each other's files. */
import { join } from 'node:path';
import { createCrowdService, openStorage, SAMPLE_KEY, VERSION } from 'three-crowd-server';
import { expect, test } from 'vitest';
import { createFakeKit, createNextKit, KIT_VERSION } from '../../support/contract/fake-kit.js';
import { createTestService, expectError, requestOf } from '../../support/contract/test-service.js';
import { createDirectory } from '../../support/temporary-directory.js';

/** Directories of a build whose files tell its name. */
async function build(name: string) {
  const files = {
    'sdk/three-crowd.js': `import './chunk-${name}000.js';`,
    [`sdk/chunk-${name}000.js`]: `export const build = '${name}';`,
    'examples/index.html': `<h1>${name}</h1>`,
    [`examples/assets/main-${name}000.js`]: `export const page = '${name}';`,
  };
  const directory = await createDirectory(Object.entries(files));
  return { sdk: join(directory, 'sdk'), examples: join(directory, 'examples') };
}

const storage = await openStorage({ location: ':memory:' });
const old = await createTestService({ storage, kit: createFakeKit(), ...(await build('FIRST')) });
const next = await createTestService({ storage, kit: createNextKit(), ...(await build('AFTER')) });

test.each([
  `/assets/${KIT_VERSION}/skeleton.glb`,
  `/assets/${KIT_VERSION}/clips/walk.glb`,
  `/sdk/${VERSION}/chunk-FIRST000.js`,
  '/sdk/chunk-FIRST000.js',
  '/examples/assets/main-FIRST000.js',
])('%s is the same from either', async (path) => {
  const [own, other] = await Promise.all([old, next].map((service) => service.ask(path)));
  expect([own.status, other.status]).toEqual([200, 200]);
  for (const header of ['Content-Type', 'Cache-Control', 'ETag', 'Accept-Ranges']) {
    expect(other.headers.get(header), header).toBe(own.headers.get(header));
  }
  const [ownBytes, otherBytes] = await Promise.all([own.arrayBuffer(), other.arrayBuffer()]);
  expect(Buffer.from(ownBytes).equals(Buffer.from(otherBytes))).toBe(true);
});

test('unversioned addresses serve the files of the own build', async () => {
  for (const [path, text] of [
    ['/sdk/three-crowd.js', 'AFTER'],
    ['/examples/', 'AFTER'],
  ]) {
    expect(await (await next.ask(path)).text()).toContain(text);
  }
});

test('ranges, conditions and wrong methods hold for the files of others too', async () => {
  const path = `/assets/${KIT_VERSION}/skeleton.glb`;
  const whole = await next.ask(path);
  const etag = whole.headers.get('ETag') ?? '';
  const again = await next.ask(path, { headers: { 'If-None-Match': etag } });
  expect(again.status).toBe(304);
  const part = await next.ask(path, { headers: { Range: 'bytes=10-19' } });
  expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10]);
  await expectError(await next.ask(path, { method: 'POST' }), 405);
});

test.each([
  '/assets/0123456789abcdef/skeleton.glb',
  `/assets/${KIT_VERSION}/kit.json`,
  `/assets/${KIT_VERSION}/../../etc/passwd`,
  '/sdk/0.0.0/three-crowd.js',
  '/examples/assets/main-OTHER000.js',
])('%s is 404', async (path) => {
  await expectError(await next.ask(path), 404);
});

test('both show the samples with the kit that came last', async () => {
  const [fromOld, fromNext] = await Promise.all(
    [old, next].map(async (service) => {
      const response = await service.ask('/v1/crowd/cr_Teahouse', { key: SAMPLE_KEY });
      return (await response.json()).assets.skeleton_glb as string;
    }),
  );
  expect(fromOld).toBe(fromNext);
  expect(fromNext).not.toContain(KIT_VERSION);
});

test('a kit of before that cannot be read is left out, and the logger is told', async () => {
  const damaged = createFakeKit().set('lod.glb', new Uint8Array(3));
  const told: object[] = [];
  const logger = { info() {}, warn: (fields: object) => void told.push(fields), error() {} };
  const service = await createCrowdService({ kit: createNextKit(), pastKits: [damaged], logger });
  expect((await service.fetch(requestOf('/health'))).status).toBe(200);
  expect(told).toMatchObject([{ err: { name: 'AssetError', url: 'lod.glb' } }]);
});
