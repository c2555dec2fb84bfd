import type { Result } from '../measure/result.js';
import { standingAt } from '../report/standing.js';
import { grouped, type Row, tableOf } from '../report/table.js';

/** One group of rows for each count, with the fastest frame highlighted. */
export function showTable(table: HTMLTableElement, result: Result): void {
  const { titles, rows } = tableOf(result);
  table.replaceChildren();
  const head = table.createTHead().insertRow();
  for (const title of ['Contender', 'Backend', ...titles]) head.append(cell('th', title));
  for (const count of new Set(rows.map(({ entry }) => entry.count))) {
    const [fastest] = standingAt(result.entries, count);
    const body = table.createTBody();
    const heading = cell('th', `${grouped(count)} characters`);
    heading.colSpan = titles.length + 2;
    heading.scope = 'rowgroup';
    body.insertRow().append(heading);
    for (const row of rows.filter(({ entry }) => entry.count === count)) {
      addRow(body, row, titles.length).classList.toggle('fastest', row.entry === fastest);
    }
  }
}

function addRow(body: HTMLTableSectionElement, { name, cells, failure }: Row, columns: number) {
  const row = body.insertRow();
  for (const text of [...name, ...cells]) row.append(cell('td', text));
  if (failure !== undefined) {
    const reason = cell('td', failure);
    reason.colSpan = columns;
    reason.className = 'failure';
    row.append(reason);
  }
  return row;
}

function cell(tag: 'th' | 'td', textContent: string): HTMLTableCellElement {
  return Object.assign(document.createElement(tag), { textContent });
}
