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

function exhaust(limiter: RateLimiter, name: string): void {
  while (limiter.take(name).isAllowed);
}

test('allows a full bucket at once, and then the rate', () => {
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
  exhaust(limiter, 'ann');
  expect(limiter.take('ann').isAllowed).toBe(false);
  expect(limiter.take('bob').isAllowed).toBe(true);
});

test('of more than 20,000 names, the one that was used longest ago is forgotten, and is full again', () => {
  const { limiter } = createLimiter();
  exhaust(limiter, 'first');
  exhaust(limiter, 'second');
  for (let i = 0; i < 19_998; i++) limiter.take(`name ${i}`);
  expect(limiter.take('first').isAllowed).toBe(false);
  // The second is the oldest now.
  limiter.take('one too many');
  expect(limiter.take('first').isAllowed).toBe(false);
  expect(limiter.take('second').isAllowed).toBe(true);
});
