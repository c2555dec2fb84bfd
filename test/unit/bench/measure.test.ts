import { expect, test } from 'vitest';
import {
  startResult,
  withAdapter,
  withEntries,
  withoutPictures,
} from '../../../bench/measure/fill-result.js';
import { namePasses } from '../../../bench/measure/pass-clock.js';
import type { Entry } from '../../../bench/measure/result.js';
import { DEFAULT_PLAN } from '../../../bench/page/plan.js';

const failed = (count: number, error: string): Entry => ({
  contender: 'c',
  title: 'C',
  version: '1',
  backend: 'webgl',
  count,
  error,
});

test('render passes are named from the end: what comes before the last ones draws shadows', () => {
  const last = ['people', 'output'];
  expect(namePasses(['compute', 'render', 'render', 'render', 'render'], last)).toEqual([
    'compute',
    'shadows',
    'shadows',
    'people',
    'output',
  ]);
  expect(namePasses(['render', 'compute', 'render'], last)).toEqual(['people', 'compute', 'output']);
  expect(namePasses(['render', 'render'], ['people'])).toEqual(['shadows', 'people']);
  expect(namePasses([], last)).toEqual([]);
});

test('what is said of a count again takes the place of what was said before', () => {
  const start = startResult(DEFAULT_PLAN, 'B', 2);
  const first = withEntries(withEntries(start, 5, [failed(5, 'x')]), 9, [failed(9, 'y')]);
  const again = withEntries(first, 9, [failed(9, 'z')]);
  expect(again.entries.map(({ error }) => error)).toEqual(['x', 'z']);
  expect(withAdapter(again, 'webgl', 'a GPU').adapters).toEqual({ webgl: 'a GPU' });
  expect(start.entries).toEqual([]);
});

test('pictures are left out, and nothing else', () => {
  const measure = { median: 1, spread: 0, samples: 1 };
  const measured = { frame: measure, script: measure, draws: 1, load: 1 };
  const { error: _, ...head } = failed(1, '');
  const start = startResult(DEFAULT_PLAN, 'B', 2);
  const drawn = withEntries(start, 1, [
    { ...head, measured: { ...measured, picture: 'data:,' } },
    failed(1, 'x'),
  ]);
  expect(withoutPictures(drawn).entries).toEqual([{ ...head, measured }, failed(1, 'x')]);
});
