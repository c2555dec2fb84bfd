import { expect, test } from 'vitest';
import { mulberry32 } from '../../../../src/math/index.js';
import { ChangedRows } from '../../../../src/render/characters/changed-rows.js';

test('each changed row is a run of its own, told once', () => {
  const rows = new ChangedRows(100);
  expect(rows.take()).toEqual([]);
  for (const i of [70, 3, 70]) rows.mark(i);
  expect(rows.take()).toEqual([
    { first: 3, count: 1 },
    { first: 70, count: 1 },
  ]);
  expect(rows.take()).toEqual([]);
});

test('everything is one run', () => {
  const rows = new ChangedRows(300);
  rows.markAll();
  expect(rows.take()).toEqual([{ first: 0, count: 300 }]);
});

test.each([1, 2, 3, 4])('runs hold the changed rows, and spans of at most 8 others (seed %i)', (seed) => {
  const random = mulberry32(seed);
  const rows = new ChangedRows(1000);
  for (let round = 0; round < 50; round++) {
    const changed = new Set(
      Array.from({ length: 1 + Math.floor(random() * 120) }, () => Math.floor(random() * 1000)),
    );
    for (const i of changed) rows.mark(i);
    const runs = rows.take();
    const told = runs.flatMap(({ first, count }) => Array.from({ length: count }, (_, k) => first + k));
    expect(told.filter((i) => changed.has(i))).toEqual([...changed].sort((a, b) => a - b));
    for (const { first, count } of runs) {
      expect(changed.has(first) && changed.has(first + count - 1)).toBe(true);
    }
    const gaps = told.map((i) => (changed.has(i) ? ' ' : 'x')).join('');
    expect(gaps).not.toMatch(/x{9}/);
    runs.slice(1).forEach(({ first }, k) => {
      expect(first - (runs[k].first + runs[k].count)).toBeGreaterThan(8);
    });
  }
});

test('a follower has every row that was taken, until it takes it itself, and a grown table as a whole', () => {
  const rows = new ChangedRows(100);
  rows.mark(3);
  const follower = rows.follow();
  expect(follower.take()).toEqual([{ first: 0, count: 100 }]);
  expect(rows.take()).toEqual([{ first: 3, count: 1 }]);
  rows.mark(50);
  expect(follower.take()).toEqual([{ first: 3, count: 1 }]);
  expect(rows.take()).toEqual([{ first: 50, count: 1 }]);
  rows.mark(80);
  rows.take();
  expect(follower.take()).toEqual([
    { first: 50, count: 1 },
    { first: 80, count: 1 },
  ]);
  rows.grow(120);
  rows.take();
  expect(follower.take()).toEqual([{ first: 0, count: 120 }]);
  rows.unfollow(follower);
  rows.mark(7);
  rows.take();
  expect(follower.take()).toEqual([]);
});
