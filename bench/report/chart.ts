import type { BackendName } from 'three-crowd';
import type { Entry, Measured } from '../measure/result.js';
import { grouped } from './table.js';

export interface ChartOptions {
  readonly title: string;
  /** What is drawn of an entry; undefined leaves it out. */
  readonly value: (measured: Measured) => number | undefined;
  /** How far it was off, up and down. */
  readonly spread?: (measured: Measured) => number | undefined;
  /** Reads the same scale the other way round, on the right. */
  readonly right?: { readonly title: string; readonly from: (value: number) => number };
}

/** The charts of a run, in the order they are shown. */
export const CHARTS: Record<string, ChartOptions> = {
  frame: {
    title: 'Milliseconds a frame',
    value: ({ frame }) => frame.median,
    spread: ({ frame }) => frame.spread,
    right: { title: 'frames a second', from: (milliseconds) => 1000 / milliseconds },
  },
  script: {
    title: 'Milliseconds of JavaScript a frame',
    value: ({ script }) => script.median,
    spread: ({ script }) => script.spread,
  },
  gpu: {
    title: 'Milliseconds by the GPU’s own clock',
    value: ({ gpu }) => gpu?.median,
    spread: ({ gpu }) => gpu?.spread,
  },
  draws: { title: 'Draw commands a frame', value: ({ draws }) => draws },
  triangles: { title: 'Triangles a frame', value: ({ triangles }) => triangles },
  heap: {
    title: 'Megabytes of JavaScript objects',
    value: ({ heap }) => (heap === undefined ? undefined : heap / 1e6),
  },
  load: { title: 'Milliseconds to the first frame', value: ({ load }) => load },
};

const WIDTH = 640;
const PLOT = { left: 56, right: 584, top: 40, bottom: 300 };
const LEGEND_LINE = 18;
const INK = '#2b2622';
const PAPER = '#faf6ec';
/** Told apart by the colour-blind as well (Okabe and Ito), darkened for paper. */
const COLORS = ['#a8322a', '#0b6aa8', '#c98a00', '#008563', '#a6548a', '#4d4d4d', '#3f9bd0', '#b35a00'];
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

/** An SVG document, or undefined where no entry has the value. Both axes are logarithmic. */
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
  const height = PLOT.bottom + 50 + lines.length * LEGEND_LINE;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapeText(options.title)}" font-family="Georgia, serif" font-size="12" fill="${INK}">
<rect width="${WIDTH}" height="${height}" fill="${PAPER}"/>
<text x="16" y="24" font-size="15" font-weight="600">${escapeText(options.title)}</text>
${axes(x, y, [...new Set(points.map((point) => point.x))], options)}
${lines.map((line) => drawLine(line, x, y)).join('\n')}
${lines.map(drawLegend).join('\n')}
</svg>
`;
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
    const color = COLORS[contenders.indexOf(own[0].contender) % COLORS.length];
    return points.length > 0 ? [{ name, color, dash: DASHES[own[0].backend], points }] : [];
  });
}

type Scale = { readonly place: (value: number) => number; readonly low: number; readonly high: number };

/** @param margin factor that the ends are apart from the values */
function logScale(values: readonly number[], from: number, to: number, margin: number): Scale {
  const low = Math.min(...values) / margin;
  const high = Math.max(...values) * margin;
  const span = Math.log(high / low);
  return { low, high, place: (value) => from + (Math.log(value / low) / span) * (to - from) };
}

function axes(x: Scale, y: Scale, counts: readonly number[], { right }: ChartOptions): string {
  const rows = ticks(y.low, y.high).map((value) => {
    const at = y.place(value).toFixed(1);
    const other = right ? text(PLOT.right + 6, at, 'start', number(right.from(value))) : '';
    return `<path d="M${PLOT.left} ${at}H${PLOT.right}" stroke="#d8cfbb"/>${text(PLOT.left - 6, at, 'end', number(value))}${other}`;
  });
  const columns = counts.map((count) => text(x.place(count), PLOT.bottom + 16, 'middle', grouped(count)));
  const titles = [
    text((PLOT.left + PLOT.right) / 2, PLOT.bottom + 34, 'middle', 'characters'),
    right ? text(WIDTH - 16, 24, 'end', right.title) : '',
  ];
  return [...rows, ...columns, ...titles].join('\n');
}

/** 1, 2 and 5 times powers of ten, thinned to powers of ten where these are many. */
function ticks(low: number, high: number): number[] {
  const steps = Math.log10(high / low) > 3 ? [1] : [1, 2, 5];
  const found: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power++) {
    for (const step of steps) {
      const value = step * 10 ** power;
      if (value >= low && value <= high) found.push(value);
    }
  }
  return found;
}

function drawLine({ points, color, dash }: Line, x: Scale, y: Scale): string {
  const path = points
    .map((point) => `${x.place(point.x).toFixed(1)} ${y.place(point.y).toFixed(1)}`)
    .join('L');
  const marks = points.map((point) => {
    const [cx, cy] = [x.place(point.x).toFixed(1), y.place(point.y).toFixed(1)];
    const low = Math.max(point.y - point.spread, y.low);
    const bar = `<path d="M${cx} ${y.place(low).toFixed(1)}V${y.place(point.y + point.spread).toFixed(1)}" stroke="${color}" stroke-opacity="0.5"/>`;
    return `${bar}<circle cx="${cx}" cy="${cy}" r="3" fill="${color}"/>`;
  });
  return `<path d="M${path}" fill="none" stroke="${color}" stroke-width="1.8" stroke-dasharray="${dash}"/>${marks.join('')}`;
}

function drawLegend({ name, color, dash }: Line, row: number): string {
  const at = PLOT.bottom + 58 + row * LEGEND_LINE;
  return `<path d="M16 ${at - 4}h28" stroke="${color}" stroke-width="2" stroke-dasharray="${dash}"/>${text(52, at, 'start', name, '0')}`;
}

function text(
  x: number | string,
  y: number | string,
  anchor: string,
  content: string,
  shift = '0.32em',
): string {
  return `<text x="${x}" y="${y}" dy="${shift}" text-anchor="${anchor}">${escapeText(content)}</text>`;
}

function number(value: number): string {
  return value >= 10 ? grouped(value) : String(Number(value.toPrecision(2)));
}

function escapeText(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
