import { expect, test } from 'vitest';
import { RateLimiter } from '../../../src/server/accounts/rate-limiter.js';

function createLimiter() {
  let now = 0;
  const limiter = new RateLimiter({ perSecond: 10, seconds: 2 }, () => now);
  return {
    limiter,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

test('allows what is in store at once, and then as many as come in', () => {
  const { limiter, pass } = createLimiter();
  for (let i = 0; i < 20; i++)
    expect(limiter.take('ann')).toMatchObject({ isAllowed: true, remaining: 19 - i });
  expect(limiter.take('ann')).toEqual({ isAllowed: false, remaining: 0, seconds: 1 });
  pass(100);
  expect(limiter.take('ann').isAllowed).toBe(true);
  expect(limiter.take('ann').isAllowed).toBe(false);
  pass(60_000);
  expect(limiter.take('ann')).toEqual({ isAllowed: true, remaining: 19, seconds: 1 });
});

test('names do not share', () => {
  const { limiter } = createLimiter();
  limiter.take('ann', 20);
  expect(limiter.take('ann').isAllowed).toBe(false);
  expect(limiter.take('bob').isAllowed).toBe(true);
});

test('several at once are taken all or none, and tell how long all of them take', () => {
  const { limiter } = createLimiter();
  limiter.take('ann', 15);
  expect(limiter.take('ann', 20)).toEqual({ isAllowed: false, remaining: 5, seconds: 2 });
  expect(limiter.take('ann', 5)).toEqual({ isAllowed: true, remaining: 0, seconds: 2 });
});

test('what is given back is there again, up to the limit', () => {
  const { limiter } = createLimiter();
  limiter.take('ann', 20);
  limiter.giveBack('ann');
  expect(limiter.take('ann').isAllowed).toBe(true);
  limiter.giveBack('ann', 1000);
  expect(limiter.take('ann').remaining).toBe(19);
});

test('of more than 20,000 names, the one that was used longest ago is forgotten, and is full again', () => {
  const { limiter } = createLimiter();
  limiter.take('first', 20);
  limiter.take('second', 20);
  for (let i = 0; i < 19_998; i++) limiter.take(`name ${i}`);
  expect(limiter.take('first').isAllowed).toBe(false);
  // The second is the oldest now.
  limiter.take('one too many');
  expect(limiter.take('first').isAllowed).toBe(false);
  expect(limiter.take('second').isAllowed).toBe(true);
});
