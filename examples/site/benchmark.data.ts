import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createMarkdownRenderer, type SiteConfig } from 'vitepress';

declare const data: string;

export { data };

const ROOT = resolve(import.meta.dirname, '../..');

/** The tables and charts that `npm run bench:report` writes, as HTML. */
export default {
  watch: [join(ROOT, 'bench/results/README.md')],
  async load(): Promise<string> {
    const { site, srcDir } = (globalThis as { VITEPRESS_CONFIG?: SiteConfig }).VITEPRESS_CONFIG ?? {};
    const text = readFileSync(join(ROOT, 'bench/results/README.md'), 'utf8');
    const [, report = ''] = /<!-- benchmark:start -->([\s\S]*)<!-- benchmark:end -->/.exec(text) ?? [];
    const base = site?.base ?? '/';
    const markdown = await createMarkdownRenderer(srcDir ?? ROOT);
    // Under the title of the page, its sections are of the second level.
    const sections = report.replaceAll(/^###/gm, '##').replaceAll('](charts/', `](${base}charts/`);
    return markdown.renderAsync(sections);
  },
};
