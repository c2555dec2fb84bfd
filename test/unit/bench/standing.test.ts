import type { BackendName } from 'three-crowd';
import { expect, test } from 'vitest';
import type { Entry } from '../../../bench/measure/result.js';
import { drawStanding } from '../../../bench/report/draw-standing.js';
import { onBackend, ratioToBaseline, standingAt } from '../../../bench/report/standing.js';

function entry(contender: string, backend: BackendName, count: number, frame?: number): Entry {
  const head = { contender, title: contender, version: '1', backend, count };
  if (frame === undefined) return { ...head, error: 'too many' };
  const measure = (median: number) => ({ median, spread: 0.1, samples: 9 });
  return { ...head, measured: { frame: measure(frame), script: measure(frame / 4), draws: 1, load: 1 } };
}

const ENTRIES = [
  entry('ours', 'webgpu', 10, 4),
  entry('ours', 'webgl', 10, 6),
  entry('clones', 'webgpu', 10, 12),
  entry('clones', 'webgl', 10, 8),
  entry('ours', 'webgpu', 500, 30),
  entry('ours', 'webgl', 500, 20),
  entry('clones', 'webgpu', 500),
  entry('clones', 'webgl', 500),
];

test('everybody stands with their fastest backend, the fastest first, and without those who failed', () => {
  const names = (count: number) =>
    standingAt(ENTRIES, count).map(({ contender, backend }) => `${contender} ${backend}`);
  expect(names(10)).toEqual(['ours webgpu', 'clones webgl']);
  expect(names(500)).toEqual(['ours webgl']);
});

test('a ratio is to the fastest clones of the same count, and there is none without them', () => {
  expect(ENTRIES.map((one) => ratioToBaseline(one, ENTRIES))).toEqual([
    0.5,
    0.75,
    1.5,
    1,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('a curve is of one backend: the fastest at the highest count that a contender managed', () => {
  expect(
    new Set(onBackend(ENTRIES, 'fastest').map(({ contender, backend }) => `${contender} ${backend}`)),
  ).toEqual(new Set(['ours webgl', 'clones webgl']));
  expect(onBackend(ENTRIES, 'webgpu').every(({ backend }) => backend === 'webgpu')).toBe(true);
  expect(onBackend(ENTRIES, 'webgpu')).toHaveLength(4);
});

test('bars are as long as their milliseconds', () => {
  const svg = drawStanding(ENTRIES, 10) ?? '';
  const widths = [...svg.matchAll(/<rect x="290"[^>]* width="([\d.]+)"/g)].map(([, width]) => Number(width));
  expect(widths).toHaveLength(4);
  const [ours, ourScript, clones, cloneScript] = widths;
  expect(clones / ours).toBeCloseTo(2, 1);
  expect([ours / ourScript, clones / cloneScript]).toEqual([expect.closeTo(4, 1), expect.closeTo(4, 1)]);
  expect(svg).toContain('× 0.50 of clones');
  expect(drawStanding(ENTRIES, 7)).toBeUndefined();
});
