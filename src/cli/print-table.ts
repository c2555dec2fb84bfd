import { escapeControls, toTerminalJson } from './escape-controls.js';
import type { Terminal } from './terminal.js';

/** Rows as columns of text, or, where a program reads them, as JSON. */
export function printTable<Row extends Readonly<Record<string, unknown>>>(
  rows: readonly Row[],
  asJson: boolean,
  { print }: Terminal,
): void {
  if (asJson) {
    print(toTerminalJson(rows));
    return;
  }
  const texts = rows.map((row) => Object.values(row).map((value) => escapeControls(String(value ?? ''))));
  const widths = texts.reduce<number[]>(
    (widest, row) => row.map((text, i) => Math.max(widest[i] ?? 0, text.length)),
    [],
  );
  for (const row of texts)
    print(
      row
        .map((text, i) => text.padEnd(widths[i]))
        .join('  ')
        .trimEnd(),
    );
}
