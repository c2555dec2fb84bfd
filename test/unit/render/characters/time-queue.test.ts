import { expect } from 'vitest';
import { mulberry32 } from '../../../../src/math/index.js';
import { TimeQueue } from '../../../../src/render/characters/time-queue.js';
import { testInTurn } from '../../../support/in-turn.js';

testInTurn([11, 12, 13], [0])(
  'a time queue agrees with a sorted list over 20,000 steps (seed %i)',
  (seed) => {
    const random = mulberry32(seed);
    const queue = new TimeQueue<number>();
    /** Time and value by id. */
    const oracle = new Map<number, [time: number, value: number]>();
    let now = 0;
    let taken = 0;
    for (let step = 0; step < 20_000; step++) {
      const id = Math.floor(random() * 200);
      const kind = random();
      if (kind < 0.6) {
        const time = now + random() * 10;
        queue.set(id, time, step);
        oracle.set(id, [time, step]);
      } else if (kind < 0.75) {
        queue.delete(id);
        oracle.delete(id);
      } else {
        now += random();
        const due = [...oracle].filter(([, [time]]) => time <= now).sort(([, [a]], [, [b]]) => a - b)[0];
        const entry = queue.takeDue(now);
        expect(entry && [entry.id, [entry.time, entry.value]]).toEqual(due);
        if (due) oracle.delete(due[0]);
        taken += due ? 1 : 0;
      }
      expect(queue.get(id)?.value).toBe(oracle.get(id)?.[1]);
      expect(queue.size).toBe(oracle.size);
    }
    expect(taken).toBeGreaterThan(1000);
  },
);
