import { relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import reference from '../../../examples/typedoc.json' with { type: 'json' };
import packageJson from '../../../package.json' with { type: 'json' };
import serverJson from '../../../src/server/package.json' with { type: 'json' };
import { codeWords, ROOT, readMarkdown } from '../../support/documents/markdown.js';

/** What a program imports → the source of it. */
const SOURCES = new Map([
  ...sourcesOf(packageJson, packageJson.tsup[0].entry, ROOT),
  ...sourcesOf(serverJson, serverJson.tsup[0].entry, resolve(ROOT, 'src/server')),
]);

function sourcesOf(
  { name, exports }: { name: string; exports: object },
  entries: Readonly<Record<string, string>>,
  directory: string,
): [string, string][] {
  return Object.keys(exports)
    .filter((path) => path !== './package.json')
    .map((path) => [name + path.slice(1), resolve(directory, entries[path.slice(2) || 'index'])]);
}

test('the reference covers every entry point', () => {
  expect(SOURCES.size).toBeGreaterThan(9);
  const covered = reference.entryPoints.map((path) => resolve(ROOT, 'examples', path));
  expect(covered.toSorted().map(fromRoot)).toEqual([...SOURCES.values()].toSorted().map(fromRoot));
});

test('the README names every entry point', () => {
  expect(codeWords(readMarkdown('README.md'))).toEqual(expect.arrayContaining([...SOURCES.keys()]));
});

function fromRoot(path: string): string {
  return relative(ROOT, path);
}
