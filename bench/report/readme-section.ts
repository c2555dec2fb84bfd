import type { Machine } from '../headless/save-result.js';
import { describeRun, toMarkdown } from './table.js';

const START = '<!-- benchmark:start -->';
const END = '<!-- benchmark:end -->';

/** The part of the README that a machine's newest run fills. */
export function sectionOf({ name, runs }: Machine, charts: readonly string[]): string {
  const [{ result }] = runs;
  const images = charts.map((file) => `![${name}](${file})`).join('\n');
  return `### ${name}\n\n${describeRun(result)}\n\n${toMarkdown(result)}\n\n${images}`;
}

/** The README with new sections between its marks. Throws where it has none. */
export function replaceSections(readme: string, sections: readonly string[]): string {
  const [start, end] = [readme.indexOf(START), readme.indexOf(END)];
  if (start === -1 || end < start) {
    throw new Error(
      `The README needs the lines ${START} and ${END}, for the benchmark to be written between them.`,
    );
  }
  return `${readme.slice(0, start + START.length)}\n\n${sections.join('\n\n')}\n\n${readme.slice(end)}`;
}
