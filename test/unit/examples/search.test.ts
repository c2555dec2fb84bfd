import MiniSearch from 'minisearch';
import { expect, test } from 'vitest';
import { SEARCH_OPTIONS, type SearchEntry } from '../../../examples/page/search-options.js';
import { buildIndex } from '../../../examples/plugins/search.js';

const index = MiniSearch.loadJSON<SearchEntry>(buildIndex(), SEARCH_OPTIONS);
const addresses = (words: string): string[] => index.search(words).map(({ address }) => address as string);

test.each([
  ['setTextureCell', 'guides/own-scene.html'],
  ['boundaryShape', 'guides/motion.html'],
  ['createCrowdFromGLTF', 'own-character.html'],
  ['storyteller', 'attraction.html'],
  ['mixamo blend', 'guides/mixamo-and-blender.html'],
])('a search for %s finds %s', (words, page) => {
  expect(addresses(words).map((address) => address.replace(/#.*/, ''))).toContain(page);
});

test('a search for words that no page has finds nothing', () => {
  expect(addresses('xylophone quark')).toEqual([]);
});
