import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ASSET_VARIANTS } from '../support/asset-variants.js';
import { CROWD_VARIANTS } from '../support/crowd-variants.js';
import { REVIEW_CASES } from '../support/review-cases.js';

const ROWS = [...CROWD_VARIANTS, ...ASSET_VARIANTS].map(({ name }) => name);
const HELD = [1, 2, 3, 4, 8, 12, 17, 22, 29, 33];

test('every case of the review that did not hold is there', () => {
  const expected = Array.from({ length: 35 }, (_, k) => k + 1).filter((number) => !HELD.includes(number));
  expect(Object.keys(REVIEW_CASES).map(Number)).toEqual(expected);
});

test.each(Object.entries(REVIEW_CASES))(
  'case %s is proved by rows and tests that there are',
  (_number, reviewCase) => {
    const { rows = [], tests = [] } = reviewCase;
    expect(rows.length + tests.length).toBeGreaterThan(0);
    expect(ROWS).toEqual(expect.arrayContaining([...rows]));
    for (const [file, title] of tests) {
      expect(readFileSync(resolve(import.meta.dirname, '../..', file), 'utf8')).toContain(title);
    }
  },
);

test('no two rows have one name', () => {
  expect(new Set(ROWS).size).toBe(ROWS.length);
});
