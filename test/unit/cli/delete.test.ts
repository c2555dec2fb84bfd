import { createCrowdService, issueKey, listen, openAccount, openStorage } from 'three-crowd-server';
import { expect, onTestFinished, test } from 'vitest';
import { THREE_CROWD } from '../../../src/cli/three-crowd.js';
import { runProgram } from '../../support/cli/test-terminal.js';
import { createFakeKit } from '../../support/contract/fake-kit.js';

async function startService() {
  const storage = await openStorage({ location: ':memory:' });
  const service = await createCrowdService({ kit: createFakeKit(), storage });
  const { url, close } = await listen(service);
  onTestFinished(close);
  const { key } = await issueKey(storage, await openAccount(storage, 'Ann'), 'test');
  const create = async (): Promise<string> => {
    const response = await fetch(`${url}/v1/projects`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: '{"recipe_json":{"size":2}}',
    });
    return ((await response.json()) as { crowd_id: string }).crowd_id;
  };
  return { url, storage, key, ids: [await create(), await create(), await create()] };
}

const remove = (args: readonly string[], environment = {}) =>
  runProgram(THREE_CROWD, ['delete', ...args], { environment });

test('deletes the crowds that it names over REST, and no other', async () => {
  const { url, storage, key, ids } = await startService();
  const { status, printed } = await remove([ids[0], ids[1], '--url', url], { CROWD_KEY: key });
  expect([status, printed]).toEqual([0, [`${ids[0]} is deleted.`, `${ids[1]} is deleted.`]]);
  expect(await storage.findCrowd(ids[0])).toBeUndefined();
  expect(await storage.findCrowd(ids[2])).toBeDefined();
  const again = await remove([ids[0], ids[2], '--url', url], { CROWD_KEY: key });
  expect([again.status, again.errors.join()]).toEqual([1, expect.stringMatching(/404 crowd not found/)]);
  expect(await storage.findCrowd(ids[2])).toBeDefined();
});

test('a missing key is an error that names its variable', async () => {
  const { status, errors } = await remove(['cr_aB3dE6gH', '--url', 'http://127.0.0.1:9']);
  expect([status, errors.join()]).toEqual([2, expect.stringContaining('CROWD_KEY')]);
});
