import { afterEach, expect, test } from 'vitest';
import { config } from 'zod/mini';
import { de } from 'zod/v4/locales';
import { completeRecipe, parseManifest } from '../../../src/protocol/index.js';
import { errorOf } from '../../support/error-of.js';
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

test('messages are in English whatever language another library has set zod to', async () => {
  const messages = () => Promise.all(WRONG.map(async (act) => (await errorOf(act)).message));
  const plain = await messages();
  expect(plain[0]).toContain('size must be');
  config(de());
  expect(await messages()).toEqual(plain);
});
