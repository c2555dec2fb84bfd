import { expect, test } from 'vitest';
import { addResult, machineName, type Run, slug } from '../../../bench/headless/save-result.js';
import type { Entry } from '../../../bench/measure/result.js';
import { browserName } from '../../../bench/page/browser-name.js';
import { DEFAULT_PLAN } from '../../../bench/page/plan.js';
import { CHARTS } from '../../../bench/report/charts.js';
import { compareResults, toLine } from '../../../bench/report/compare.js';
import { drawChart } from '../../../bench/report/draw-chart.js';
import { FIGURES } from '../../../bench/report/figures.js';
import { replaceSections, sectionOf } from '../../../bench/report/readme-section.js';
import { tableOf, toMarkdown } from '../../../bench/report/table.js';
import { resultOf } from '../../support/bench/sample-machine.js';

const measure = (median: number, spread = 0.5) => ({ median, spread, samples: 20 });

function entry(changes: Partial<Entry> = {}, frame = 12.345): Entry {
  return {
    contender: 'ours',
    title: 'Ours',
    version: '1.0.0',
    backend: 'webgpu',
    count: 1000,
    measured: { frame: measure(frame), script: measure(0.7), draws: 36, load: 812.4, triangles: 1_234_567 },
    ...changes,
  };
}

const failed: Entry = {
  contender: 'other',
  title: 'Other',
  version: '2',
  backend: 'webgl',
  count: 1000,
  error: 'a|b',
};

test('a table has a row an entry, and a failed one says why', () => {
  const [head, rule, good, bad] = toMarkdown(resultOf([entry(), failed])).split('\n');
  expect(head).toBe(
    '| Characters | Contender | Backend | Frame, ms | Frames a second | JavaScript, ms | Draws | Triangles | First frame, ms |',
  );
  expect(rule).toMatch(/^\| --: \| --- \| --- \| --: /);
  expect(good).toBe('| 1,000 | Ours 1.0.0 | webgpu | 12.3 ± 0.5 | 81 | 0.70 ± 0.50 | 36 | 1,234,567 | 812 |');
  expect(bad).toContain('failed: a\\|b');
  expect(bad.split(' | ')).toHaveLength(head.split(' | ').length);
});

test('where nobody has a number, the table still says why', () => {
  expect(
    toMarkdown(resultOf([failed]))
      .split('\n')
      .at(-1),
  ).toBe('| 1,000 | Other 2 | webgl | failed: a\\|b |');
});

test('a column is there for whoever has its number, and a dash for the others', () => {
  const bare = entry();
  const { measured } = bare;
  const timed = entry({ measured: { ...measured!, gpu: measure(3), heap: 2.5e6 } });
  const { titles, rows } = tableOf(resultOf([bare, timed]));
  const [gpu, heap] = ['GPU, ms', 'Heap, MB'].map((title) => titles.indexOf(title));
  expect(rows.map(({ cells }) => [cells[gpu], cells[heap]])).toEqual([
    ['–', '–'],
    ['3.00 ± 0.50', '2.5'],
  ]);
});

test('a chart places a tenfold value one decade away, and leaves out who has none', () => {
  const entries = [entry({}, 10), entry({ count: 10_000 }, 100), entry({ count: 100_000 }, 1000), failed];
  const svg = drawChart(entries, { title: 'a < b', value: ({ frame }) => frame.median }) ?? '';
  const centers = [...svg.matchAll(/cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => [Number(x), Number(y)]);
  expect(centers).toHaveLength(3);
  expect(centers[1][0] - centers[0][0]).toBeCloseTo(centers[2][0] - centers[1][0], 0);
  expect(centers[1][1] - centers[0][1]).toBeCloseTo(centers[2][1] - centers[1][1], 0);
  expect(svg).toContain('a &lt; b');
  expect(svg).not.toContain('Other');
  expect(drawChart([failed], CHARTS['frame'])).toBeUndefined();
});

test('two runs are compared where both measured, and only changes beyond the spread are marked', () => {
  const before = resultOf([entry({}, 10), entry({ count: 5 }, 10), failed]);
  const after = resultOf([entry({}, 10.9), entry({ count: 5 }, 20)]);
  const frames = compareResults(before, after).filter(({ quantity }) => quantity === 'frame');
  expect(frames.map(({ isBeyondSpread }) => isBeyondSpread)).toEqual([false, true]);
  expect(toLine(frames[1])).toBe('↑ ours webgpu 5 frame: 10.0 ± 0.5 → 20.0 ± 0.5 ms (× 2.00)');
});

test('the README keeps everything but what is between its marks', () => {
  const readme = 'a\n<!-- benchmark:start -->\nold\n<!-- benchmark:end -->\nb\n';
  const section = sectionOf('M', '1.0.0', [
    { result: resultOf([entry()]), charts: [{ title: 'C', file: 'x.svg' }] },
  ]);
  const written = replaceSections(readme, [section]);
  expect(written).toMatch(/^a\n<!-- benchmark:start -->\n\n### M\n\nthree-crowd 1\.0\.0\.\n/);
  expect(written).toContain('![C](x.svg)');
  expect(written).toContain('| 1,000 | Ours 1.0.0 |');
  expect(written).toMatch(/\n\n<!-- benchmark:end -->\nb\n$/);
  expect(written).not.toContain('old');
  expect(() => replaceSections('nothing', [])).toThrow(/benchmark:start/);
});

test('a machine keeps one entry a version, with one result a scene', () => {
  const street = { ...resultOf([]), plan: { ...DEFAULT_PLAN, view: 'street' as const } };
  const again = { ...resultOf([entry()]) };
  const old: Run[] = [{ version: '1', results: [resultOf([])] }];
  const kept = [resultOf([]), street, again].reduce((runs, result) => addResult(runs, '2', result), old);
  expect(kept).toEqual([{ version: '2', results: [street, again] }, ...old]);
});

test('a machine is named by processor, GPU and browser', () => {
  const name = machineName(resultOf([]), 'Intel(R) Xeon(R)  CPU @ 2.20GHz');
  expect(name).toBe('Intel Xeon CPU @ 2.20GHz, a GPU, Chromium 156');
  expect(slug(name)).toBe('intel-xeon-cpu-2.20ghz-a-gpu-chromium-156');
});

test.each([
  ['Google Chrome 156', { brands: ['Chromium', 'Not=A?Brand', 'Google Chrome'], userAgent: '' }],
  ['Chromium 156', { brands: ['Not)A;Brand', 'Chromium'], userAgent: '' }],
  ['Firefox 150', { userAgent: 'Mozilla/5.0 (X11; rv:150.0) Gecko/20100101 Firefox/150.0' }],
  ['Safari 26', { userAgent: 'Mozilla/5.0 (Macintosh) AppleWebKit/605 Version/26.0 Safari/605' }],
])('%s is told by name', (name, { userAgent, brands }: { userAgent: string; brands?: string[] }) => {
  const userAgentData = brands && { brands: brands.map((brand) => ({ brand, version: '156' })) };
  expect(browserName({ userAgent, ...(userAgentData ? { userAgentData } : {}) })).toBe(name);
});

test('a figure holds up to its bar and not beyond, and a missing run is an error', () => {
  const street = FIGURES.find(({ id }) => id === 'street')!;
  const runs = (frame: number) =>
    (['webgpu', 'webgpu-webgl2', 'webgl'] as const).flatMap((backend) => [
      entry({ contender: 'three-crowd', backend }, frame),
      entry({ contender: 'three-crowd-near', backend }, 100),
    ]);
  expect(street.find(runs(25)).map(({ holds }) => holds)).toEqual([true, true, true]);
  expect(street.find(runs(26)).map(({ holds }) => holds)).toEqual([false, false, false]);
  expect(() => street.find([])).toThrow(/not run/);
});

test('the heap may grow by less than a reference a frame', () => {
  const heap = FIGURES.find(({ id }) => id === 'heap')!;
  const grown = (bytes: number) => {
    const heaps = Array.from({ length: 21 }, (_, i) => 3e7 + i * 200 * bytes);
    return [entry({ measured: { ...entry().measured!, soak: { frames: 200, heaps } } })];
  };
  expect(heap.find(grown(3)).map(({ holds }) => holds)).toEqual([true]);
  expect(heap.find(grown(4)).map(({ holds }) => holds)).toEqual([false]);
  expect(
    heap.find([entry()]).map(({ holds }) => holds),
    'not told',
  ).toEqual([false]);
});
