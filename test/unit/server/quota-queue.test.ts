import { expect, test } from 'vitest';
import { QuotaQueue } from '../../../src/server/quota-queue.js';
import type { Charge, MeterOutcome, Storage } from '../../../src/server/storage/storage.js';

/** A storage whose every batch waits until it is let go on. */
function createStorage() {
  const batches: { charges: readonly Charge[]; settle: (error?: Error) => void }[] = [];
  const meter = (charges: readonly Charge[]) =>
    new Promise<MeterOutcome[]>((resolve, reject) => {
      const outcomes = charges.map((): MeterOutcome => 'counted');
      batches.push({ charges, settle: (error) => (error ? reject(error) : resolve(outcomes)) });
    });
  return { batches, queue: new QuotaQueue({ meter } as unknown as Storage) };
}

const chargeOf = (accountId: string): Charge => ({ accountId, period: '2026-03', request: undefined });
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('uses of one account that come together are one batch, those of another do not wait for it', async () => {
  const { batches, queue } = createStorage();
  const uses = ['ann', 'ann', 'bob'].map((name) => queue.meter(chargeOf(name)));
  expect(queue.size).toBe(3);
  await turn();
  expect(batches.map(({ charges }) => charges.map(({ accountId }) => accountId))).toEqual([
    ['ann', 'ann'],
    ['bob'],
  ]);
  batches[1].settle();
  expect(await uses[2]).toBe('counted');
  expect(queue.size).toBe(2);
  batches[0].settle();
  expect(await Promise.all(uses)).toEqual(['counted', 'counted', 'counted']);
  await turn();
  expect(queue.size).toBe(0);
});

test('uses that come while a batch is written are the next one', async () => {
  const { batches, queue } = createStorage();
  const first = queue.meter(chargeOf('ann'));
  await turn();
  const later = [queue.meter(chargeOf('ann')), queue.meter(chargeOf('ann'))];
  await turn();
  expect(batches).toHaveLength(1);
  batches[0].settle();
  await first;
  await turn();
  expect(batches.map(({ charges }) => charges.length)).toEqual([1, 2]);
  batches[1].settle();
  await Promise.all(later);
});

test('a batch that fails rejects its uses alone, and the account is counted again afterwards', async () => {
  const { batches, queue } = createStorage();
  const lost = queue.meter(chargeOf('ann'));
  await turn();
  batches[0].settle(new Error('The disk is full.'));
  await expect(lost).rejects.toThrow('The disk is full.');
  await turn();
  expect(queue.size).toBe(0);
  const next = queue.meter(chargeOf('ann'));
  await turn();
  expect(batches).toHaveLength(2);
  batches[1].settle();
  expect(await next).toBe('counted');
});
