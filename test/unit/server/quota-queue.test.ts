import { afterEach, expect, test, vi } from 'vitest';
import { QuotaQueue } from '../../../src/server/accounts/quota-queue.js';
import type { Storage, Use, UseOutcome } from '../../../src/server/storage/storage.js';
import { StorageUnavailableError } from '../../../src/server/storage/storage.js';

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
/** One turn of the event loop. */
const turn = () => new Promise((resolve) => setImmediate(resolve));
/** As many as it takes for what waits to be written. */
const turns = async () => {
  for (let i = 0; i < 10; i++) await turn();
};

afterEach(() => {
  vi.restoreAllMocks();
});

test('uses of one account that come together are one batch, those of another do not wait for it', async () => {
  const { batches, queue } = createStorage();
  const uses = ['ann', 'ann', 'bob'].map((name) => queue.count(useOf(name)));
  expect(queue.size).toBe(3);
  await turns();
  const [ofAnn, ofBob] = batches.toSorted((a, b) => b.uses.length - a.uses.length);
  expect(ofAnn.uses.map(({ accountId }) => accountId)).toEqual(['ann', 'ann']);
  expect(ofBob.uses.map(({ accountId }) => accountId)).toEqual(['bob']);
  ofBob.settle();
  expect(await uses[2]).toBe('counted');
  expect(queue.size).toBe(2);
  ofAnn.settle();
  expect(await Promise.all(uses)).toEqual(['counted', 'counted', 'counted']);
  await turns();
  expect(queue.size).toBe(0);
});

test('uses that come while a batch is written are the next one', async () => {
  const { batches, queue } = createStorage();
  const first = queue.count(useOf('ann'));
  await turns();
  const later = [queue.count(useOf('ann')), queue.count(useOf('ann'))];
  await turns();
  expect(batches).toHaveLength(1);
  batches[0].settle();
  await first;
  await turns();
  expect(batches.map(({ uses }) => uses.length)).toEqual([1, 2]);
  batches[1].settle();
  await Promise.all(later);
});

test('uses that come turn by turn of the event loop are one batch, and none waits for long', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const { batches, queue } = createStorage();
  /** A use in each turn, counted before what waits looks whether more have come. */
  const send = (uses: number, onSend: (sent: number) => void = () => {}) =>
    new Promise<void>((resolve) => {
      let sent = 0;
      const next = () => {
        if (sent === uses) return resolve();
        setImmediate(next);
        sent += 1;
        onSend(sent);
        void queue.count(useOf('ann'));
      };
      next();
    });
  const sizes = () => batches.map(({ uses }) => uses.length);
  await send(10);
  await turns();
  expect(sizes()).toEqual([10]);
  batches[0].settle();
  await turns();
  await send(10, (sent) => now.mockReturnValue(sent));
  expect(sizes()).toHaveLength(2);
  expect(sizes()[1]).toBeLessThan(5);
});

test('a batch that fails rejects its uses alone, and the account is counted again afterwards', async () => {
  const { batches, queue } = createStorage();
  const lost = queue.count(useOf('ann'));
  await turns();
  batches[0].settle(new Error('The disk is full.'));
  await expect(lost).rejects.toThrow('The disk is full.');
  await turns();
  expect(queue.size).toBe(0);
  const next = queue.count(useOf('ann'));
  await turns();
  expect(batches).toHaveLength(2);
  batches[1].settle();
  expect(await next).toBe('counted');
});

test('where the storage is unavailable for a batch, the uses behind it fail with it', async () => {
  const { batches, queue } = createStorage();
  const first = queue.count(useOf('ann'));
  await turns();
  const second = queue.count(useOf('ann'));
  batches[0].settle(new StorageUnavailableError('locked'));
  await expect(first).rejects.toThrow('locked');
  await expect(second).rejects.toThrow('locked');
  await turns();
  expect([batches.length, queue.size]).toEqual([1, 0]);
});
