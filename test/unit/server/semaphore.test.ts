import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AccountSemaphores } from '../../../src/server/accounts/account-semaphores.js';
import { Semaphore } from '../../../src/server/core/semaphore.js';
import { StorageUnavailableError } from '../../../src/server/storage/storage.js';

const OPTIONS = { permits: 2, timeout: 1_000, refuse: () => new Error('It took too long.') };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Asks for a turn. @returns what has come of it so far */
function ask(turns: Semaphore): { outcome: 'waits' | 'works' | 'is refused' } {
  const state: ReturnType<typeof ask> = { outcome: 'waits' };
  const settle = (outcome: typeof state.outcome) => () => void Object.assign(state, { outcome });
  turns.acquire().then(settle('works'), settle('is refused'));
  return state;
}

test('as many tasks run as there are permits, the others in order', async () => {
  const turns = new Semaphore(OPTIONS);
  expect(turns.isIdle).toBe(true);
  const tasks = Array.from({ length: 5 }, () => ask(turns));
  await vi.advanceTimersByTimeAsync(0);
  const outcomes = () => tasks.map(({ outcome }) => outcome);
  expect(outcomes()).toEqual(['works', 'works', 'waits', 'waits', 'waits']);
  expect([turns.waiting, turns.isIdle]).toEqual([3, false]);
  turns.release();
  await vi.advanceTimersByTimeAsync(0);
  expect(outcomes()).toEqual(['works', 'works', 'works', 'waits', 'waits']);
  for (let i = 0; i < 4; i++) turns.release();
  await vi.advanceTimersByTimeAsync(0);
  expect(outcomes()).toEqual(Array(5).fill('works'));
  expect([turns.waiting, turns.isIdle]).toEqual([0, true]);
});

test('a task that waits too long is refused, and takes no permit', async () => {
  const turns = new Semaphore(OPTIONS);
  const [, , third] = Array.from({ length: 3 }, () => ask(turns));
  await vi.advanceTimersByTimeAsync(999);
  expect(third.outcome).toBe('waits');
  await vi.advanceTimersByTimeAsync(1);
  expect([third.outcome, turns.waiting]).toEqual(['is refused', 0]);
  turns.release();
  turns.release();
  expect(turns.isIdle).toBe(true);
});

test('a task that got its permit leaves no timer', async () => {
  const turns = new Semaphore(OPTIONS);
  const [, , third] = Array.from({ length: 3 }, () => ask(turns));
  expect(vi.getTimerCount()).toBe(1);
  turns.release();
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(third.outcome).toBe('works');
});

test('accounts do not wait for each other, and a task that fails gives its turn back', async () => {
  const turns = new AccountSemaphores({ ...OPTIONS, permits: 1 });
  const done: string[] = [];
  const end = await turns.acquire('ann');
  const waiting = turns.run('ann', async () => done.push('ann'));
  await turns.run('bob', async () => done.push('bob'));
  expect(done).toEqual(['bob']);
  end();
  await waiting;
  expect(done).toEqual(['bob', 'ann']);
  await expect(turns.run('ann', () => Promise.reject(new Error('No.')))).rejects.toThrow('No.');
  await turns.run('ann', async () => done.push('ann again'));
  expect(done).toEqual(['bob', 'ann', 'ann again']);
});

test('where the storage is unavailable for a task, the tasks of the account that wait fail with it', async () => {
  const semaphores = new AccountSemaphores({ ...OPTIONS, permits: 1 });
  let fail = () => {};
  const first = semaphores.run(
    'ann',
    () =>
      new Promise<void>((_, reject) => {
        fail = () => reject(new StorageUnavailableError('locked'));
      }),
  );
  for (let i = 0; i < 10; i++) await Promise.resolve();
  const started: string[] = [];
  const second = semaphores.run('ann', async () => void started.push('second'));
  const other = semaphores.run('bob', async () => void started.push('other'));
  fail();
  await expect(first).rejects.toThrow('locked');
  await expect(second).rejects.toThrow('locked');
  await other;
  expect(started).toEqual(['other']);
  await semaphores.run('ann', async () => void started.push('later'));
  expect(started).toEqual(['other', 'later']);
});
