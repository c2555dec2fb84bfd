import { expect, test } from 'vitest';
import { QuotaQueue } from '../../../src/server/quota-queue.js';
import type { Storage, Use, UseOutcome } from '../../../src/server/storage/storage.js';

/** A storage whose every batch waits until it is let go on. */
function createStorage() {
  const batches: { uses: readonly Use[]; settle: (error?: Error) => void }[] = [];
  const countUses = (uses: readonly Use[]) =>
    new Promise<UseOutcome[]>((resolve, reject) => {
      const outcomes = uses.map((): UseOutcome => 'counted');
      batches.push({ uses, settle: (error) => (error ? reject(error) : resolve(outcomes)) });
    });
  return { batches, queue: new QuotaQueue({ countUses } as unknown as Storage) };
}

const useOf = (accountId: string): Use => ({ accountId, period: '2026-03', request: undefined });
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('uses of one account that come together are one batch, those of another do not wait for it', async () => {
  const { batches, queue } = createStorage();
  const uses = ['ann', 'ann', 'bob'].map((name) => queue.count(useOf(name)));
  expect(queue.size).toBe(3);
  await turn();
  expect(batches.map(({ uses }) => uses.map(({ accountId }) => accountId))).toEqual([
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
  const first = queue.count(useOf('ann'));
  await turn();
  const later = [queue.count(useOf('ann')), queue.count(useOf('ann'))];
  await turn();
  expect(batches).toHaveLength(1);
  batches[0].settle();
  await first;
  await turn();
  expect(batches.map(({ uses }) => uses.length)).toEqual([1, 2]);
  batches[1].settle();
  await Promise.all(later);
});

test('a batch that fails rejects its uses alone, and the account is counted again afterwards', async () => {
  const { batches, queue } = createStorage();
  const lost = queue.count(useOf('ann'));
  await turn();
  batches[0].settle(new Error('The disk is full.'));
  await expect(lost).rejects.toThrow('The disk is full.');
  await turn();
  expect(queue.size).toBe(0);
  const next = queue.count(useOf('ann'));
  await turn();
  expect(batches).toHaveLength(2);
  batches[1].settle();
  expect(await next).toBe('counted');
});
