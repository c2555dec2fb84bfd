import { createCrowdService, issueKey, listen, openAccount, openStorage } from 'three-crowd-server';
import { expect, onTestFinished, test } from 'vitest';
import { run } from '../../../src/cli/program/run.js';
import { THREE_CROWD } from '../../../src/cli/three-crowd.js';
import { createTerminal } from '../../support/cli/test-terminal.js';
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

test('deletes the crowds that it names over REST, and no other', async () => {
  const { url, storage, key, ids } = await startService();
  const terminal = createTerminal({ environment: { CROWD_KEY: key } });
  expect(await run(THREE_CROWD, ['delete', ids[0], ids[1], '--url', url], terminal)).toBe(0);
  expect(terminal.printed).toEqual([`${ids[0]} is deleted.`, `${ids[1]} is deleted.`]);
  expect(await storage.findCrowd(ids[0])).toBeUndefined();
  expect(await storage.findCrowd(ids[2])).toBeDefined();
  const again = createTerminal({ environment: { CROWD_KEY: key } });
  expect(await run(THREE_CROWD, ['delete', ids[0], ids[2], '--url', url], again)).toBe(1);
  expect(again.errors.join()).toMatch(/404 crowd not found/);
  expect(await storage.findCrowd(ids[2])).toBeDefined();
});

test('the key comes from the environment, and is asked for where there is none', async () => {
  const terminal = createTerminal();
  expect(await run(THREE_CROWD, ['delete', 'cr_aB3dE6gH', '--url', 'http://127.0.0.1:9'], terminal)).toBe(2);
  expect(terminal.errors.join()).toContain('CROWD_KEY');
});
