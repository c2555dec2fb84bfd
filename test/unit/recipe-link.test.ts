import fc from 'fast-check';
import { readRecipeLink, writeRecipeLink } from 'three-crowd';
import { completeRecipe } from 'three-crowd/protocol';
import { expect, test } from 'vitest';
import { generateResponse } from '../../src/generate-response.js';
import { errorOf } from '../support/error-of.js';

const LINK = writeRecipeLink({ seed: 7, size: 300, weights: { 'lettré · 學者': 2 }, boundaryShape: 'road' });

test('a recipe is read back from its link, whatever it holds', () => {
  const inputs = fc.record(
    {
      seed: fc.integer(),
      size: fc.integer({ min: 0, max: 5000 }),
      weights: fc.dictionary(
        fc.string({ minLength: 1, unit: 'grapheme' }),
        fc.float({ min: 0, max: 9, noNaN: true }),
      ),
      pace: fc.float({ min: 0, max: 1, noNaN: true }),
      groupingMode: fc.boolean(),
      collection: fc.string({ minLength: 1, unit: 'grapheme' }),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(inputs, (input) => {
      const link = writeRecipeLink(input);
      expect(link).toMatch(/^crowd=[A-Za-z0-9_-]+$/);
      expect(readRecipeLink(`#${link}`)).toEqual(JSON.parse(JSON.stringify(completeRecipe(input))));
      expect(readRecipeLink(`other=1&${link}&x=2`)).toEqual(readRecipeLink(link));
    }),
    { seed: 31 },
  );
});

test('the version stays in the link', () => {
  const [, text = ''] = writeRecipeLink({}).split('=');
  expect(JSON.parse(atob(text))).toEqual({ v: completeRecipe({}).v });
});

test('a fragment without a crowd has no recipe', () => {
  for (const fragment of ['', '#', '#crowds=1', '#top']) expect(readRecipeLink(fragment)).toBeUndefined();
});

test('every link that was cut short is refused, and the error names the field', async () => {
  for (let length = 'crowd='.length; length < LINK.length; length++) {
    const error = await errorOf(() => readRecipeLink(LINK.slice(0, length)), 'RecipeError');
    expect(error.path).toBe('crowd');
    expect(error.message).toContain('Copy the whole link again.');
  }
});

test('a field that is wrong is named', async () => {
  const error = await errorOf(() => readRecipeLink(`crowd=${btoa('{"pace":3}')}`), 'RecipeError');
  expect(error.path).toBe('pace');
});

test.each([0, -1, 3, 99])('a recipe of version %i, which is not known here, is refused', async (v) => {
  const error = await errorOf(() => readRecipeLink(`crowd=${btoa(JSON.stringify({ v }))}`), 'RecipeError');
  expect(error.path).toBe('v');
  expect(error.message).toContain(`version ${v}`);
});

test.each([undefined, '', 'http://['])('assets with the manifest %o are refused', async (manifest_json) => {
  const failing = generateResponse({
    recipe: {},
    assets: { manifest_json } as never,
    baseUrl: 'https://crowds.example',
    fetch: () => Promise.reject(new Error('The network was used.')),
  });
  expect((await errorOf(failing, 'AssetError')).message).toContain('assets.manifest_json is ');
});
