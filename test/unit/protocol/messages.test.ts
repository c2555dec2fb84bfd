import { afterEach, expect, test } from 'vitest';
import { config } from 'zod/mini';
import { de } from 'zod/v4/locales';
import { completeRecipe, parseManifest } from '../../../src/protocol/index.js';
import { sampleManifest } from '../../support/sample-manifest.js';

const before = config();

afterEach(() => {
  config({ localeError: before.localeError });
});

const WRONG: readonly (() => unknown)[] = [
  () => completeRecipe({ size: 'many' }),
  () => completeRecipe({ size: -1 }),
  () => completeRecipe({ boundaryShape: 'star' }),
  () => parseManifest({ ...sampleManifest, buckets: 7 }),
];

function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return String(error);
  }
  throw new Error('Nothing was refused.');
}

test('what is wrong is told in the same words whatever language another library has set zod to', () => {
  const plain = WRONG.map(messageOf);
  expect(plain[0]).toContain('size must be');
  config(de());
  expect(WRONG.map(messageOf)).toEqual(plain);
});
