import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import MiniSearch from 'minisearch';
import type { Plugin } from 'vite';
import { SEARCH_OPTIONS, type SearchEntry } from '../page/search-options.js';
import { listGuideSections } from './guide-sections.js';

const SCRIPT = resolve(import.meta.dirname, '../page/search.ts');
const EXAMPLES = resolve(import.meta.dirname, '../examples.json');

/** Vite: writes `search.json`, the index of guides and examples that the pages search, and serves it in development. */
export function giveSearch(): Plugin {
  let isServing = false;
  return {
    name: 'search',
    configResolved({ command }) {
      isServing = command === 'serve';
    },
    buildStart() {
      if (isServing) return;
      // Guides are written without Vite's entries, so the script has a name that they can refer to.
      this.emitFile({ type: 'chunk', id: SCRIPT, fileName: 'search.js' });
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'search.json', source: buildIndex() });
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (!request.url?.endsWith('/search.json')) return next();
        response.setHeader('Content-Type', 'application/json').end(buildIndex());
      });
    },
  };
}

/** A serialized index of one entry for each section of a guide and for each example. */
export function buildIndex(): string {
  const index = new MiniSearch<SearchEntry>(SEARCH_OPTIONS);
  index.addAll([...listGuideSections(), ...listExamples()].map((entry, id) => ({ ...entry, id })));
  return JSON.stringify(index);
}

interface Listed {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly tags: readonly string[];
}

function listExamples(): Omit<SearchEntry, 'id'>[] {
  const examples = JSON.parse(readFileSync(EXAMPLES, 'utf8')) as Listed[];
  return examples.map(({ name, title, text, tags }) => ({
    address: `${name}.html`,
    kind: 'Example',
    title,
    text: `${text} ${tags.join(' ')}`,
  }));
}
