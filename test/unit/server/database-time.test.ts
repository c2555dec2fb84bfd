import { expect, test, vi } from 'vitest';
import { QuotaQueue } from '../../../src/server/accounts/quota-queue.js';
import { DatabaseTime, LONGEST_DATABASE_TIME } from '../../../src/server/core/database-time.js';
import { SharedLookups } from '../../../src/server/storage/sql/shared-lookups.js';
import type { Storage, Use, UseOutcome } from '../../../src/server/storage/storage.js';

/** Sets the clock, which stands still otherwise. */
function stopClock(): (time: number) => void {
  let now = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  return (time) => {
    now = 1_000 + time;
  };
}

test('waits add up, those at the same time count once, and other time does not count', () => {
  const setTime = stopClock();
  const time = new DatabaseTime();
  time.start();
  setTime(100);
  time.start();
  setTime(300);
  time.end();
  setTime(400);
  time.end();
  setTime(10_000);
  expect(time.spent).toBe(400);
  time.start();
  setTime(11_000);
  expect(time.spent).toBe(1_400);
  expect(time.left).toBe(LONGEST_DATABASE_TIME - 1_400);
  setTime(20_000);
  expect(time.left).toBe(0);
});

test('lookups that requests share have a time of their own, which counts for each of them', async () => {
  const setTime = stopClock();
  const seen: (DatabaseTime | undefined)[] = [];
  const lookups = new SharedLookups(async (_key, time) => {
    seen.push(time);
    setTime(200);
    return seen.length;
  });
  const times = [new DatabaseTime(), new DatabaseTime()];
  expect(await Promise.all(times.map((time) => lookups.find('key', time)))).toEqual([1, 1]);
  expect(times.map(({ spent }) => spent)).toEqual([200, 200]);
  expect(times).not.toContain(seen[0]);
});

test('a request that has waited long looks up by itself, within what is left of its time', async () => {
  const seen: (DatabaseTime | undefined)[] = [];
  const lookups = new SharedLookups(async (_key, time) => seen.push(time));
  const time = new DatabaseTime(4_000);
  await lookups.find('key', time);
  expect(seen).toEqual([time]);
});

test('uses that are counted together have the time that is left to the one that has waited longest', async () => {
  const left: number[] = [];
  const countUses = async (uses: readonly Use[], time: DatabaseTime): Promise<UseOutcome[]> => {
    left.push(time.left);
    return uses.map(() => 'counted');
  };
  stopClock();
  const queue = new QuotaQueue({ countUses } as unknown as Storage);
  const use: Use = { accountId: 'ann', period: '2026-03', request: undefined };
  const request = (spent: number) => queue.count(use, new DatabaseTime(spent));
  await Promise.all([request(1_000), request(0), request(3_000)]);
  expect(left).toEqual([LONGEST_DATABASE_TIME - 3_000]);
});
