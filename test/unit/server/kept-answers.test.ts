import { expect, test } from 'vitest';
import { KeptAnswers } from '../../../src/server/http/rest/kept-answers.js';
import type { SavedCrowd } from '../../../src/server/storage/storage.js';
import { sampleRecipe } from '../../support/sample-recipe.js';

const CROWD: SavedCrowd = {
  id: 'cr_12345678',
  accountId: 'a',
  name: 'Teahouse',
  recipe: sampleRecipe(),
  isSample: false,
  manifestVersion: '1',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

test('requests for an answer that is being made share it, also if no more are kept', async () => {
  let made = 0;
  const answers = new KeptAnswers({
    encode: async () => {
      made += 1;
      await new Promise(setImmediate);
      return new Uint8Array(8);
    },
  });
  for (let name = 0; name < 100; name++) await answers.make(CROWD, `http://name-${name}`, 'full');
  expect(made).toBe(100);
  const shared = await Promise.all(
    Array.from({ length: 300 }, () => answers.make(CROWD, 'http://another', 'full')),
  );
  expect(answers.find(CROWD, 'http://another', 'full')).toBeUndefined();
  expect(made).toBe(101);
  expect(new Set(shared).size).toBe(1);
  await answers.make(CROWD, 'http://another', 'full');
  expect(made).toBe(102);
});

test('an answer that failed is made again for the next request', async () => {
  let made = 0;
  const answers = new KeptAnswers({
    encode: async () => {
      made += 1;
      if (made === 1) throw new Error('Too many crowds wait.');
      return new Uint8Array(8);
    },
  });
  await expect(answers.make(CROWD, 'http://name', 'full')).rejects.toThrow('Too many crowds wait.');
  await expect(answers.make(CROWD, 'http://name', 'full')).resolves.toBeDefined();
});
