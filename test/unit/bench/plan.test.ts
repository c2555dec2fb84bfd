import { expect, test } from 'vitest';
import { BACKENDS, chosen, DEFAULT_PLAN, readPlan, writePlan } from '../../../bench/page/plan.js';

test('an empty address asks for the default plan', () => {
  expect(readPlan(new URLSearchParams())).toEqual(DEFAULT_PLAN);
});

test('an address says what it was written from', () => {
  const plan = {
    ...DEFAULT_PLAN,
    counts: [4, 50_000],
    contenders: ['clones', 'babylon'],
    backends: [BACKENDS[2], BACKENDS[0]],
    view: 'street' as const,
    shadows: true,
    width: 320,
    height: 180,
    soak: 600,
  };
  expect(readPlan(new URLSearchParams(writePlan(plan)))).toEqual(plan);
});

test.each([
  ['counts=150,many', /counts must be a whole number above 0, not "many"/],
  ['counts=0', /counts/],
  ['view=moon', /view has no "moon"; it has overview, street, close/],
  ['backends=webgl,vulkan', /backends has no "vulkan"/],
  ['size=320', /size/],
])('%s is refused by name', (query, message) => {
  expect(() => readPlan(new URLSearchParams(query))).toThrow(message);
});

test('contenders come in the order of the tables, and unknown ones are refused', () => {
  const all = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
  expect(chosen(['c', 'a'], all)).toEqual([{ id: 'a' }, { id: 'c' }]);
  expect(chosen(['all'], all)).toBe(all);
  expect(() => chosen(['d'], all)).toThrow(/contenders has no "d"; it has a, b, c/);
});
