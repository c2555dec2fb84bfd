import type { Terminal } from './terminal.js';
import { escapeControls, toTerminalJson } from './terminal.js';

export interface TableOptions {
  /** Print JSON, for programs. */
  readonly json?: boolean | undefined;
  /** Name the columns. @default only on a screen */
  readonly header?: boolean | undefined;
}

/** Rows as columns of text, or as JSON. */
export function printTable<Row extends Readonly<Record<string, unknown>>>(
  rows: readonly Row[],
  { json = false, header }: TableOptions,
  { print, printColors, isScreen }: Terminal,
): void {
  if (json) {
    print(toTerminalJson(rows));
    return;
  }
  if (rows.length === 0) return;
  const names = Object.keys(rows[0]);
  const texts = rows.map((row) => names.map((name) => escapeControls(String(row[name] ?? ''))));
  const isNamed = header ?? isScreen;
  const widths = names.map((name, i) =>
    Math.max(isNamed ? name.length : 0, ...texts.map((row) => row[i].length)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((text, i) => text.padEnd(widths[i]))
      .join('  ')
      .trimEnd();
  if (isNamed) print(printColors.dim(line(names)));
  for (const row of texts) print(line(row));
}
