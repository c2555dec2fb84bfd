import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codeWords, ROOT, readDocuments, readMarkdown } from '../../support/documents/markdown.js';

const PATH = /^(?:src|shaders|test|bench|examples)\/[\w./*-]*$/;

const named = [
  ...readDocuments(),
  readMarkdown('CONTRIBUTING.md'),
  readMarkdown('shaders/README.md'),
].flatMap((file) =>
  codeWords(file)
    .filter((word) => PATH.test(word))
    .map((word) => [word, file.path] as const),
);

test('there are paths to check', () => expect(named.length).toBeGreaterThan(25));

test.each(named)('%s is there (%s)', (path) => {
  expect(existsSync(join(ROOT, path))).toBe(true);
});
