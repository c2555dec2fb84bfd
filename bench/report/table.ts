import type { Entry, Result } from '../measure/result.js';
import type { Measure } from '../measure/statistics.js';

export const COLUMNS = [
  'Characters',
  'Contender',
  'Backend',
  'Frame, ms',
  'JavaScript, ms',
  'GPU, ms',
  'Draws',
  'Triangles',
  'First frame, ms',
  'Heap, MB',
] as const;

const NONE = '–';

/** One row of text an entry, in the order of {@link COLUMNS}; a failed one says why in place of its numbers. */
export function rowOf({ count, title, version, backend, measured, error }: Entry): string[] {
  const head = [grouped(count), `${title} ${version}`, backend];
  if (!measured) return [...head, `failed: ${error ?? 'unknown'}`];
  const { frame, script, gpu, draws, triangles, load, heap } = measured;
  return [
    ...head,
    milliseconds(frame),
    milliseconds(script),
    gpu ? milliseconds(gpu) : NONE,
    grouped(draws),
    triangles === undefined ? NONE : grouped(triangles),
    grouped(load),
    heap === undefined ? NONE : (heap / 1e6).toFixed(1),
  ];
}

/** A table that GitHub and most editors show. */
export function toMarkdown(result: Result): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const rows = result.entries.map((entry) => {
    const cells = rowOf(entry);
    return line([...cells, ...COLUMNS.slice(cells.length).map(() => '')]);
  });
  return [line(COLUMNS), line(COLUMNS.map((_, i) => (i < 3 ? '---' : '--:'))), ...rows].join('\n');
}

/** Where, when and how it was measured, for the line above a table. */
export function describeRun({ browser, adapters, processors, date, plan, isComplete }: Result): string {
  const gpus = [...new Set(Object.values(adapters))].join('; ') || 'no GPU yet';
  const shadows = plan.shadows ? 'with shadows' : 'without shadows';
  const state = isComplete ? '' : ' Interrupted: these are the entries it came to.';
  return `${browser}, ${gpus}, ${processors} logical processors, ${date.slice(0, 10)}. View “${plan.view}”, ${plan.width} × ${plan.height} pixels, ${shadows}.${state}`;
}

/** Three digits, and the spread with as many decimals as the median has. */
export function milliseconds({ median, spread }: Measure): string {
  const decimals = median >= 100 ? 0 : median >= 10 ? 1 : 2;
  return `${median.toFixed(decimals)} ± ${spread.toFixed(decimals)}`;
}

/** 12,345. */
export function grouped(value: number): string {
  return Math.round(value).toLocaleString('en');
}
