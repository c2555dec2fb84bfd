import { expect, test } from 'vitest';
import site from '../../../examples/site/.vitepress/config.js';
import { GUIDES, readGuides } from '../../support/documents/markdown.js';

interface Entry {
  readonly link?: string;
  readonly items?: readonly Entry[];
}

const linksOf = (entries: readonly Entry[]): string[] =>
  entries.flatMap(({ link, items = [] }) => [...(link ? [link] : []), ...linksOf(items)]);

test('the sidebar of the site has every guide, once', () => {
  const { sidebar } = site.themeConfig ?? {};
  if (!Array.isArray(sidebar)) throw new Error('The sidebar is no list.');
  const guides = readGuides()
    .filter(({ path }) => path !== `${GUIDES}/README.md`)
    .map(({ path }) => path.replace(/^examples(.*)\.md$/, '$1'));
  expect(guides.length).toBeGreaterThan(15);
  expect(linksOf(sidebar).toSorted()).toEqual(guides.toSorted());
});
