import { test } from 'vitest';

/**
 * Tags for one field of a table of cases and ways to draw. Every run has each case on one of the ways, in turn, and so
 * each way with some of the cases; the whole table is run each night.
 *
 * @param row number of the case
 * @param column number of the way to draw, out of `columns`
 */
export function tagsInTable(row: number, column: number, columns: number): string[] {
  return row % columns === column ? [] : ['nightly'];
}

/** Arguments of a test: the fields of a tuple, or the case itself. */
type Fields<Case> = Case extends readonly unknown[] ? [...Case] : [Case];

/**
 * A test for each case, as `test.each` declares them. Every run has some of them, each night all.
 *
 * @param daily numbers of the cases that every run has
 */
export function testInTurn<Case>(cases: readonly Case[], daily: readonly number[]) {
  return (name: string, run: (...fields: Fields<Case>) => void | Promise<void>): void => {
    for (const [number, each] of cases.entries()) {
      const tags = daily.includes(number) ? [] : ['nightly'];
      test.each([each])(name, { tags }, run as (...fields: unknown[]) => void | Promise<void>);
    }
  };
}
