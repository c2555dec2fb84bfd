import type { Result } from '../measure/result.js';
import { standingAt } from './standing.js';
import { describeRun, toMarkdown } from './table.js';

const START = '<!-- benchmark:start -->';
const END = '<!-- benchmark:end -->';

/** A result, and its charts, relative to the report. */
export interface Illustrated {
  readonly result: Result;
  readonly charts: readonly { readonly title: string; readonly file: string }[];
}

/** The section of the report for a machine's newest version. */
export function sectionOf(name: string, version: string, results: readonly Illustrated[]): string {
  const parts = results.map(({ result, charts }) => {
    const images = charts.map(({ title, file }) => `![${title}](${file})`).join('\n\n');
    const table = `<details><summary>Every number</summary>\n\n${toMarkdown(result)}\n\n</details>`;
    return `${describeRun(result)}\n\n${images}\n\n${table}`;
  });
  return [`### ${name}`, `three-crowd ${version}.`, ...parts].join('\n\n');
}

/** Returns the highest count at which most contenders have numbers. */
export function mostComparedCount({ entries }: Result): number | undefined {
  const counts = [...new Set(entries.map(({ count }) => count))];
  const contenders = (count: number): number => standingAt(entries, count).length;
  return counts.toSorted((a, b) => contenders(b) - contenders(a) || b - a)[0];
}

/** Replaces the sections between the marks of the README. Throws if the marks are missing. */
export function replaceSections(readme: string, sections: readonly string[]): string {
  const [start, end] = [readme.indexOf(START), readme.indexOf(END)];
  if (start === -1 || end < start) {
    throw new Error(
      `The README needs the lines ${START} and ${END}, for the benchmark to be written between them.`,
    );
  }
  return `${readme.slice(0, start + START.length)}\n\n${sections.join('\n\n')}\n\n${readme.slice(end)}`;
}
