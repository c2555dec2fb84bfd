import { inspect } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { CLIP_NAMES, completeRecipe, parseCrowdResponse, type Recipe } from 'three-crowd/protocol';
import { expect, onTestFinished, test, vi } from 'vitest';
import { generateCharacters, generateCrowd } from '../../../src/generate/generate-characters.js';
import { generateResponse } from '../../../src/generate-response.js';
import { readRecipeLink, writeRecipeLink } from '../../../src/recipe-link.js';
import { createApiKey, openStorage, SAMPLE_CROWDS, SAMPLE_KEY } from '../../../src/server/index.js';
import { createNextKit, KIT_MANIFEST, KIT_VERSION } from '../../support/contract/fake-kit.js';
import { BASE, createTestService, expectError } from '../../support/contract/test-service.js';

const service = await createTestService();
/** Number of clips of the kit. */
const CLIPS = CLIP_NAMES.length + Object.keys(KIT_MANIFEST.clips ?? {}).length;

function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  return service.ask(path, { method, key: SAMPLE_KEY, headers });
}

test.each(SAMPLE_CROWDS.map(({ id, name, recipe }) => [id, name, recipe] as const))(
  '%s, %s, is a complete crowd',
  async (id, name, recipe) => {
    const response = await ask(`/v1/crowd/${id}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('application/json');
    const crowd = parseCrowdResponse(await response.json());
    expect(crowd).toMatchObject({ crowd_id: id, name, recipe, shared_parts: KIT_MANIFEST.shared });
    expect(crowd.collection).toBe(crowd.recipe.collection);
    expect(crowd.characters).toHaveLength(recipe.size as number);
    expect(crowd.characters).toEqual(generateCharacters(crowd.recipe, KIT_MANIFEST));
    // A page generates the same crowd from the recipe in a link.
    const link = writeRecipeLink(crowd.recipe);
    expect(link.length).toBeLessThanOrEqual(500);
    const generated = await generateResponse({
      recipe: readRecipeLink(`#${link}`) as Recipe,
      assets: crowd.assets,
      fetch: (address, init) => service.fetch(new Request(address, init)),
    });
    const { characters, shared_parts, scene, assets, collection } = crowd;
    expect(generated).toMatchObject({ recipe: crowd.recipe, characters, shared_parts, assets, collection });
    expect(generated.scene).toEqual(scene);
    expect(scene).toEqual(KIT_MANIFEST.scenes?.[String(recipe.scene)]);
    expect(new Date(crowd.updated_at).toISOString()).toBe(crowd.updated_at);
  },
);

test.each(SAMPLE_CROWDS.map(({ id, recipe }) => [id, recipe] as const))(
  '%s has room for all',
  (_id, recipe) => {
    expect(generateCrowd(completeRecipe(recipe), KIT_MANIFEST)).toMatchObject({ crowded: 0, blocked: 0 });
  },
);

test('the samples are made of the people that the kit has', async () => {
  const ownKit = await createTestService({ kit: createNextKit() });
  for (const { id, recipe } of SAMPLE_CROWDS) {
    const response = await ownKit.ask(`/v1/crowd/${id}`, { key: SAMPLE_KEY });
    expect(response.status, id).toBe(200);
    const { characters } = parseCrowdResponse(await response.json());
    expect(characters).toHaveLength(recipe.size as number);
    expect(new Set(characters.map(({ bucket }) => bucket))).toEqual(new Set(['newcomer']));
  }
});

test('every address of the assets leads to the file', async () => {
  const { assets } = await (await ask('/v1/crowd/cr_Teahouse')).json();
  const { unit, unit_scale, animations, ...files } = assets;
  expect([unit, unit_scale]).toEqual(['m', 1]);
  const addresses: string[] = [...Object.values<string>(files), ...Object.values<string>(animations)];
  expect(addresses).toHaveLength(6 + CLIPS);
  for (const address of addresses) {
    expect(address).toMatch(new RegExp(`^http://crowds\\.test/assets/${KIT_VERSION}/`));
    expect((await service.fetch(new Request(address))).status, address).toBe(200);
  }
});

test('addresses follow the origin of the request, or the base address where there is one', async () => {
  const url = 'https://other.test:8443/v1/crowd/cr_Teahouse';
  const request = () => new Request(url, { headers: { Authorization: `Bearer ${SAMPLE_KEY}` } });
  const here = await (await service.fetch(request())).json();
  expect(here.assets.skeleton_glb).toBe(`https://other.test:8443/assets/${KIT_VERSION}/skeleton.glb`);
  const behindProxy = await createTestService({ baseUrl: 'https://cdn.test/crowds/' });
  const there = await (await behindProxy.fetch(request())).json();
  expect(there.assets.animations.walk).toBe(`https://cdn.test/crowds/assets/${KIT_VERSION}/clips/walk.glb`);
});

test.each([
  ['full', CLIPS, true],
  ['untextured', CLIPS, false],
  ['vat', 0, true],
  ['bbm', 0, true],
])('tier %s names %i clips', async (tier, clips, hasBoneTexture) => {
  const crowd = parseCrowdResponse(await (await ask(`/v1/crowd/cr_Teahouse?tier=${tier}`)).json());
  expect(Object.keys(crowd.assets.animations)).toHaveLength(clips);
  expect(crowd.assets.bone_tex_bin !== undefined).toBe(hasBoneTexture);
  expect(crowd.characters).toHaveLength(24);
});

test('an unknown tier is 422', async () => {
  expect(await expectError(await ask('/v1/crowd/cr_Teahouse?tier=best'), 422)).toContain('untextured');
});

test.each([
  ['no key', '', 'Bearer'],
  ['another scheme', 'Basic dXNlcjpwYXNz', 'Bearer'],
  ['no token', 'Bearer ', 'Bearer'],
  ['a token that is no key', 'Bearer nonsense', 'Bearer error="invalid_token"'],
  ['a key that was never issued', `Bearer ${createApiKey()}`, 'Bearer error="invalid_token"'],
])('%s is 401', async (_name, authorization, challenge) => {
  const headers: Record<string, string> = { Authorization: authorization };
  for (const path of ['/v1/crowd/cr_Teahouse', '/v1/crowd/cr_00000000', '/v1/elsewhere']) {
    const response = await ask(path, headers);
    expect(response.headers.get('WWW-Authenticate')).toBe(challenge);
    await expectError(response, 401);
  }
});

test.each(['cr_00000000', 'cr_short', 'cr_toolong00', 'xx_Teahouse', 'cr_Tea%2Fuse'])(
  '%s is 404',
  async (id) => {
    expect(await expectError(await ask(`/v1/crowd/${id}`), 404)).toBe('crowd not found');
  },
);

test('unknown paths are 404', async () => {
  for (const path of ['/v1', '/v1/nothing', '/nothing', '/v1/crowd', '/v1/crowd/']) {
    await expectError(await ask(path), 404);
  }
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s on a crowd is 405', async (method) => {
  const response = await ask('/v1/crowd/cr_Teahouse', {}, method);
  expect(response.headers.get('Allow')).toBe('GET, HEAD, OPTIONS');
  await expectError(response, 405);
});

test('HEAD says what GET would, without a body', async () => {
  const get = await ask('/v1/crowd/cr_Teahouse');
  const head = await ask('/v1/crowd/cr_Teahouse', {}, 'HEAD');
  expect(head.status).toBe(200);
  expect(await head.text()).toBe('');
  for (const name of ['Content-Type', 'Content-Length', 'ETag']) {
    expect(head.headers.get(name)).toBe(get.headers.get(name));
  }
  expect(Number(head.headers.get('Content-Length'))).toBe((await get.arrayBuffer()).byteLength);
});

test('a preflight needs no key and allows what the client sends', async () => {
  const response = await service.fetch(
    new Request(`${BASE}/v1/crowd/cr_Teahouse`, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://game.test',
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'authorization,idempotency-key',
      },
    }),
  );
  expect(response.status).toBe(204);
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
  expect(response.headers.get('Access-Control-Allow-Methods')).toContain('GET');
  expect(response.headers.get('Access-Control-Allow-Headers')).toBe('authorization,idempotency-key');
});

test('answers can be read across origins, with their request id', async () => {
  const response = await ask('/v1/crowd/cr_Teahouse', {
    Origin: 'https://game.test',
    'X-Request-Id': 'mine-1',
  });
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
  expect(response.headers.get('Access-Control-Expose-Headers')).toContain('X-Request-Id');
  expect(response.headers.get('X-Request-Id')).toBe('mine-1');
});

test('If-None-Match with the current tag is answered 304', async () => {
  const first = await ask('/v1/crowd/cr_Market1k');
  const etag = first.headers.get('ETag') as string;
  expect(etag).toMatch(/^"[\w-]+"$/);
  const again = await ask('/v1/crowd/cr_Market1k', { 'If-None-Match': `"other", W/${etag}` });
  expect([again.status, await again.text(), again.headers.get('ETag')]).toEqual([304, '', etag]);
  expect((await ask('/v1/crowd/cr_Teahouse', { 'If-None-Match': etag })).status).toBe(200);
});

test.each([
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
] as const)('%s holds the same answer and has its own ETag', async (encoding, decompress) => {
  const plain = await ask('/v1/crowd/cr_Market1k');
  const packed = await ask('/v1/crowd/cr_Market1k', { 'Accept-Encoding': encoding });
  expect(packed.headers.get('Content-Encoding')).toBe(encoding);
  expect(packed.headers.get('Vary')).toContain('Accept-Encoding');
  expect(packed.headers.get('ETag')).not.toBe(plain.headers.get('ETag'));
  const bytes = Buffer.from(await packed.arrayBuffer());
  expect(bytes.byteLength).toBe(Number(packed.headers.get('Content-Length')));
  const whole = Buffer.from(await plain.arrayBuffer());
  expect(bytes.byteLength).toBeLessThan(whole.byteLength / 3);
  expect(decompress(bytes).equals(whole)).toBe(true);
});

test('a failure of the service is 500 without details, which are logged', async () => {
  const logged: unknown[][] = [];
  const storage = await openStorage({ location: ':memory:' });
  storage.findCrowd = async () => {
    throw new Error('disk on fire');
  };
  const broken = await createTestService({
    logger: { info: () => {}, warn: () => {}, error: (...parts) => logged.push(parts) },
    storage,
  });
  const response = await broken.ask('/v1/crowd/cr_Teahouse', { key: SAMPLE_KEY });
  const id = response.headers.get('X-Request-Id') as string;
  expect(await expectError(response, 500)).toBe('internal error');
  const text = inspect(logged, { depth: 10 });
  expect(text).toContain('disk on fire');
  expect(text).toContain(id);
  expect(text).not.toContain(SAMPLE_KEY);
});

test('answers for any host name have its addresses, and only those of the first names are cached', async () => {
  // A further name is cached every five seconds.
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const service = await createTestService();
  const read = (host: string) => {
    const headers = { Authorization: `Bearer ${SAMPLE_KEY}`, 'Accept-Encoding': 'br' };
    return service.fetch(new Request(`http://${host}/v1/crowd/cr_Hillside`, { headers }));
  };
  const first = await read('first.test');
  expect(first.headers.get('Content-Encoding')).toBe('br');
  for (let i = 0; i < 20; i++) {
    const response = await read(`name-${i}.test`);
    expect(response.status).toBe(200);
    const bytes = Buffer.from(await response.arrayBuffer());
    const isKept = response.headers.get('ETag') !== null;
    expect(isKept).toBe(i < 9);
    const { assets } = JSON.parse((isKept ? brotliDecompressSync(bytes) : bytes).toString());
    expect(new URL(assets.skeleton_glb).host).toBe(`name-${i}.test`);
  }
  expect((await read('first.test')).headers.get('ETag')).toBe(first.headers.get('ETag'));
});
