import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createApiKey, SAMPLE_KEY } from '../../../src/server/index.js';
import serverJson from '../../../src/server/package.json' with { type: 'json' };
import { KIT_MANIFEST } from '../../support/contract/fake-kit.js';
import {
  BASE,
  createTestService,
  expectError,
  requestOf,
  type TestService,
} from '../../support/contract/test-service.js';
import { TOOL_ACCEPT, toolCall } from '../../support/contract/tool-call.js';
import { createDirectory } from '../../support/temporary-directory.js';

let service: TestService;
let ann: string;
beforeAll(async () => {
  service = await createTestService({ hosts: ['crowds.test'] });
  ann = await service.issue('Ann');
});

const open: Client[] = [];
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});

const ERAS = { legacy: {}, modern: { versionNegotiation: { mode: 'auto' as const } } };

async function connect(era: keyof typeof ERAS, key = ann): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, ERAS[era]);
  const transport = new StreamableHTTPClientTransport(new URL(`${BASE}/mcp`), {
    fetch: (url, init) => service.fetch(new Request(url, init)),
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
  });
  await client.connect(transport);
  open.push(client);
  return client;
}

interface Summary {
  readonly buckets: Readonly<Record<string, number>>;
  readonly bounds: { readonly min: readonly number[]; readonly max: readonly number[] };
}

interface ToolResult {
  readonly isError?: boolean;
  readonly structuredContent?: Record<string, never>;
  readonly content: readonly { readonly type: string; readonly text: string }[];
}

async function call(client: Client, name: string, input: object = {}): Promise<ToolResult> {
  return (await client.callTool({
    name,
    arguments: input as Record<string, unknown>,
  })) as unknown as ToolResult;
}

describe.each(['legacy', 'modern'] as const)('the official client in the %s era', (era) => {
  test('speaks that era', async () => {
    const client = await connect(era);
    expect(client.getServerVersion()).toMatchObject({ version: serverJson.version });
    const version = client.getNegotiatedProtocolVersion();
    expect(version).toBe(era === 'legacy' ? '2025-11-25' : '2026-07-28');
  });

  test('finds the tools with schemas and annotations', async () => {
    const { tools } = await (await connect(era)).listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual([
      'svc_create_crowd',
      'svc_delete_crowd',
      'svc_get_capabilities',
      'svc_get_crowd',
      'svc_list_crowds',
      'svc_update_crowd',
    ]);
    for (const tool of tools) {
      expect(tool.inputSchema.type).toBe('object');
      expect(tool.annotations?.readOnlyHint).toBe(/_(get|list)_/.test(tool.name));
    }
  });

  test('tells what recipes may name', async () => {
    const { structuredContent, content } = await call(await connect(era), 'svc_get_capabilities');
    expect(structuredContent).toMatchObject({
      boundary_shapes: ['circle', 'square', 'road', 'donut', 'spline'],
      buckets: KIT_MANIFEST.buckets.map(({ id, label, weight }) => ({ id, label, weight })),
      parts: KIT_MANIFEST.parts.map(({ id, label, kind }) => ({ id, label, kind })),
      scenes: Object.keys(KIT_MANIFEST.scenes ?? {}),
      clips: expect.arrayContaining(['idle', 'walk', 'bow', 'sell']),
      max_size: 5000,
    });
    expect(KIT_MANIFEST.scenes).toHaveProperty('market');
    expect(JSON.parse(content[0].text)).toEqual(structuredContent);
  });

  test('creates, lists and gets what REST shows too, and counts the same', async () => {
    const client = await connect(era);
    const before = await service.used('Ann');
    const input = { name: `Made in ${era}`, recipe_json: '{"seed":3,"size":5}', collection: 'tools' };
    const { structuredContent: made } = await call(client, 'svc_create_crowd', input);
    const id = (made as { crowd_id?: string } | undefined)?.crowd_id;
    expect(made).toMatchObject({ name: `Made in ${era}`, collection: 'tools' });
    const listed = await call(client, 'svc_list_crowds', { limit: 1 });
    expect(listed.structuredContent).toMatchObject({ data: [{ crowd_id: id }] });
    const got = await call(client, 'svc_get_crowd', { crowd_id: id });
    const rest = await (await service.ask(`/v1/crowd/${id}`, { key: ann })).json();
    expect(got.structuredContent).toMatchObject({ ...rest, tier: 'full' });
    expect(JSON.parse(got.content[0].text)).toEqual(got.structuredContent);
    expect(await service.used('Ann')).toBe(before + 3);
  });

  test('renames, changes and deletes a crowd', async () => {
    const client = await connect(era);
    const { structuredContent: made } = await call(client, 'svc_create_crowd', { recipe_json: { seed: 1 } });
    const { crowd_id: id } = made as unknown as { crowd_id: string };
    const before = await service.used('Ann');
    const renamed = await call(client, 'svc_update_crowd', { crowd_id: id, name: 'Quay' });
    expect(renamed.structuredContent).toMatchObject({ crowd_id: id, name: 'Quay', recipe: { seed: 1 } });
    expect(await service.used('Ann')).toBe(before);
    await call(client, 'svc_update_crowd', { crowd_id: id, recipe_json: { seed: 2 } });
    expect(await service.used('Ann')).toBe(before + 1);
    expect(await call(client, 'svc_update_crowd', { crowd_id: id })).toMatchObject({ isError: true });
    expect((await call(client, 'svc_delete_crowd', { crowd_id: id })).structuredContent).toEqual({
      crowd_id: id,
      deleted: true,
    });
    expect(await call(client, 'svc_get_crowd', { crowd_id: id })).toMatchObject({ isError: true });
    expect(await call(client, 'svc_delete_crowd', { crowd_id: id })).toMatchObject({ isError: true });
  });

  test('lists all crowds, and shows a large one so that it can be read', async () => {
    const key = await service.issue(`Many, ${era}`);
    const client = await connect(era, key);
    const large = { size: 1200, spawnRadius: 30, boundaryRadius: 30, pace: 0.25 };
    const { structuredContent: made } = await call(client, 'svc_create_crowd', { recipe_json: large });
    for (let i = 0; i < 120; i++) {
      const body = { recipe_json: {}, name: `Crowd ${i}` };
      await service.ask('/v1/projects', { method: 'POST', key, body });
    }
    const listed = (await call(client, 'svc_list_crowds')).structuredContent as unknown as {
      data: unknown[];
    };
    expect(listed).toMatchObject({ has_more: false, next_cursor: null });
    expect(listed.data).toHaveLength(121);

    const { crowd_id: id } = made as unknown as { crowd_id: string };
    const rest = await (await service.ask(`/v1/crowd/${id}`, { key })).json();
    const got = await call(client, 'svc_get_crowd', { crowd_id: id, tier: 'vat' });
    expect(got.content[0].text.length).toBeLessThan(40_000);
    expect(got.structuredContent).toMatchObject({
      characters: rest.characters.slice(0, 50),
      assets: { animations: {} },
      summary: { walking: 300, idle: 900, crowded: 0 },
      crowd_url: `${BASE}/v1/crowd/${id}?tier=vat`,
    });
    const { buckets, bounds } = (got.structuredContent as unknown as { summary: Summary }).summary;
    for (const [bucket, count] of Object.entries(buckets)) {
      expect(rest.characters.filter((other: { bucket: string }) => other.bucket === bucket)).toHaveLength(
        count,
      );
    }
    const xs = rest.characters.map(({ x }: { x: number }) => x);
    expect([bounds.min[0], bounds.max[0]]).toEqual([Math.min(...xs), Math.max(...xs)]);
    const part = await call(client, 'svc_get_crowd', {
      crowd_id: id,
      first_character: 1190,
      characters: 500,
    });
    expect(part.structuredContent).toMatchObject({
      first_character: 1190,
      characters: rest.characters.slice(1190),
    });
  });

  test.each([
    ['svc_get_crowd', { crowd_id: 'cr_00000000' }, /crowd not found/],
    ['svc_get_crowd', { crowd_id: '../..' }, /crowd_id/],
    ['svc_get_crowd', { crowd_id: 'cr_Teahouse', tier: 'best' }, /tier/],
    ['svc_get_crowd', {}, /crowd_id/],
    ['svc_list_crowds', { limit: 0 }, /limit/],
    ['svc_list_crowds', { cursor: 'nonsense' }, /cursor/],
    ['svc_create_crowd', {}, /recipe_json/],
    ['svc_create_crowd', { recipe_json: { pace: 2 } }, /pace|recipe_json/],
    ['svc_create_crowd', { recipe_json: { weights: { pirate: 1 } } }, /bucket/],
    ['svc_create_crowd', { recipe_json: { size: 5001 } }, /5000 characters/],
    ['svc_create_crowd', { recipe_json: {}, name: 'a\0b' }, /name/],
  ])('%s with %j is an error of the tool', async (name, input, message) => {
    const before = await service.used('Ann');
    const result = await call(await connect(era), name, input);
    expect(result.isError).toBe(true);
    expect(result.content[0].text).toMatch(message);
    expect(await service.used('Ann')).toBe(before);
  });

  test("another account's crowd is not there", async () => {
    const { structuredContent: made } = await call(await connect(era), 'svc_create_crowd', {
      recipe_json: {},
    });
    const bob = await connect(era, await service.issue('Bob'));
    const id = (made as { crowd_id?: string } | undefined)?.crowd_id;
    expect(await call(bob, 'svc_get_crowd', { crowd_id: id })).toMatchObject({ isError: true });
    expect((await call(bob, 'svc_list_crowds')).structuredContent).toMatchObject({ data: [] });
  });

  test('the sample key reads samples and creates nothing', async () => {
    const client = await connect(era, SAMPLE_KEY);
    expect((await call(client, 'svc_get_crowd', { crowd_id: 'cr_Teahouse' })).isError).toBeFalsy();
    expect(await call(client, 'svc_create_crowd', { recipe_json: {} })).toMatchObject({ isError: true });
  });

  test('a wrong key is refused before anything else', async () => {
    await expect(connect(era, createApiKey())).rejects.toThrow(/401|invalid API key|authentication/i);
  });
});

const ASK = {
  method: 'POST',
  body: { jsonrpc: '2.0', id: 1, method: 'ping' },
  headers: TOOL_ACCEPT,
};

test('POST is the only method, and needs a key', async () => {
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const response = await service.ask('/mcp', { method, key: ann });
    expect(response.headers.get('Allow')).toBe('POST, OPTIONS');
    await expectError(response, 405);
  }
  await expectError(await service.ask('/mcp', ASK), 401);
  expect((await service.ask('/mcp', { ...ASK, key: ann })).status).toBe(200);
});

test.each([
  ['http://rebound.test/mcp', {}, 403],
  ['http://crowds.test.evil.test/mcp', {}, 403],
  ['http://localhost:8787/mcp', {}, 200],
  ['http://127.0.0.1:8787/mcp', {}, 200],
  ['http://[::1]:8787/mcp', {}, 200],
  [`${BASE}/mcp`, { Origin: 'https://evil.test' }, 403],
  [`${BASE}/mcp`, { Origin: 'null' }, 403],
  [`${BASE}/mcp`, { Origin: 'http://localhost:3000' }, 200],
  [`${BASE}/mcp`, { Origin: 'http://crowds.test' }, 200],
])('%s of %j is %i', async (url, headers, status) => {
  const like = requestOf('/mcp', { ...ASK, key: ann, headers: { ...ASK.headers, ...headers } });
  const request = new Request(url, { method: 'POST', headers: like.headers, body: JSON.stringify(ASK.body) });
  const response = await service.fetch(request);
  if (status === 403) await expectError(response, 403);
  else expect(response.status).toBe(status);
});

test('a body over the limit is 413, one that is no JSON is told as JSON-RPC tells it', async () => {
  const huge = { ...ASK.body, params: { note: 'x'.repeat(1024 * 1024) } };
  const length = { ...ASK.headers, 'Content-Length': String(JSON.stringify(huge).length) };
  await expectError(await service.ask('/mcp', { ...ASK, key: ann, body: huge, headers: length }), 413);
  const broken = await service.fetch(requestOf('/mcp', { ...ASK, key: ann, body: '{' }));
  expect(broken.status).toBe(400);
  expect(await broken.json()).toMatchObject({ jsonrpc: '2.0', error: { code: -32700 } });
});

describe('where ten free requests may come at once', () => {
  let limited: TestService;
  beforeAll(async () => {
    limited = await createTestService({ hosts: ['crowds.test'], freeRequestsPerSecond: 1 });
  });
  const post = async (key: string, body: object): Promise<string> =>
    (await limited.ask('/mcp', { ...ASK, key, body })).text();

  test.each([
    ['list', 'svc_list_crowds', {}],
    ['wrong call', 'svc_get_crowd', { crowd_id: 'nonsense' }],
  ])('each %s of a batch counts as one', async (_what, name, input) => {
    const key = await limited.issue(name);
    const answer = await post(
      key,
      Array.from({ length: 100 }, (_, id) => toolCall(id, name, input)),
    );
    const results = answer.match(/"result":/g) ?? [];
    const refusals = answer.match(/"error":\{"code":-32000,"message":"too many free requests/g) ?? [];
    expect(results.length).toBeGreaterThanOrEqual(10);
    expect(refusals.length).toBeGreaterThan(40);
    expect(results.length + refusals.length).toBe(100);
  });

  test('calls that are billed count against the quota alone', async () => {
    const key = await limited.issue('Billed');
    const crowd_id = await limited.create(key);
    const before = await limited.used('Billed');
    for (let id = 0; id < 40; id++) {
      expect(await post(key, toolCall(id, 'svc_get_crowd', { crowd_id }))).toContain('"structuredContent"');
    }
    expect(await limited.used('Billed')).toBe(before + 40);
  });
});

describe('results in the version of 2026-07-28', () => {
  /** One request without a session, as the specification has it. */
  const ask = async (on: TestService, method: string, params: object = {}, key = ann) => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const { _meta, ...rest } = params as { _meta?: object };
    const response = await on.ask('/mcp', {
      method: 'POST',
      key,
      body: { jsonrpc: '2.0', id: 1, method, params: { ...rest, _meta: { ...meta, ..._meta } } },
      headers: {
        ...TOOL_ACCEPT,
        'MCP-Protocol-Version': '2026-07-28',
        'Mcp-Method': method,
        ...('name' in rest ? { 'Mcp-Name': String(rest.name) } : {}),
        ...('uri' in rest ? { 'Mcp-Name': String(rest.uri) } : {}),
      },
    });
    const text = await response.text();
    const json = /^data: (.*)$/m.exec(text)?.[1] ?? text;
    return JSON.parse(json).result;
  };

  test('lists may be cached, by everybody, and say the same each time', async () => {
    for (const method of ['server/discover', 'tools/list']) {
      const [first, second] = [await ask(service, method), await ask(service, method, {}, SAMPLE_KEY)];
      expect(first, method).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'public' });
      expect(JSON.stringify(first), method).toBe(JSON.stringify(second));
    }
  });

  test('a call is logged with the trace that it names itself', async () => {
    const lines: Record<string, unknown>[] = [];
    const keep = (fields: object) => void lines.push({ ...fields });
    const logging = await createTestService({
      hosts: ['crowds.test'],
      logger: { info: keep, warn: keep, error: keep },
    });
    const key = await logging.issue('Ann');
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const call = { name: 'svc_list_crowds', arguments: {}, _meta: { traceparent } };
    expect(await ask(logging, 'tools/call', call, key)).toMatchObject({ structuredContent: { data: [] } });
    expect(lines.find(({ tool }) => tool === 'svc_list_crowds')).toMatchObject({
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      parentId: '00f067aa0ba902b7',
    });
  });

  test('a page is named by the tools that make or give a crowd, where there is one, and can be read', async () => {
    const html =
      '<html data-script="SCRIPT" data-version="VERSION"><script type="module" src="./main.js"></script>';
    const files = { 'index.html': html, 'main.js': 'run("</script>", "$&");' };
    const directory = await createDirectory(Object.entries(files), onTestFinished);
    const showing = await createTestService({
      hosts: ['crowds.test'],
      crowdApp: directory,
      assetBaseUrl: 'https://cdn.test/files',
    });
    const key = await showing.issue('Ann');
    const uri = 'ui://three-crowd/crowd.html';
    const { tools } = await ask(showing, 'tools/list', {}, key);
    const shown = tools.filter(({ _meta }: Tool) => _meta?.ui?.resourceUri === uri);
    expect(shown.map(({ name }: Tool) => name)).toEqual([
      'svc_get_crowd',
      'svc_create_crowd',
      'svc_update_crowd',
    ]);
    const { resources } = await ask(showing, 'resources/list', {}, key);
    expect(resources).toMatchObject([{ uri, mimeType: 'text/html;profile=mcp-app' }]);
    const { contents } = await ask(showing, 'resources/read', { uri }, key);
    expect(contents[0]).toMatchObject({
      uri,
      mimeType: 'text/html;profile=mcp-app',
      _meta: { ui: { csp: { connectDomains: [BASE, 'https://cdn.test'], resourceDomains: [BASE] } } },
    });
    expect(contents[0].text).toBe(
      `<html data-script="${BASE}/sdk/${serverJson.version}/three-crowd.js" data-version="${serverJson.version}">` +
        '<script type="module">run("<\\/script>", "$&");</script>',
    );
    const { tools: plain } = await ask(service, 'tools/list');
    expect(JSON.stringify(plain)).not.toContain('ui://');
  });
});

interface Tool {
  readonly name: string;
  readonly _meta?: { readonly ui?: { readonly resourceUri?: string } };
}
