import { CrowdClient } from 'three-crowd/client';
import { parseCrowdResponse } from 'three-crowd/protocol';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createApiKey, createCrowdService, SAMPLE_KEY } from '../../../src/server/index.js';
import { createFakeKit, KIT_VERSION } from '../../support/contract/fake-kit.js';
import { startHttpServer } from '../../support/contract/http-server.js';
import { createTestService } from '../../support/contract/test-service.js';

const service = await createCrowdService({ kit: createFakeKit() });
const requests: Request[] = [];
const fetch = (request: Request): Promise<Response> => {
  requests.push(request);
  return service.fetch(request);
};
const client = new CrowdClient({ baseUrl: 'http://crowds.test', apiKey: SAMPLE_KEY, fetch });

test('gets a crowd from the service in the same process', async () => {
  const crowd = await client.getCrowd('cr_Market1k');
  expect(crowd.crowd_id).toBe('cr_Market1k');
  expect(crowd.characters).toHaveLength(crowd.recipe.size);
  expect(crowd.assets.skeleton_glb).toBe(`http://crowds.test/assets/${KIT_VERSION}/skeleton.glb`);
});

test('asks for a tier', async () => {
  const { assets } = await client.getCrowd('cr_Teahouse', { tier: 'vat' });
  expect(assets.animations).toEqual({});
  expect(requests.at(-1)?.url).toBe('http://crowds.test/v1/crowd/cr_Teahouse?tier=vat');
});

test('takes the token of a provider at each call', async () => {
  let asked = 0;
  const tokenProvider = async () => {
    asked += 1;
    return asked === 1 ? createApiKey() : SAMPLE_KEY;
  };
  const provided = new CrowdClient({ baseUrl: 'http://crowds.test', tokenProvider, fetch });
  await expect(provided.getCrowd('cr_Teahouse')).rejects.toMatchObject({ name: 'AuthenticationError' });
  expect((await provided.getCrowd('cr_Teahouse')).characters).toHaveLength(24);
});

test('keeps the path of the base address', async () => {
  const paths: string[] = [];
  for (const baseUrl of ['http://crowds.test/base', 'http://crowds.test/base/?x=1#y']) {
    const under = new CrowdClient({
      baseUrl,
      apiKey: SAMPLE_KEY,
      fetch: async (request) => {
        paths.push(request.url);
        return service.fetch(new Request(request.url.replace('/base/', '/'), request));
      },
    });
    await under.getCrowd('cr_Teahouse');
  }
  expect(paths).toEqual(Array(2).fill('http://crowds.test/base/v1/crowd/cr_Teahouse'));
});

test('sends no header of its own with a read but its name', async () => {
  requests.length = 0;
  await client.getCrowd('cr_Teahouse');
  await client.getCrowd('cr_Teahouse', { idempotencyKey: 'visit-1' });
  await client.projects.list();
  expect(requests.map(({ headers }) => [...headers.keys()])).toEqual([
    ['accept', 'authorization', 'idempotency-key'],
    ['accept', 'authorization', 'idempotency-key'],
    ['accept', 'authorization'],
  ]);
  const names = requests.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(names).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), 'visit-1', null]);
});

test.each([
  ['a page of another origin', 'https://page.test/', 'https://page.test'],
  ['a sandboxed frame of the same host', 'http://crowds.test/frame.html', 'null'],
])(
  'in %s, the first attempt of a read has no name, and its retries have one',
  async (_, location, origin) => {
    vi.stubGlobal('location', new URL(location));
    vi.stubGlobal('origin', origin);
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    const own = await createTestService();
    const key = await own.issue('Ann', 'studio');
    const reads: (string | null)[] = [];
    const page = new CrowdClient({
      baseUrl: 'http://crowds.test',
      apiKey: key,
      dangerouslyAllowBrowser: true,
      fetch: async (request) => {
        const response = await own.fetch(request);
        if (!request.url.includes('/v1/crowd/')) return response;
        reads.push(request.headers.get('Idempotency-Key'));
        if (reads.length < 3) throw new TypeError('fetch failed');
        return response;
      },
    });
    await page.getCrowd('cr_Teahouse');
    const name = reads.at(-1);
    expect(name).toMatch(/^[0-9a-f]{32}$/);
    expect(reads).toEqual([null, name, name]);
    expect(await own.used('Ann')).toBe(2);
  },
);

test('a read whose answers are lost is sent again under its name, and billed once', async () => {
  const own = await createTestService();
  const key = await own.issue('Ann', 'studio');
  const server = await startHttpServer(async ({ url = '', headers }, response, index) => {
    const name = headers['idempotency-key'];
    const named = typeof name === 'string' ? { 'Idempotency-Key': name } : {};
    const body = await (await own.ask(url, { key, headers: named })).text();
    if (index % 3 === 0) return response.destroy();
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    });
    if (index % 3 === 2) return response.end(body);
    // The answer breaks off half-way.
    return response.write(body.slice(0, body.length / 2), () => response.destroy());
  });
  const losing = new CrowdClient({ baseUrl: server.url, apiKey: key });
  for (let reads = 1; reads <= 2; reads++) {
    expect((await losing.getCrowd('cr_Teahouse')).characters).toHaveLength(24);
    expect(server.requests).toHaveLength(3 * reads);
    expect(await own.used('Ann')).toBe(reads);
  }
});

test('a response is checked once', async () => {
  const crowd = await client.getCrowd('cr_Teahouse');
  expect(parseCrowdResponse(crowd)).toBe(crowd);
  expect(parseCrowdResponse({ ...crowd })).not.toBe(crowd);
});

test.each(['..', 'cr_short', '', 'cr_Tea/ouse'])('"%s" is no id and asks nobody', async (id) => {
  requests.length = 0;
  await expect(client.getCrowd(id)).rejects.toMatchObject({ name: 'NotFoundError', status: 404 });
  expect(requests).toEqual([]);
});
