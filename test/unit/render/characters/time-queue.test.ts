import { expect, test } from 'vitest';
import { mulberry32 } from '../../../../src/math/index.js';
import { TimeQueue } from '../../../../src/render/characters/time-queue.js';
import { testInTurn } from '../../../support/in-turn.js';

test('hands out what is due, earliest first', () => {
  const queue = new TimeQueue<string>();
  queue.set(1, 3, 'late');
  queue.set(2, 1, 'early');
  queue.set(3, 2, 'between');
  expect(queue.takeDue(0.9)).toBeUndefined();
  expect([queue.takeDue(2)?.value, queue.takeDue(2)?.value, queue.takeDue(2)]).toEqual([
    'early',
    'between',
    undefined,
  ]);
  expect(queue.size).toBe(1);
});

test('an id waits for one thing at a time', () => {
  const queue = new TimeQueue<string>();
  queue.set(7, 5, 'first');
  queue.set(7, 2, 'second');
  expect(queue.get(7)).toEqual({ id: 7, time: 2, value: 'second' });
  expect(queue.takeDue(9)?.value).toBe('second');
  expect(queue.takeDue(9)).toBeUndefined();
  queue.delete(7);
});

testInTurn([11, 12, 13], [0])('agrees with a sorted list over 20,000 steps (seed %i)', (seed) => {
  const random = mulberry32(seed);
  const queue = new TimeQueue<number>();
  const oracle = new Map<number, number>();
  let now = 0;
  let taken = 0;
  for (let step = 0; step < 20_000; step++) {
    const id = Math.floor(random() * 200);
    const kind = random();
    if (kind < 0.6) {
      const time = now + random() * 10;
      queue.set(id, time, step);
      oracle.set(id, time);
    } else if (kind < 0.75) {
      queue.delete(id);
      oracle.delete(id);
    } else {
      now += random();
      const due = [...oracle].filter(([, time]) => time <= now).sort((a, b) => a[1] - b[1])[0];
      const entry = queue.takeDue(now);
      expect(entry && [entry.id, entry.time]).toEqual(due);
      if (due) oracle.delete(due[0]);
      taken += due ? 1 : 0;
    }
    expect(queue.size).toBe(oracle.size);
  }
  expect(taken).toBeGreaterThan(1000);
});
