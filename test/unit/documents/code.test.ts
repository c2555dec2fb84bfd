import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type CodeBlock, codeBlocks, GUIDES, ROOT, readDocuments } from '../../support/documents/markdown.js';
import { typeCheck } from '../../support/documents/type-check.js';

/** Milliseconds: three's types are many. */
const LONGEST_CHECK = 240_000;

const LANGUAGES = ['ts', 'tsx', 'sh', 'html', 'css', 'json', 'text'];

/** Shows that the check sees the package: it is to be errors of, and nothing else. */
const MISTAKE: CodeBlock = { path: 'mistake', line: 7, language: 'ts', text: '\ncrowd.dance();' };

const documents = readDocuments();
const blocks = documents.flatMap(codeBlocks);
const typescript = blocks.filter(({ language }) => language === 'ts' || language === 'tsx');

let complaints: readonly string[];

beforeAll(async () => {
  complaints = await typeCheck([...typescript, MISTAKE]);
}, LONGEST_CHECK);

test('there is code to check', () => expect(typescript.length).toBeGreaterThan(25));

test('their TypeScript compiles against the package', () => {
  expect(complaints.filter((complaint) => !complaint.startsWith('mistake'))).toEqual([]);
});

test('a method that there is not would be noticed, at its line', () => {
  expect(complaints).toContainEqual(expect.stringMatching(/^mistake:8 Property 'dance' does not exist/));
});

test('every block says its language, and begins where it is found', () => {
  expect(blocks.filter(({ language }) => !LANGUAGES.includes(language))).toEqual([]);
  expect(documents.filter(({ text }) => /^[ \t]+```/m.test(text)).map(({ path }) => path)).toEqual([]);
});

test('the guide to left-handed engines shows the function that the browser test draws with', () => {
  const file = readFileSync(join(ROOT, 'examples/left-handed/babylon-crowd.ts'), 'utf8');
  const shown = blocks
    .filter(({ path }) => path === `${GUIDES}/left-handed-engines.md`)
    .map(({ text }) => text);
  expect(shown).toContain(file);
});
