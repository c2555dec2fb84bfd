import { relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import reference from '../../../examples/typedoc.json' with { type: 'json' };
import packageJson from '../../../package.json' with { type: 'json' };
import { codeWords, ROOT, readMarkdown } from '../../support/documents/markdown.js';

const names = Object.keys(packageJson.exports).filter((name) => name !== './package.json');

test('the reference covers every entry point', () => {
  expect(names.length).toBeGreaterThan(5);
  const covered = reference.entryPoints.map((path) => relative(ROOT, resolve(ROOT, 'examples', path)));
  const sources = names.map((name) => `src/${name.slice(2)}/index.ts`.replace('//', '/'));
  expect(covered.toSorted()).toEqual(sources.toSorted());
});

test('the README names every entry point', () => {
  expect(codeWords(readMarkdown('README.md'))).toEqual(
    expect.arrayContaining(names.map((name) => `three-crowd${name.slice(1)}`)),
  );
});
