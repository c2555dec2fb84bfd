import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createApiKey, listen, type RunningServer, SAMPLE_KEY } from '../../../src/server/index.js';
import {
  createTestService,
  expectError,
  requestOf,
  type TestService,
} from '../../support/contract/test-service.js';
import { TOOL_ACCEPT } from '../../support/contract/tool-call.js';
import { RECIPE_FIELDS } from '../../support/sample-recipe.js';

const SEED = 20_260_301;
const RUNS = 500;

const logged: unknown[] = [];
const log = (...parts: unknown[]) => logged.push(parts);
let service: TestService;
let ann: string;
let server: RunningServer;
beforeAll(async () => {
  service = await createTestService({ hosts: ['crowds.test'], logger: { info: log, warn: log, error: log } });
  ann = await service.issue('Ann', 'studio');
  server = await listen(service, { bodyTimeout: 300 });
});
afterAll(() => server.close());

/** Texts of all kinds, with NUL, lone surrogates and JSON's own characters among them. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('\0', '\ud800', 'a\udc00', '__proto__', 'constructor', '"', '\\u0000', '-0', '../..'),
);

const number = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(0, -0, 1e308, 5e-324, 2 ** 53, -1, 0.5, Number.MAX_VALUE),
);

const anything = fc.anything({
  key: text,
  values: [text, number, fc.boolean(), fc.constant(null)],
  maxDepth: 3,
});

const recipe = fc.dictionary(
  fc.constantFrom(...RECIPE_FIELDS, 'other'),
  fc.oneof(
    anything,
    fc.constantFrom<unknown>(
      ...[0, 1, 0.5, 20, 'circle', 'donut', 'spline', 'grid', true, null, {}, [], { x: 1, z: 2 }],
      ...[
        { soldier: 1 },
        [
          [0, 0],
          [5, 5],
        ],
        [{ x: 0, z: 0, radius: 1 }],
        { active: true, noiseType: 'simplex' },
      ],
    ),
  ),
);

const body = fc.oneof(
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: anything.map((data) => JSON.stringify(data) ?? '') },
  {
    weight: 4,
    arbitrary: fc
      .record(
        {
          name: fc.oneof(text, fc.constant('Quay'), anything),
          recipe_json: fc.oneof(
            recipe,
            recipe.map((data) => JSON.stringify(data)),
            anything,
          ),
          collection: fc.oneof(text, fc.constant('harbour')),
        },
        { requiredKeys: [] },
      )
      .map((data) => JSON.stringify(data)),
  },
);

/** Answers below 400, or exactly `{error}` and nothing of the service's own making. */
async function expectDecent(response: Response): Promise<void> {
  expect(response.status).toBeLessThan(500);
  if (response.status >= 400) await expectError(response, response.status);
}

test(`any body gets a valid answer, as the description says (${RUNS} runs, seed ${SEED})`, async () => {
  const taken = { POST: 0, PUT: 0 };
  const made = await (
    await service.ask('/v1/projects', { method: 'POST', key: ann, body: { recipe_json: {} } })
  ).json();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('POST', 'PUT'), body, async (method, body) => {
      const path = method === 'POST' ? '/v1/projects' : `/v1/projects/${made.crowd_id}`;
      const response = await service.ask(path, { method, key: ann, body });
      if (response.ok) taken[method as 'POST'] += 1;
      await expectDecent(response);
      const pattern = method === 'POST' ? '/v1/projects' : '/v1/projects/{crowd_id}';
      let data: unknown;
      try {
        data = JSON.parse(body);
      } catch {
        expect(response.status).toBe(400);
        return;
      }
      if (!service.validator.allowsBody(method, pattern, data)) expect(response.status).toBe(422);
    }),
    { numRuns: RUNS, seed: SEED },
  );
  expect(taken.POST).toBeGreaterThan(10);
  expect(taken.PUT).toBeGreaterThan(10);
});

test('keys are in no log and no error', async () => {
  const wrong = createApiKey();
  const asked = [
    requestOf('/v1/projects', { key: ann }),
    requestOf('/v1/projects', { key: wrong }),
    requestOf(`/v1/crowd/${ann}`, { key: ann }),
    requestOf(`/${ann}`, {}),
    requestOf(`/v1/projects?cursor=${ann}`, { key: ann }),
    requestOf(`/v1/crowd/cr_Teahouse?tier=${ann}`, { key: ann }),
    requestOf('/v1/projects', { method: 'POST', key: ann, body: { recipe_json: { weights: { [ann]: 1 } } } }),
    requestOf('/v1/projects', { method: 'POST', key: ann, body: { recipe_json: {}, name: ann.repeat(9) } }),
    requestOf('/mcp', { method: 'POST', key: ann, body: { jsonrpc: '2.0', id: 1, method: ann } }),
  ];
  const before = logged.length;
  for (const request of asked) {
    const response = await service.fetch(request);
    const answer = await response.text();
    if (response.status >= 400) {
      expect(answer).not.toContain(ann);
      expect(answer).not.toContain(wrong);
    }
  }
  expect(logged.length).toBeGreaterThanOrEqual(before + asked.length);
  const text = inspect(logged, { depth: 10, maxArrayLength: null, maxStringLength: null });
  for (const key of [ann, wrong, SAMPLE_KEY]) expect(text).not.toContain(key);
});

test('a wrong key is looked up by its hash, so that no time tells where it is wrong', async () => {
  const find = vi.spyOn(service.storage, 'findKey');
  const keys = [ann, createApiKey(), createApiKey()];
  // A key with a wrong checksum is refused before; whoever guesses can compute that.
  const misspelt = ann.slice(0, 8) + (ann[8] === 'x' ? 'y' : 'x') + ann.slice(9);
  for (const key of [...keys, misspelt]) await service.ask('/v1/projects', { key });
  const asked = find.mock.calls.map(([hash]) => hash);
  find.mockRestore();
  expect(asked).toEqual(keys.map((key) => createHash('sha256').update(key).digest('hex')));
});

/** What a server answers to some bytes, once it hangs up. */
function converse(request: string): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(request));
  return readText(socket);
}

test('a body that does not come is given up on', async () => {
  const answer = await converse(
    `POST /v1/projects HTTP/1.1\r\nHost: crowds.test\r\nAuthorization: Bearer ${ann}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"recipe_json"',
  );
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toMatch(/\{"error":"[^"]+"\}$/);
});

test('a caller who hangs up within a body is no failure of the service', async () => {
  const path = '/v1/projects/cr_HungUp00';
  const told = () => inspect(logged.filter((parts) => inspect(parts).includes(path)));
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  const head = `PUT ${path} HTTP/1.1\r\nHost: crowds.test\r\nAuthorization: Bearer ${ann}\r\n`;
  socket.write(`${head}Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 99\r\n\r\n`);
  // Says that the request has come.
  await once(socket, 'data');
  socket.write('{');
  socket.destroy();
  await expect.poll(told).toContain('status: 400');
  expect(told()).not.toContain('request failed');
});

test('a body that is far too long is refused while it is being sent', async () => {
  const response = await fetch(`${server.url}/v1/projects`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${ann}`, 'Content-Type': 'application/json' },
    body: new Uint8Array(3 * 1024 * 1024).fill(0x20),
  });
  expect(response.status).toBe(413);
  expect(Object.keys(await response.json())).toEqual(['error']);
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
});

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

/** What is sent beside the misspelled field, by the route's schema or the tool's name. */
const BODIES: Readonly<Record<string, object>> = {
  ProjectInput: { recipe_json: { size: 2 } },
  ProjectChange: { name: 'Quay' },
  KeyInput: {},
  WebhookInput: { url: 'https://receiver.test/' },
  svc_get_capabilities: {},
  svc_list_crowds: {},
  svc_get_crowd: {},
  svc_create_crowd: { recipe_json: { size: 2 } },
  svc_update_crowd: { name: 'Quay' },
  svc_delete_crowd: {},
};

/** Swaps the last two letters that differ. */
function misspell(name: string): string {
  return name.replace(/(.)(?!\1)(.)(\2*)$/, '$2$1$3');
}

test('every body refuses each of its fields misspelled, by its name', async () => {
  const { paths, components } = await (await service.ask('/openapi.json')).json();
  const { Recipe } = components.schemas as Record<string, Schema>;
  const id = await service.create(ann);
  const before = await service.used('Ann');
  const seen = new Set<string>();
  for (const [template, item] of Object.entries<Record<string, Operation>>(paths)) {
    for (const method of ['post', 'put', 'patch']) {
      const content = item[method]?.requestBody?.content;
      if (!content || template === '/mcp') continue;
      seen.add(`${method} ${template}`);
      const schemaName = content['application/json'].schema.$ref?.split('/').at(-1) ?? '';
      const { properties } = components.schemas[schemaName];
      const send = (body: object) =>
        service.ask(template.replace('{crowd_id}', id), { method: method.toUpperCase(), key: ann, body });
      for (const name of Object.keys(properties)) {
        const wrong = misspell(name);
        const message = await expectError(await send({ ...BODIES[schemaName], [wrong]: null }), 422);
        expect(message).toBe(`${wrong}: is no field of this body; did you mean "${name}"?`);
      }
      if (!('recipe_json' in properties)) continue;
      for (const name of Object.keys(Recipe.properties ?? {})) {
        // A single letter is as far from every other: those are open.
        if (name.length === 1) continue;
        const wrong = misspell(name);
        const recipe = { recipe_json: { [wrong]: null } };
        const message = await expectError(await send({ ...BODIES[schemaName], ...recipe }), 422);
        expect(message).toBe(`recipe_json.${wrong}: is no field of a recipe; did you mean "${name}"?`);
      }
    }
  }
  expect([...seen]).toEqual([
    'post /v1/projects',
    'put /v1/projects/{crowd_id}',
    'post /v1/keys',
    'post /v1/webhooks',
  ]);
  expect(await service.used('Ann')).toBe(before);
});

test('every tool refuses each of its fields misspelled, by its name', async () => {
  const call = async (method: string, params: object) => {
    const body = { jsonrpc: '2.0', id: 1, method, params };
    const response = await service.ask('/mcp', { method: 'POST', key: ann, headers: TOOL_ACCEPT, body });
    const text = await response.text();
    return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text).result;
  };
  const crowd_id = await service.create(ann);
  const before = await service.used('Ann');
  const { tools } = (await call('tools/list', {})) as { tools: { name: string; inputSchema: Schema }[] };
  expect(tools.map(({ name }) => name).toSorted()).toEqual(
    Object.keys(BODIES)
      .filter((name) => name.startsWith('svc_'))
      .toSorted(),
  );
  for (const { name, inputSchema } of tools) {
    const { properties = {}, required = [] } = inputSchema;
    for (const field of Object.keys({ name, ...properties })) {
      const wrong = misspell(field);
      const { [field]: _, ...others }: Record<string, unknown> = {
        ...BODIES[name],
        ...('crowd_id' in properties && { crowd_id }),
      };
      const { isError, content } = await call('tools/call', { name, arguments: { ...others, [wrong]: 1 } });
      // What is told of a required field may be that it is missing.
      const told = required.includes(field) ? field : wrong;
      expect([name, field, isError, content[0].text]).toEqual([
        name,
        field,
        true,
        expect.stringMatching(`\\b(?:${wrong}|${told})\\b`),
      ]);
    }
  }
  expect(await service.used('Ann')).toBe(before);
});
