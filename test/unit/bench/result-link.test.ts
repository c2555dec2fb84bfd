import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Result } from '../../../bench/measure/result.js';
import { readResultLink, writeResultLink } from '../../../bench/page/result-link.js';

const KEPT = resolve(
  import.meta.dirname,
  '../../../bench/results/amd-epyc-google-swiftshader-chromium-156.json',
);

/** A run that was kept. */
const kept = (): Result => JSON.parse(readFileSync(KEPT, 'utf8')).runs[0].results[0];

const linkTo = (value: unknown): string =>
  `#result=${deflateRawSync(JSON.stringify(value)).toString('base64url')}`;

test('an address says the result that it was written from, but for the pictures', async () => {
  const result = kept();
  expect(result.entries.length).toBeGreaterThan(5);
  const [first, ...others] = result.entries;
  const pictured = { ...first, measured: { ...first.measured!, picture: 'data:image/jpeg;base64,AAAA' } };
  const link = await writeResultLink({ ...result, entries: [pictured, ...others] });
  expect(await readResultLink(link)).toEqual(result);
  // As Node's zlib reads it.
  const base64 = link.slice('#result='.length);
  expect(JSON.parse(inflateRawSync(Buffer.from(base64, 'base64url')).toString())).toEqual(result);
  expect(link.length).toBeLessThan(8000);
});

test('an address as Node compresses it is read, and what no run has is left out', async () => {
  const [first, ...others] = kept().entries;
  const extended = { ...first, measured: { ...first.measured!, picture: 'javascript:alert(1)' } };
  expect(await readResultLink(linkTo({ ...kept(), entries: [extended, ...others], more: 1 }))).toEqual(
    kept(),
  );
});

test.each([
  ['cut off', (link: string) => link.slice(0, -40)],
  ['with text in place of a number', () => linkTo({ ...kept(), processors: '<b>2</b>' })],
  ['of another format', () => linkTo({ ...kept(), format: 2 })],
  ['of nothing', () => '#result='],
])('a link %s is refused in words', async (_, change) => {
  await expect(readResultLink(change(linkTo(kept())))).rejects.toThrow('cannot be read');
});

test('any other address has no result', async () => {
  expect(await readResultLink('')).toBeUndefined();
  expect(await readResultLink('#method')).toBeUndefined();
});
