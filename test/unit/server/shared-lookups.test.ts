import { expect, test } from 'vitest';
import { SharedLookups } from '../../../src/server/storage/sql/shared-lookups.js';

test('calls in one turn of the event loop share a lookup, and later calls do not', async () => {
  const looked: string[] = [];
  const lookups = new SharedLookups(async (name) => {
    looked.push(name);
    return looked.length;
  });
  const first = [lookups.find('a'), lookups.find('b'), lookups.find('a')];
  // Asked within the turn, and answered by what begins after it.
  await Promise.resolve();
  first.push(lookups.find('a'));
  expect(looked).toEqual([]);
  expect(await Promise.all(first)).toEqual([1, 2, 1, 1]);
  expect(await lookups.find('a')).toBe(3);
  expect(looked).toEqual(['a', 'b', 'a']);
});

test('a call during a lookup starts another one, since the value may have changed', async () => {
  let value = 'old';
  const begun: (() => void)[] = [];
  const lookups = new SharedLookups(async () => {
    const seen = value;
    await new Promise<void>((resolve) => begun.push(resolve));
    return seen;
  });
  const before = lookups.find('a');
  await expect.poll(() => begun.length).toBe(1);
  value = 'new';
  const after = lookups.find('a');
  await expect.poll(() => begun.length).toBe(2);
  for (const go of begun) go();
  expect(await Promise.all([before, after])).toEqual(['old', 'new']);
});

test('calls during a lookup share the next one', async () => {
  const begun: (() => void)[] = [];
  const lookups = new SharedLookups(async () => {
    const number = begun.length;
    await new Promise<void>((resolve) => begun.push(resolve));
    return number;
  });
  const first = lookups.find('a');
  await expect.poll(() => begun.length).toBe(1);
  const later = [lookups.find('a'), lookups.find('a')];
  begun[0]();
  expect(await first).toBe(0);
  await expect.poll(() => begun.length).toBe(2);
  begun[1]();
  expect(await Promise.all(later)).toEqual([1, 1]);
});

test('a failed lookup rejects all its calls, and no later one', async () => {
  let isAway = true;
  const lookups = new SharedLookups(async () => {
    if (isAway) throw new Error('away');
    return 'there';
  });
  const outcomes = await Promise.allSettled([lookups.find('a'), lookups.find('a')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isAway = false;
  expect(await lookups.find('a')).toBe('there');
});
