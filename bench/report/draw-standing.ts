import type { Entry } from '../measure/result.js';
import { type MeasuredEntry, ratioToBaseline, standingAt } from './standing.js';
import { colorOf, FAINT, round, svgDocument, svgText } from './svg.js';
import { grouped, milliseconds, rate } from './table.js';

const WIDTH = 860;
const TOP = 56;
const ROW = 40;
const BAR = { left: 290, right: 560, height: 16 };

/** Returns bars of frame times at one count, fastest first; undefined without entries. */
export function drawStanding(entries: readonly Entry[], count: number): string | undefined {
  const standing = standingAt(entries, count);
  if (standing.length === 0) return undefined;
  const longest = Math.max(...standing.map(({ measured }) => measured.frame.median));
  const contenders = standing.map(({ contender }) => contender);
  const rows = standing.map((entry, row) => drawRow(entry, row, longest, contenders, entries));
  const title = `Milliseconds a frame, ${grouped(count)} characters, everybody on their fastest backend`;
  const legend = svgText(18, TOP + rows.length * ROW + 6, 'Dark: the JavaScript in it.', { fill: FAINT });
  return svgDocument(WIDTH, TOP + rows.length * ROW + 28, title, [...rows, legend].join('\n'));
}

function drawRow(
  entry: MeasuredEntry,
  row: number,
  longest: number,
  contenders: readonly string[],
  all: readonly Entry[],
): string {
  const { title, backend, measured, contender } = entry;
  const { frame, script } = measured;
  const middle = TOP + row * ROW + ROW / 2 - 4;
  const lengthOf = (value: number): number => Math.max(1, (value / longest) * (BAR.right - BAR.left));
  const bar = (value: number, color: string, opacity: number): string =>
    `<rect x="${BAR.left}" y="${round(middle - BAR.height / 2)}" width="${round(lengthOf(value))}" height="${BAR.height}" rx="2" fill="${color}" fill-opacity="${opacity}"/>`;
  const color = colorOf(contender, contenders);
  const ratio = ratioToBaseline(entry, all);
  const numbers = `${milliseconds(frame)} ms · ${rate(frame.median)} fps`;
  return [
    svgText(18, middle - 8, title, { weight: 600 }),
    svgText(18, middle + 8, backend, { fill: FAINT }),
    bar(frame.median, color, 0.55),
    bar(script.median, color, 1),
    svgText(BAR.left + lengthOf(frame.median) + 8, middle, numbers),
    ratio === undefined
      ? ''
      : svgText(WIDTH - 18, middle, `× ${ratio.toFixed(2)} of clones`, { anchor: 'end', fill: FAINT }),
  ].join('');
}
