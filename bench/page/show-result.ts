import type { Result } from '../measure/result.js';
import { CHARTS, drawChart } from '../report/chart.js';
import { COLUMNS, describeRun, rowOf } from '../report/table.js';
import { element } from './element.js';

/** Shows a run, or as much of it as there is. */
export function showResult(result: Result): void {
  element('results').hidden = result.entries.length === 0;
  element('about').textContent = describeRun(result);
  showTable(result);
  showCharts(result);
  showPictures(result);
}

function showTable({ entries }: Result): void {
  const table = element<HTMLTableElement>('table');
  table.replaceChildren();
  const head = table.createTHead().insertRow();
  for (const title of COLUMNS)
    head.append(Object.assign(document.createElement('th'), { textContent: title }));
  const body = table.createTBody();
  for (const entry of entries) {
    const row = body.insertRow();
    const cells = rowOf(entry);
    for (const text of cells) row.insertCell().textContent = text;
    // What failed says why, across the columns of its numbers.
    if (cells.length < COLUMNS.length)
      row.cells[row.cells.length - 1].colSpan = COLUMNS.length - cells.length + 1;
  }
}

function showCharts({ entries }: Result): void {
  const charts = Object.values(CHARTS).map((options) => drawChart(entries, options) ?? '');
  // Our own SVG, with every text escaped.
  element('charts').innerHTML = charts.join('');
}

function showPictures({ entries }: Result): void {
  const figures = entries.flatMap(({ title, backend, count, measured }) => {
    if (!measured?.picture) return [];
    const figure = document.createElement('figure');
    const caption = `${title} · ${backend} · ${count.toLocaleString('en')}`;
    figure.append(
      Object.assign(new Image(), { src: measured.picture, alt: caption }),
      Object.assign(document.createElement('figcaption'), { textContent: caption }),
    );
    return [figure];
  });
  element('pictures').replaceChildren(...figures);
}
