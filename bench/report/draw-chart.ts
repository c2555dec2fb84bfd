import type { BackendName } from 'three-crowd';
import type { Entry, Measured } from '../measure/result.js';
import { logScale, type Scale, ticks } from './scale.js';
import { colorOf, FAINT, GRID, round, svgDocument, svgText } from './svg.js';
import { grouped } from './table.js';

export interface ChartOptions {
  readonly title: string;
  /** Value of an entry to draw; undefined omits it. */
  readonly value: (measured: Measured) => number | undefined;
  /** Spread of the value, below and above. */
  readonly spread?: (measured: Measured) => number | undefined;
  /** Second axis on the right, with the same scale in another unit. */
  readonly right?: { readonly title: string; readonly from: (value: number) => number };
  /** Reference line, drawn if it is within the scale. */
  readonly mark?: { readonly title: string; readonly at: number };
}

const WIDTH = 640;
const PLOT = { left: 62, right: 578, top: 62, bottom: 320 };
const LEGEND = { top: PLOT.bottom + 62, row: 20, columns: 2 };
const DASHES: Record<BackendName, string> = { webgpu: '', 'webgpu-webgl2': '2 3', webgl: '7 3' };

interface Point {
  readonly x: number;
  readonly y: number;
  readonly spread: number;
}

interface Line {
  readonly name: string;
  readonly color: string;
  readonly dash: string;
  readonly points: readonly Point[];
}

/** Returns an SVG document with logarithmic axes; undefined if no entry has the value. */
export function drawChart(entries: readonly Entry[], options: ChartOptions): string | undefined {
  const lines = linesOf(entries, options);
  const points = lines.flatMap((line) => line.points);
  if (points.length === 0) return undefined;
  const x = logScale(
    points.map((point) => point.x),
    PLOT.left + 20,
    PLOT.right - 20,
    1.15,
  );
  const y = logScale(
    points.flatMap(({ y, spread }) => [y - spread > 0 ? y - spread : y, y + spread]),
    PLOT.bottom,
    PLOT.top,
    1.4,
  );
  const body = [axes(x, y, [...new Set(points.map((point) => point.x))], options)];
  body.push(...lines.map((line) => drawLine(line, x, y)), ...lines.map(drawLegend));
  const height = LEGEND.top + Math.ceil(lines.length / LEGEND.columns) * LEGEND.row;
  return svgDocument(WIDTH, height, options.title, body.join('\n'));
}

function linesOf(entries: readonly Entry[], { value, spread }: ChartOptions): Line[] {
  const contenders = [...new Set(entries.map(({ contender }) => contender))];
  const byName = new Map<string, Entry[]>();
  for (const entry of entries) {
    const name = `${entry.title} · ${entry.backend}`;
    byName.set(name, [...(byName.get(name) ?? []), entry]);
  }
  return [...byName].flatMap(([name, own]) => {
    const points = own.flatMap(({ count, measured }) => {
      const y = measured && value(measured);
      return measured && y !== undefined && y > 0 ? [{ x: count, y, spread: spread?.(measured) ?? 0 }] : [];
    });
    const color = colorOf(own[0].contender, contenders);
    return points.length > 0 ? [{ name, color, dash: DASHES[own[0].backend], points }] : [];
  });
}

function axes(x: Scale, y: Scale, counts: readonly number[], { right, mark }: ChartOptions): string {
  const faint = { fill: FAINT } as const;
  const rows = ticks(y.low, y.high).map((value) => {
    const at = y.place(value);
    const other = right ? svgText(PLOT.right + 8, at, number(right.from(value)), faint) : '';
    return `${horizontal(at, GRID)}${svgText(PLOT.left - 8, at, number(value), { ...faint, anchor: 'end' })}${other}`;
  });
  const columns = counts.map((count) =>
    svgText(x.place(count), PLOT.bottom + 16, grouped(count), { ...faint, anchor: 'middle' }),
  );
  const middle = (PLOT.left + PLOT.right) / 2;
  const titles = [
    svgText(middle, PLOT.bottom + 36, 'characters', { ...faint, anchor: 'middle' }),
    right ? svgText(WIDTH - 18, PLOT.top - 18, right.title, { ...faint, anchor: 'end' }) : '',
  ];
  return [...rows, drawMark(y, mark), ...columns, ...titles].join('\n');
}

function drawMark(y: Scale, mark: ChartOptions['mark']): string {
  if (!mark || mark.at < y.low || mark.at > y.high) return '';
  const at = y.place(mark.at);
  return `${horizontal(at, FAINT, '1 4')}${svgText(PLOT.left + 6, at, mark.title, { fill: FAINT, hasHalo: true })}`;
}

function horizontal(y: number, color: string, dashes = ''): string {
  const pattern = dashes ? ` stroke-dasharray="${dashes}"` : '';
  return `<path d="M${PLOT.left} ${round(y)}H${PLOT.right}" stroke="${color}"${pattern}/>`;
}

function drawLine({ points, color, dash }: Line, x: Scale, y: Scale): string {
  const path = points.map((point) => `${round(x.place(point.x))} ${round(y.place(point.y))}`).join('L');
  const marks = points.map((point) => {
    const [cx, cy] = [round(x.place(point.x)), round(y.place(point.y))];
    const low = Math.max(point.y - point.spread, y.low);
    const bar = `<path d="M${cx} ${round(y.place(low))}V${round(y.place(point.y + point.spread))}" stroke="${color}" stroke-opacity="0.45" stroke-width="3"/>`;
    return `${bar}<circle cx="${cx}" cy="${cy}" r="3.2" fill="${color}"/>`;
  });
  return `<path d="M${path}" fill="none" stroke="${color}" stroke-width="2" stroke-linejoin="round"${dashOf(dash)}/>${marks.join('')}`;
}

function drawLegend({ name, color, dash }: Line, index: number): string {
  const left = 18 + (index % LEGEND.columns) * ((WIDTH - 18) / LEGEND.columns);
  const at = LEGEND.top + Math.floor(index / LEGEND.columns) * LEGEND.row;
  return `<path d="M${left} ${at}h26" stroke="${color}" stroke-width="2.5"${dashOf(dash)}/>${svgText(left + 34, at, name)}`;
}

function dashOf(dash: string): string {
  return dash ? ` stroke-dasharray="${dash}"` : '';
}

function number(value: number): string {
  return value >= 10 ? grouped(value) : String(Number(value.toPrecision(2)));
}
