import type { BackendName } from 'three-crowd';
import type { Machine } from '../../../bench/headless/save-result.js';
import type { Entry, Result } from '../../../bench/measure/result.js';
import { DEFAULT_PLAN } from '../../../bench/page/plan.js';

const COUNTS = [150, 500, 1000, 5000, 20_000];

/** Id, title, backend, milliseconds a character, and of JavaScript, and the count at which it gives up. */
const CONTENDERS: readonly (readonly [string, string, BackendName, number, number, number])[] = [
  ['three-crowd', 'three-crowd', 'webgpu', 0.0012, 0.00002, 1e9],
  ['three-crowd-near', 'three-crowd, tiers off', 'webgpu', 0.0035, 0.00002, 1e9],
  ['clones', 'three.js, cloned skeletons', 'webgl', 0.05, 0.03, 20_000],
  ['instanced-mesh-2', '@three.ez/instanced-mesh, skinned', 'webgl', 0.02, 0.012, 1e9],
  ['babylon', 'Babylon.js, baked vertex animation', 'webgpu', 0.004, 0.0001, 1e9],
];

function entriesOf(): Entry[] {
  return COUNTS.flatMap((count) =>
    CONTENDERS.map(([contender, title, backend, frame, script, end]): Entry => {
      const head = { contender, title, version: '1.0.0', backend, count };
      if (count >= end) return { ...head, error: 'Array buffer allocation failed' };
      const measure = (each: number, fixed: number) => {
        const median = fixed + each * count;
        return { median, spread: median * 0.06, samples: 100 };
      };
      const measured = {
        frame: measure(frame, 0.9),
        script: measure(script, 0.4),
        gpu: measure(frame - script, 0.4),
        draws: contender === 'clones' ? count * 6 + 1 : 36,
        load: 300 + count / 10,
      };
      return { ...head, measured };
    }),
  );
}

/** A complete run with these entries. */
export function resultOf(entries: readonly Entry[]): Result {
  return {
    format: 1,
    date: '2026-11-21T10:00:00.000Z',
    browser: 'Chromium 156',
    adapters: { webgpu: 'a GPU' },
    processors: 8,
    plan: DEFAULT_PLAN,
    entries,
    isComplete: true,
  };
}

/** A made-up machine with two versions. */
export const SAMPLE_MACHINE: Machine = {
  name: 'A processor, a GPU, Chromium 156',
  runs: [
    { version: '2.0.0', results: [resultOf(entriesOf())] },
    { version: '1.0.0', results: [resultOf([])] },
  ],
};
