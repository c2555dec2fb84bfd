import type { Entry, Measured, Result } from '../measure/result.js';
import type { Measure } from '../measure/statistics.js';
import { ratioToBaseline } from './standing.js';

export interface Table {
  /** Titles of the columns after the name. */
  readonly titles: readonly string[];
  readonly rows: readonly Row[];
}

export interface Row {
  readonly entry: Entry;
  /** Contender with its version, and backend. */
  readonly name: readonly [string, string];
  /** Values, one for each title; empty for a failed entry. */
  readonly cells: readonly string[];
  /** Why there are no numbers. */
  readonly failure?: string;
}

type Cell = (measured: Measured, entry: Entry, all: readonly Entry[]) => string | undefined;

const NONE = '–';

const COLUMNS: readonly (readonly [title: string, cell: Cell])[] = [
  ['Frame, ms', ({ frame }) => milliseconds(frame)],
  ['Frames a second', ({ frame }) => rate(frame.median)],
  [
    'Of clones',
    (_, entry, all) => {
      const ratio = ratioToBaseline(entry, all);
      return ratio === undefined ? undefined : `× ${ratio.toFixed(2)}`;
    },
  ],
  ['JavaScript, ms', ({ script }) => milliseconds(script)],
  ['GPU, ms', ({ gpu }) => gpu && milliseconds(gpu)],
  ['Draws', ({ draws }) => grouped(draws)],
  ['Triangles', ({ triangles }) => whenKnown(triangles, grouped)],
  ['First frame, ms', ({ load }) => grouped(load)],
  ['Heap, MB', ({ heap }) => whenKnown(heap, (bytes) => (bytes / 1e6).toFixed(1))],
  ['Passes, ms', ({ passes }) => passes && passesOf(passes)],
];

/** Rows of a run. Columns without any number are omitted, except for the frame's. */
export function tableOf({ entries }: Pick<Result, 'entries'>): Table {
  const columns = COLUMNS.filter(
    ([, cell], i) =>
      i === 0 ||
      entries.some((entry) => entry.measured && cell(entry.measured, entry, entries) !== undefined),
  );
  const rows = entries.map((entry): Row => {
    const { title, version, backend, measured, error = 'unknown' } = entry;
    const name = [`${title} ${version}`, backend] as const;
    if (!measured) return { entry, name, cells: [], failure: `failed: ${error}` };
    return { entry, name, cells: columns.map(([, cell]) => cell(measured, entry, entries) ?? NONE) };
  });
  return { titles: columns.map(([title]) => title), rows };
}

/** A table that GitHub and most editors show. */
export function toMarkdown(result: Pick<Result, 'entries'>): string {
  const { titles, rows } = tableOf(result);
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const lines = rows.map(({ entry, name, cells, failure }) =>
    line([grouped(entry.count), ...name, ...(failure ? titles.map((_, i) => (i ? '' : failure)) : cells)]),
  );
  return [
    line(['Characters', 'Contender', 'Backend', ...titles]),
    line(['--:', '---', '---', ...titles.map(() => '--:')]),
    ...lines,
  ].join('\n');
}

/** Machine, date and settings of a run, for the line above a table. */
export function describeRun({ browser, adapters, processors, date, plan, isComplete }: Result): string {
  const gpus = [...new Set(Object.values(adapters))].join('; ') || 'no GPU yet';
  const shadows = plan.shadows ? 'with shadows' : 'without shadows';
  const state = isComplete ? '' : ' Not run to the end: these are the entries it came to.';
  return `${browser}, ${gpus}, ${processors} logical processors, ${date.slice(0, 10)}. View “${plan.view}”, ${plan.width} × ${plan.height} pixels, ${shadows}.${state}`;
}

/** Three digits, and the spread with as many decimals as the median has. */
export function milliseconds({ median, spread }: Measure): string {
  const decimals = median >= 100 ? 0 : median >= 10 ? 1 : 2;
  return `${median.toFixed(decimals)} ± ${spread.toFixed(decimals)}`;
}

/** Frames a second at so many milliseconds each. */
export function rate(milliseconds: number): string {
  const frames = 1000 / milliseconds;
  return frames >= 10 ? grouped(frames) : frames.toFixed(1);
}

/** 12,345. */
export function grouped(value: number): string {
  return Math.round(value).toLocaleString('en');
}

function whenKnown(value: number | undefined, format: (value: number) => string): string | undefined {
  return value === undefined ? undefined : format(value);
}

function passesOf(passes: NonNullable<Measured['passes']>): string | undefined {
  const all = Object.entries(passes);
  // A single pass has the time of the whole frame, which has its own column.
  if (all.length < 2) return undefined;
  return all.map(([name, { median }]) => `${name} ${median.toFixed(2)}`).join(', ');
}
