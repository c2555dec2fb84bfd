import { describe, expect, test } from 'vitest';
import { mulberry32 } from '../../../src/math/index.js';
import { FrameBudget } from '../../../src/render/frame-budget.js';

const FRAMES = 20_000;

/** A machine: milliseconds of a frame by the largest error of its levels of detail. */
type Machine = (lodThreshold: number, frame: number) => number;

function run(
  machine: Machine,
  milliseconds: number,
): { budget: FrameBudget; changes: number[]; last: number } {
  const budget = new FrameBudget({ milliseconds }, 1);
  const changes: number[] = [];
  let lodThreshold = 1;
  let last = 0;
  for (let frame = 0; frame < FRAMES; frame++) {
    last = machine(lodThreshold, frame);
    const next = budget.next(last);
    if (next !== lodThreshold) changes.push(frame);
    lodThreshold = next;
  }
  return { budget, changes, last };
}

const noise = (seed: number): (() => number) => {
  const random = mulberry32(seed);
  return () => 0.9 + 0.2 * random();
};

describe('a frame budget', () => {
  test('coarsens a slow machine into its time and then rests (seed 1)', () => {
    const jitter = noise(1);
    const { budget, changes } = run((lodThreshold) => (4 + 28 / lodThreshold) * jitter(), 16.7);
    expect(changes.length).toBeGreaterThan(0);
    expect(budget.report.milliseconds).toBeLessThan(16.7 * 1.05);
    expect(changes.filter((frame) => frame > FRAMES / 2)).toEqual([]);
    expect(budget.report).toMatchObject({ coarsened: changes.length, isOverBudget: false });
  });

  test('refines a quick machine and then rests (seed 2)', () => {
    const jitter = noise(2);
    const { budget, changes } = run((lodThreshold) => (1 + 2.8 / lodThreshold) * jitter(), 16.7);
    expect(budget.report.refined).toBeGreaterThan(0);
    expect(budget.report.lodThreshold).toBeLessThan(1);
    expect(budget.report.milliseconds).toBeLessThan(16.7 * 1.05);
    expect(changes.filter((frame) => frame > FRAMES / 2)).toEqual([]);
  });

  test('tries less and less often where one step is too fine and the next too coarse (seed 3)', () => {
    const jitter = noise(3);
    // A cliff: just above the budget on one side, with room on the other.
    const { changes } = run((lodThreshold) => (lodThreshold < 1.4 ? 20 : 10) * jitter(), 16.7);
    const late = changes.filter((frame) => frame > FRAMES / 2);
    expect(changes.length).toBeGreaterThan(2);
    expect(late.length).toBeLessThan(changes.length / 2);
    expect(late.length).toBeLessThanOrEqual(2);
  });

  test('a step finer waits for 40 frames to settle and 40 with room, and for twice as many each time it is taken back', () => {
    const { changes } = run((lodThreshold) => (lodThreshold < 1.4 ? 20 : 10), 16.7);
    // Two steps lead over the cliff; from then on finer and coarser steps take turns.
    const waits = changes.slice(1).map((frame, k) => frame - changes[k]);
    const untilFiner = waits.slice(1).filter((_, k) => k % 2 === 0);
    expect(untilFiner.slice(0, 4)).toEqual([40 + 40, 40 + 80, 40 + 160, 40 + 320]);
  });

  test('says so where the coarsest is not coarse enough', () => {
    const { budget } = run(() => 50, 16.7);
    expect(budget.report).toMatchObject({ lodThreshold: 16, isOverBudget: true });
  });

  test('a hiccup moves nothing', () => {
    const { changes } = run((_, frame) => (frame % 500 === 499 ? 400 : 14), 16.7);
    expect(changes).toEqual([]);
  });

  test.each([1, 2, 3])('two long frames in a row move nothing (seed %i)', (seed) => {
    const random = mulberry32(seed);
    const { changes } = run((_, frame) => (frame % 500 > 497 ? 100 + 400 * random() : 14), 16.7);
    expect(changes).toEqual([]);
  });

  test('acts on a slow machine whatever part of a frame the first delta was (seed 4)', () => {
    const random = mulberry32(4);
    for (let start = 0; start < 100; start++) {
      const first = 33 * random();
      const { budget } = run((_, frame) => (frame === 0 ? first : 33), 16.7);
      expect(budget.report.coarsened, `first delta of ${first} ms`).toBeGreaterThan(0);
      expect(budget.report.isOverBudget).toBe(true);
    }
  });

  test('acts where frames become four times as long for good', () => {
    const { budget } = run((_, frame) => (frame < 300 ? 16 : 70), 16.7);
    expect(budget.report).toMatchObject({ isOverBudget: true, milliseconds: expect.closeTo(70, 3) });
  });

  test('a budget or bounds that make no sense are refused', () => {
    for (const milliseconds of [0, -1, Number.NaN]) {
      expect(() => new FrameBudget({ milliseconds }, 1)).toThrow('frameBudget.milliseconds is');
    }
    for (const bounds of [{ finest: 0 }, { finest: 0.5, coarsest: 0.4 }, { coarsest: Number.NaN }]) {
      expect(() => new FrameBudget({ milliseconds: 16.7, ...bounds }, 1)).toThrow('frameBudget.finest is');
    }
  });
});
