import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import reference from '../../../examples/typedoc.json' with { type: 'json' };
import packageJson from '../../../package.json' with { type: 'json' };
import serverJson from '../../../src/server/package.json' with { type: 'json' };
import { codeWords, ROOT, readMarkdown } from '../../support/documents/markdown.js';

/** Sources of what programs import, from the top of the repository, by import path. */
const SOURCES = new Map([...sourcesOf(packageJson, 'src'), ...sourcesOf(serverJson, 'src/server')]);

function sourcesOf({ name, exports }: { name: string; exports: object }, main: string): [string, string][] {
  return Object.keys(exports)
    .filter((path) => path !== './package.json')
    .map((path) => {
      const folder = path === '.' ? main : `src${path.slice(1)}`;
      const file = existsSync(resolve(ROOT, folder, 'public.ts')) ? 'public.ts' : 'index.ts';
      return [name + path.slice(1), `${folder}/${file}`];
    });
}

test('the reference covers every entry point', () => {
  expect(SOURCES.size).toBeGreaterThan(9);
  const covered = reference.entryPoints.map((path) => relative(ROOT, resolve(ROOT, 'examples', path)));
  expect(covered.toSorted()).toEqual([...SOURCES.values()].toSorted());
});

test('the README names every entry point', () => {
  expect(codeWords(readMarkdown('README.md'))).toEqual(expect.arrayContaining([...SOURCES.keys()]));
});
