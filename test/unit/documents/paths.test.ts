import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { codeWords, GUIDES, ROOT, readDocuments, readMarkdown } from '../../support/documents/markdown.js';

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

test('the life of a character names the files it goes through', () => {
  const steps = named.filter(([, place]) => place === `${GUIDES}/life-of-a-character.md`);
  expect(new Set(steps.map(([path]) => path)).size).toBeGreaterThan(25);
});

test.each(named)('%s is there (%s)', (path) => {
  expect(existsSync(join(ROOT, path))).toBe(true);
});

describe('what CONTRIBUTING says to touch', () => {
  const { text } = readMarkdown('CONTRIBUTING.md');
  const section = text.slice(text.indexOf('## To add something'), text.indexOf('## Glossary'));
  const steps = section.split(/^\d+\. /m).slice(1);

  test('is listed in steps', () => expect(steps.length).toBeGreaterThan(10));

  test.each(steps.map((step) => [step.split('\n')[0], step]))(
    '%s has the names that it tells of',
    (_, step) => {
      const words = [...step.split(/\n\n/)[0].matchAll(/`([^`\n]+)`/g)].map(([, word]) => word);
      const paths = words.filter((word) => PATH.test(word));
      const found = paths.map((path) => readAll(join(ROOT, path))).join('\n');
      const names = words.filter((word) => /^[\w-]+$/.test(word));
      expect(names.filter((name) => !found.includes(name))).toEqual([]);
    },
  );
});

/** The names and texts of a file, or of all files in a folder. */
function readAll(path: string): string {
  if (!statSync(path).isDirectory()) return readFileSync(path, 'utf8');
  return readdirSync(path)
    .map((name) => `${name}\n${readAll(join(path, name))}`)
    .join('\n');
}
