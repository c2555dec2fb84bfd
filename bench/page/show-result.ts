import type { BackendName } from 'three-crowd';
import type { Entry, Result } from '../measure/result.js';
import { CHARTS } from '../report/charts.js';
import { drawChart } from '../report/draw-chart.js';
import { drawStanding } from '../report/draw-standing.js';
import { onBackend } from '../report/standing.js';
import { describeRun, grouped } from '../report/table.js';
import { element } from './element.js';
import { showTable } from './show-table.js';

/** Shows a complete or interrupted run. */
export function showResult(result: Result): void {
  const { entries } = result;
  element('results').hidden = entries.length === 0;
  element('about').textContent = describeRun(result);
  const counts = [...new Set(entries.map(({ count }) => count))].sort((a, b) => a - b);
  // Our own SVG with escaped text.
  element('standings').innerHTML = counts.map((count) => drawStanding(entries, count) ?? '').join('');
  showTable(element<HTMLTableElement>('table'), result);
  showCharts(entries, counts.length > 1);
  showPictures(entries, counts);
}

function showCharts(entries: readonly Entry[], isWanted: boolean): void {
  element('curves').hidden = !isWanted;
  const { value } = element<HTMLSelectElement>('backend');
  const shown = onBackend(entries, value as BackendName | 'fastest');
  const charts = Object.values(CHARTS).map((options) => drawChart(shown, options) ?? '');
  element('charts').innerHTML = isWanted ? charts.join('') : '';
}

/** One group for each count. The first is open. */
function showPictures(entries: readonly Entry[], counts: readonly number[]): void {
  const groups = counts.map((count, i) => {
    const group = document.createElement('details');
    group.open = i === 0;
    const summary = document.createElement('summary');
    summary.textContent = `${grouped(count)} characters`;
    const figures = document.createElement('div');
    figures.className = 'pictures';
    figures.append(...entries.filter((entry) => entry.count === count).flatMap(figureOf));
    group.append(summary, figures);
    return group;
  });
  element('pictures').replaceChildren(...groups);
}

function figureOf({ title, backend, measured }: Entry): HTMLElement[] {
  if (!measured?.picture) return [];
  const figure = document.createElement('figure');
  const caption = document.createElement('figcaption');
  const image = Object.assign(new Image(), { src: measured.picture, alt: `${title} on ${backend}` });
  caption.append(title, document.createElement('br'), backend);
  figure.append(image, caption);
  return [figure];
}
