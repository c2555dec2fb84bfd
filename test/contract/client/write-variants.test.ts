import { CrowdClient, type CrowdClientOptions } from 'three-crowd/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Answer, type Answers, STRICT_CROWD_ID, STRICT_KEY } from '../../support/plain-answers.js';
import { startStrictService } from '../../support/strict-service.js';

const RECIPE = { recipe_json: { seed: 7, size: 3 } };

/** A client of a service that differs from the plain one, for one test. */
async function clientOf(change: (answers: Answers) => void, options: Partial<CrowdClientOptions> = {}) {
  const service = await startStrictService({ variants: [{ name: 'changed', change }] });
  onTestFinished(() => service.close());
  const onWarning = vi.fn();
  const baseUrl = service.baseUrl('changed');
  const client = new CrowdClient({ baseUrl, apiKey: STRICT_KEY, onWarning, ...options });
  const sent = (...methods: string[]) => service.requests.filter(({ method }) => methods.includes(method));
  return { client, onWarning, sent };
}

const description = (parameters: object[]): Answer => ({
  body: {
    openapi: '3.1.0',
    paths: { '/v1/projects': { post: { parameters } }, '/v1/projects/{crowd_id}': { parameters, put: {} } },
  },
});

/** What services answer to a write that they have carried out, and the id that they told, if any. */
const SAVED: readonly [name: string, told: string | undefined, answer: (answers: Answers) => Answer][] = [
  ['{crowd_id}', STRICT_CROWD_ID, () => ({ body: { crowd_id: STRICT_CROWD_ID } })],
  [
    '{crowd_id, assets}',
    STRICT_CROWD_ID,
    ({ crowd }) => ({ body: { crowd_id: crowd.crowd_id, assets: crowd.assets } }),
  ],
  ['201 {crowd_id}', STRICT_CROWD_ID, () => ({ status: 201, body: { crowd_id: STRICT_CROWD_ID } })],
  ['a CrowdResponse', STRICT_CROWD_ID, ({ crowd }) => ({ status: 201, body: crowd })],
  ['the saved record', STRICT_CROWD_ID, ({ crowd }) => ({ body: recordOf(crowd) })],
  [
    'the saved record in an envelope',
    STRICT_CROWD_ID,
    ({ crowd }) => ({ body: { project: recordOf(crowd) } }),
  ],
  ['a record without an id', undefined, () => ({ body: { name: 'Quay' } })],
  ['204 and nothing', undefined, () => ({ status: 204 })],
  [
    '201 and nothing but where it is',
    STRICT_CROWD_ID,
    () => ({ status: 201, headers: { Location: `/v1/crowd/${STRICT_CROWD_ID}` } }),
  ],
  ['200 and nothing', undefined, () => ({ status: 200 })],
  ['{ok: true}', undefined, () => ({ body: { ok: true } })],
  ['null', undefined, () => ({ body: null })],
];

function recordOf({ crowd_id, name, collection, recipe }: Answers['crowd']) {
  const createdAt = 1_740_830_400_000;
  return { crowd_id, name, collection, recipe_json: JSON.stringify(recipe), createdAt, updatedAt: createdAt };
}

test.each(SAVED)('a crowd is created where the answer is %s', async (_name, told, answer) => {
  const { client, onWarning, sent } = await clientOf((answers) => {
    answers.createProject = () => answer(answers);
  });
  expect((await client.projects.create(RECIPE)).crowd_id).toBe(told);
  expect(sent('POST')).toHaveLength(1);
  expect(onWarning).not.toHaveBeenCalled();
});

test.each(SAVED)('a crowd is updated where the answer is %s', async (_name, _told, answer) => {
  const { client, onWarning } = await clientOf((answers) => {
    answers.updateProject = () => answer(answers);
  });
  expect((await client.projects.update(STRICT_CROWD_ID, RECIPE)).crowd_id).toBe(STRICT_CROWD_ID);
  expect(onWarning).not.toHaveBeenCalled();
});

test('the recipe and the time stamps of a saved record are parsed', async () => {
  const { client } = await clientOf((answers) => {
    answers.createProject = () => ({ body: recordOf(answers.crowd) });
  });
  expect(await client.projects.create(RECIPE)).toMatchObject({
    name: 'Market at noon',
    recipe: { size: 12, seed: 42 },
    created_at: '2025-03-01T12:00:00.000Z',
    updated_at: '2025-03-01T12:00:00.000Z',
  });
});

test('unreadable fields of a saved crowd are left out with a warning', async () => {
  const { client, onWarning } = await clientOf(
    (answers) => {
      answers.createProject = () => ({ body: { crowd_id: STRICT_CROWD_ID, name: 7, assets: { unit: 'm' } } });
    },
    { strict: true },
  );
  expect(await client.projects.create(RECIPE)).toEqual({ crowd_id: STRICT_CROWD_ID });
  expect(onWarning.mock.calls).toEqual([[expect.stringMatching(/name is 7.*assets is left out/)]]);
});

test.each([
  ['lod_glb', true],
  ['skeleton_glb', false],
])('a saved crowd whose %s has no address is no error, even strictly', async (name, hasAssets) => {
  const change = (answers: Answers) => {
    answers.crowd.assets[name] = 'http://';
  };
  const { client } = await clientOf(change, { strict: true });
  const saved = await client.projects.create(RECIPE);
  expect(saved.crowd_id).toBe(STRICT_CROWD_ID);
  expect('assets' in saved).toBe(hasAssets);
});

/** Ways in which an answer to a write gets lost. */
const LOST: readonly [name: string, error: string, route: () => Answer][] = [
  ['500', 'ApiError', () => ({ status: 500, body: { error: 'failed' } })],
  ['503', 'ApiError', () => ({ status: 503, body: { error: 'busy' }, headers: { 'Retry-After': '0' } })],
  ['a lost connection', 'ConnectionError', () => 'cut'],
  ['a page', 'InvalidResponseError', () => ({ html: '<!doctype html>' })],
];

test.each(LOST)(
  'after %s a create is not sent again, and the error says what may have happened',
  async (_name, error, route) => {
    const { client, sent } = await clientOf((answers) => {
      answers.createProject = route;
      answers.updateProject = route;
    });
    const maySave =
      /may have been saved, and billed, all the same: look at projects\.list\(\) before you send it again\./;
    await expect(client.projects.create(RECIPE)).rejects.toMatchObject({
      name: error,
      message: expect.stringMatching(maySave),
    });
    await expect(client.projects.update(STRICT_CROWD_ID, RECIPE)).rejects.toMatchObject({
      message: expect.stringMatching(maySave),
    });
    expect(sent('POST')).toHaveLength(1);
    expect(sent('PUT')).toHaveLength(1);
    expect(sent('POST', 'PUT').every(({ headers }) => headers['idempotency-key'] === undefined)).toBe(true);
  },
);

test('a create that is not answered in time is not sent again, and says what may have happened', async () => {
  let isAway = false;
  const fetch = (request: Request) => (isAway ? new Promise<Response>(() => {}) : globalThis.fetch(request));
  const { client } = await clientOf(() => {}, { fetch });
  // The client knows then what the service describes, for which the time would be too short.
  await client.projects.create(RECIPE);
  isAway = true;
  await expect(client.projects.create(RECIPE, { timeout: 300 })).rejects.toMatchObject({
    name: 'TimeoutError',
    message: expect.stringContaining('may have been saved'),
  });
});

test.each([
  ['401', 401],
  ['403', 403],
  ['429', 429],
])('after %s nothing has been saved, and nothing is said of it', async (_name, status) => {
  const { client, sent } = await clientOf((answers) => {
    answers.createProject = () => ({ status, body: { error: 'no' } });
  });
  const error = await client.projects.create(RECIPE).catch((reason: unknown) => (reason as Error).message);
  expect(error).toMatch(/^\d{3} no \([^)]*\)$/);
  expect(sent('POST')).toHaveLength(1);
});

const KEY_PARAMETERS: readonly [name: string, parameter: object][] = [
  ['by name', { name: 'Idempotency-Key', in: 'header' }],
  ['by reference', { $ref: '#/components/parameters/IdempotencyKey' }],
];

test.each(KEY_PARAMETERS)(
  'a service that describes the key %s gets it, and a lost write again',
  async (_name, parameter) => {
    const { client, sent } = await clientOf((answers) => {
      const { createProject, updateProject } = answers;
      answers.describe = () => description([parameter]);
      answers.createProject = (request) => (request.index === 0 ? 'cut' : createProject(request));
      answers.updateProject = (request) => (request.index === 0 ? 'cut' : updateProject(request));
    });
    await client.projects.create(RECIPE);
    await client.projects.update(STRICT_CROWD_ID, RECIPE);
    const keys = sent('POST', 'PUT').map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(4);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(keys).size).toBe(2);
  },
);

test('where the caller names the call, it is sent again, and the error has the name', async () => {
  const { client, sent } = await clientOf(
    (answers) => {
      answers.createProject = () => ({
        status: 500,
        headers: { 'Retry-After': '0' },
        body: { error: 'failed' },
      });
    },
    { retry: 1 },
  );
  await expect(client.projects.create(RECIPE, { idempotencyKey: 'order-17' })).rejects.toThrow(
    /or send it with the idempotencyKey "order-17", which saves it once/,
  );
  expect(sent('POST').map(({ headers }) => headers['idempotency-key'])).toEqual(['order-17', 'order-17']);
  expect(sent('GET')).toEqual([]);
});

test.each<[string, Answer]>([
  ['is missing', { status: 404 }],
  ['is a page', { html: '<!doctype html>' }],
  ['is null', { body: null }],
  ['is cut off', 'cut'],
  ['has no paths', { body: { openapi: '3.1.0' } }],
  ['has other parameters', description([{ name: 'X-Trace', in: 'header' }])],
])('where the description %s, a create goes out without a key', async (_name, described) => {
  const { client, sent } = await clientOf((answers) => {
    answers.describe = () => described;
  });
  expect((await client.projects.create(RECIPE)).crowd_id).toBe(STRICT_CROWD_ID);
  expect(sent('POST')[0].headers['idempotency-key']).toBeUndefined();
});

test('a description that is lost is requested again, so that a lost create can be sent again', async () => {
  const { client, sent } = await clientOf((answers) => {
    const { createProject } = answers;
    answers.describe = ({ index }) =>
      index === 0 ? 'cut' : description([{ name: 'Idempotency-Key', in: 'header' }]);
    answers.createProject = (request) => (request.index === 0 ? 'cut' : createProject(request));
  });
  expect((await client.projects.create(RECIPE)).crowd_id).toBe(STRICT_CROWD_ID);
  expect(sent('GET')).toHaveLength(2);
  const keys = sent('POST').map(({ headers }) => headers['idempotency-key']);
  expect(keys).toEqual([expect.stringMatching(/./), keys[0]]);
});

test('a description that never comes does not keep a create from going out', async () => {
  const fetch = (request: Request) =>
    request.url.endsWith('openapi.json') ? new Promise<Response>(() => {}) : globalThis.fetch(request);
  const { client } = await clientOf(() => {}, { fetch });
  expect((await client.projects.create(RECIPE)).crowd_id).toBe(STRICT_CROWD_ID);
});

test('a write that is aborted does not take the key from one that waits for the same description', async () => {
  let answer = (): void => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const fetch = async (request: Request): Promise<Response> => {
    if (request.url.endsWith('openapi.json')) await answered;
    return globalThis.fetch(request);
  };
  const { client, sent } = await clientOf(
    (answers) => {
      answers.describe = () => description([{ name: 'Idempotency-Key', in: 'header' }]);
    },
    { fetch },
  );
  const aborted = new AbortController();
  const first = client.projects.create(RECIPE, { signal: aborted.signal });
  const second = client.projects.create(RECIPE);
  aborted.abort(new Error('changed my mind'));
  await expect(first).rejects.toThrow('changed my mind');
  answer();
  await second;
  expect(sent('POST').map(({ headers }) => headers['idempotency-key'])).toEqual([expect.stringMatching(/./)]);
});

test.each([
  ['204', 204, undefined],
  ['200 with a record', 200, { deleted: true }],
])('a crowd is deleted where the answer is %s', async (_what, status, body) => {
  const { client, sent } = await clientOf((answers) => {
    answers.deleteProject = () => ({ status, body });
  });
  await client.projects.delete(STRICT_CROWD_ID);
  expect(sent('DELETE')).toHaveLength(1);
});

test.each([
  ['404, as the plain interface may', 404, 'NotFoundError'],
  ['405', 405, 'ApiError'],
  ['501', 501, 'ApiError'],
])(
  'a service without deletion answers %s, and the error says what that may mean',
  async (_what, status, name) => {
    const { client, sent } = await clientOf((answers) => {
      answers.deleteProject = () => ({ status, html: '<h1>No</h1>' });
    });
    await expect(client.projects.delete(STRICT_CROWD_ID)).rejects.toMatchObject({
      name,
      status,
      message: expect.stringContaining('or the service deletes none'),
    });
    expect(sent('DELETE')).toHaveLength(1);
  },
);
