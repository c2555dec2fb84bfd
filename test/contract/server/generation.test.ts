import { dirname, join } from 'node:path';
import { generateCharacters } from 'three-crowd/generate';
import { completeRecipe, type RecipeInput } from 'three-crowd/protocol';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { registerAccount, send } from '../../support/contract/account.js';
import { createFakeKit, KIT_MANIFEST } from '../../support/contract/fake-kit.js';
import { programOfRun } from '../../support/contract/program-of-run.js';
import type { ServerProcess } from '../../support/contract/server-process.js';
import { testServers } from '../../support/contract/test-servers.js';
import { createTestService, expectError, requestOf } from '../../support/contract/test-service.js';

const servers = testServers('file');
let server: ServerProcess;
let key: string;
beforeAll(async () => {
  key = (await registerAccount(servers.location, 'studio')).key;
  server = await servers.start();
});

const read = (id: string): Promise<Response> =>
  fetch(`${server.url}/v1/crowd/${id}`, { headers: { Authorization: `Bearer ${key}` } });
const post = (recipe: RecipeInput): Promise<Response> =>
  send('POST', `${server.url}/v1/projects`, key, { recipe_json: recipe });

async function create(recipe: RecipeInput): Promise<string> {
  const response = await post(recipe);
  expect(response.status, await response.clone().text()).toBe(201);
  return ((await response.json()) as { crowd_id: string }).crowd_id;
}

/** A crowd that nearly fills its region, which is the slowest to place that is taken. */
const FULL: RecipeInput = {
  seed: 3,
  size: 8_000,
  spawnRadius: 30.4,
  boundaryRadius: 30.4,
  groupingMode: true,
};

describe('a process that generates large crowds', () => {
  test('answers others while it does', async () => {
    const id = await create(FULL);
    let isAnswered = false;
    const answering = read(id).finally(() => {
      isAnswered = true;
    });
    let meanwhile = 0;
    while (!isAnswered) {
      expect((await fetch(`${server.url}/health`)).status).toBe(200);
      if (!isAnswered) meanwhile += 1;
    }
    const { characters } = await (await answering).json();
    expect(characters).toEqual(generateCharacters(completeRecipe(FULL), KIT_MANIFEST));
    // With the only thread held, there would be the one under way at the start, and one that comes with the crowd.
    expect(meanwhile).toBeGreaterThan(2);
  });

  test('gives everybody who asks at once the same', async () => {
    const id = await create({ ...FULL, seed: 4, size: 2000 });
    const texts = await Promise.all(Array.from({ length: 20 }, async () => (await read(id)).text()));
    expect(new Set(texts).size).toBe(1);
    expect(JSON.parse(texts[0]).characters).toHaveLength(2000);
  });

  test.each([
    [{ size: 20_000 }, /^recipe_json\.size: must be at most 21\d\d, not 20000: the circle holds no more/],
    [
      { size: 20_000, boundaryShape: 'donut', spawnRadius: 9.96, boundaryRadius: 10, collisionRadius: 1000 },
      /^recipe_json\.size: must be at most 1, not 20000/,
    ],
    [{ size: 5000, spawnRadius: 5 }, /^recipe_json\.size: must be at most 258, not 5000/],
  ] as const)('refuses %j, and says how many there is room for', async (recipe, message) => {
    const response = await post(recipe);
    expect(response.status).toBe(422);
    expect(((await response.json()) as { error: string }).error).toMatch(message);
  });

  test('ends when it is told to, whatever its threads are at', async () => {
    const other = await servers.start();
    const id = await create({ ...FULL, seed: 5 });
    const reading = fetch(`${other.url}/v1/crowd/${id}`, { headers: { Authorization: `Bearer ${key}` } });
    await reading;
    expect(await other.kill('SIGTERM')).toBe(0);
  });
});

test('a crowd that takes too long is 422, and the next one is generated', async () => {
  const built = (await import(
    join(dirname(programOfRun()), 'server.js')
  )) as typeof import('three-crowd-server');
  const storage = await built.openStorage({ location: ':memory:' });
  const service = await built.createCrowdService({
    kit: createFakeKit(),
    storage,
    generation: { threads: 1, timeLimit: 1 },
  });
  const { key } = await built.issueKey(storage, await built.openAccount(storage, 'Ann'), 'test');
  const body = { recipe_json: { size: 2000 } };
  const made = await service.fetch(requestOf('/v1/projects', { method: 'POST', key, body }));
  const { crowd_id } = (await made.json()) as { crowd_id: string };
  for (let i = 0; i < 2; i++) {
    const response = await service.fetch(requestOf(`/v1/crowd/${crowd_id}`, { key }));
    expect(await expectError(response, 422)).toMatch(/^recipe_json: .* takes longer than 0\.001 s/);
  }
  const teahouse = await service.fetch(requestOf('/v1/crowd/cr_Teahouse', { key }));
  expect(teahouse.status).toBe(200);
  // A machine whose processors others use: time goes by, and this process gets nothing done in it.
  const usage = vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: 0, system: 0 });
  const late = await service.fetch(requestOf(`/v1/crowd/${crowd_id}`, { key }));
  expect(usage.mock.calls.length).toBeGreaterThan(1);
  usage.mockRestore();
  expect(late.status).toBe(200);
  await service.close();
});

test('where no worker lies beside it, the thread that asks generates large crowds, too', async () => {
  const service = await createTestService();
  const key = await service.issue('Ann');
  const recipe = { size: 2000, seed: 9 };
  const id = await service.create(key, { recipe_json: recipe });
  const crowd = await (await service.ask(`/v1/crowd/${id}`, { key })).json();
  expect(crowd.characters).toEqual(generateCharacters(completeRecipe(recipe), KIT_MANIFEST));
});
