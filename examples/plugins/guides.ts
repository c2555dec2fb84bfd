import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { createMarkdownRenderer } from 'vitepress';

const GUIDES = resolve(import.meta.dirname, '../guides');

/** Path of a guide, relative to the parent of the folder of guides. */
const PICTURE = /(?:\]\(|src=")\.\.\/(pictures\/[^)"]+)/g;

/** Links to files at the top of the repository, which the pages lack, become plain text. */
const withoutRepository = (text: string): string => text.replace(/\[([^\]]*)\]\(\.\.\/\.\.\/[^)]*\)/g, '$1');

/** Vite: writes the guides as pages beside the examples, with their pictures, so that these can lead to them without a site. */
export function giveGuides(): Plugin {
  return {
    name: 'guides',
    async generateBundle() {
      const markdown = await createMarkdownRenderer(GUIDES, {
        theme: 'github-light',
        languageAlias: { text: 'txt' },
      });
      for (const file of readdirSync(GUIDES).filter((name) => name.endsWith('.md'))) {
        const name = file === 'README.md' ? 'index' : file.slice(0, -3);
        const text = withoutRepository(readFileSync(join(GUIDES, file), 'utf8'));
        for (const [, path] of text.matchAll(PICTURE)) {
          this.emitFile({ type: 'asset', fileName: path, source: readFileSync(resolve(GUIDES, '..', path)) });
        }
        const [, title = name] = /^# (.+)$/m.exec(text) ?? [];
        const body = await markdown.renderAsync(text);
        this.emitFile({ type: 'asset', fileName: `guides/${name}.html`, source: writeGuide(title, body) });
      }
      const style = ['guide.css', 'search.css']
        .map((file) => readFileSync(resolve(GUIDES, '../page', file), 'utf8'))
        .join('\n');
      this.emitFile({ type: 'asset', fileName: 'guides/guide.css', source: style });
    },
  };
}

const writeGuide = (title: string, body: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title} · three-crowd</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="./guide.css" />
  </head>
  <body>
    <nav><a href="./index.html">Guides</a> <a href="../gallery.html">Examples</a> <a href="../playground.html">Playground</a></nav>
    <div data-search="../"></div>
    <main>
${body}
    </main>
    <script type="module" src="../search.js"></script>
  </body>
</html>
`;
