/** Receivers of webhooks that do what none should: nobody else waits for them, and the service ends all the same. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { createCrowd, registerAccount, send } from '../../support/contract/account.js';
import {
  AUTHORITY,
  ELSEWHERE,
  OddReceivers,
  SLOW_BEHAVIOURS,
  TLS_REASONS,
} from '../../support/contract/odd-receivers.js';
import { testServers } from '../../support/contract/test-servers.js';

const servers = testServers();

test('a receiver with any fault gets the message again, its owner sees the reason, and the service can stop', async () => {
  const receivers = await OddReceivers.start();
  onTestFinished(() => receivers.close());
  // Accounts have ten webhooks each, and there are more receivers.
  const accounts = [
    await registerAccount(servers.location, 'studio', 'Ann'),
    await registerAccount(servers.location, 'studio', 'Bob'),
  ];
  const server = await servers.start({
    THREE_CROWD_PRIVATE_WEBHOOKS: 'yes',
    NODE_EXTRA_CA_CERTS: AUTHORITY,
  });
  const { url } = server;
  const behaviours = [...receivers.urls].filter(([behaviour]) => behaviour !== ELSEWHERE);
  const webhooks = new Map<string, { id: string; key: string }>();
  for (const [i, [, receiver]] of behaviours.entries()) {
    const response = await send('POST', `${url}/v1/webhooks`, accounts[i % 2].key, { url: receiver });
    expect(response.status).toBe(201);
    const { webhook_id: id } = (await response.json()) as { webhook_id: string };
    webhooks.set(behaviours[i][0], { id, key: accounts[i % 2].key });
  }
  for (const { key } of accounts) expect((await createCrowd(url, key, 'Quay')).status).toBe(201);

  // Who takes a message is asked once; so is, for a day, who asks for time without end.
  const once = ['takes it', 'takes it by TLS', 'wants it later'];
  for (const [behaviour] of behaviours) {
    const isRepeated = !once.includes(behaviour) && !SLOW_BEHAVIOURS.includes(behaviour);
    await vi.waitFor(
      () => expect(receivers.count(behaviour), behaviour).toBeGreaterThanOrEqual(isRepeated ? 2 : 1),
      { timeout: 60_000, interval: 50 },
    );
  }
  for (const behaviour of once) expect(receivers.count(behaviour), behaviour).toBe(1);
  expect(receivers.count(ELSEWHERE)).toBe(0);
  for (const [behaviour, reason] of Object.entries(TLS_REASONS)) {
    const { id, key } = webhooks.get(behaviour) as { id: string; key: string };
    const failures = await fetch(`${url}/v1/webhooks/${id}/failures`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    const { data: givenUp, retried } = (await failures.json()) as { data: object[]; retried: object[] };
    expect(givenUp, behaviour).toEqual([]);
    expect(retried, behaviour).toEqual([
      expect.objectContaining({ type: 'crowd.created', reason: expect.stringMatching(reason) }),
    ]);
  }
  expect(await server.kill('SIGTERM')).toBe(0);
}, 120_000);
