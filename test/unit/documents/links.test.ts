import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { headings, prose, ROOT, readGuides, readMarkdown } from '../../support/documents/markdown.js';

const files = [
  ...readdirSync(ROOT)
    .filter((name) => name.endsWith('.md'))
    .map(readMarkdown),
  readMarkdown('shaders/README.md'),
  ...readGuides(),
];

const links = files.flatMap((file) =>
  [...prose(file).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => ({ file, target }))
    .filter(({ target }) => !/^https?:/.test(target)),
);

/** What a heading's own link is: as the sites that show Markdown make it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

test('there are links to check', () => expect(links.length).toBeGreaterThan(20));

test.each(links.map(({ file, target }) => [file.path, target, file] as const))(
  'the link in %s to %s leads somewhere',
  (path, target, file) => {
    const [place, anchor] = target.split('#');
    const led = place === '' ? path : join(dirname(path), place);
    expect(existsSync(join(ROOT, led)), led).toBe(true);
    if (anchor === undefined) return;
    const there = place === '' ? file : readMarkdown(led);
    expect(headings(there).map(anchorOf)).toContain(anchor);
  },
);

test('guides link what the site and the package have, too: guides, pictures, and the pages of the repository', () => {
  const others = links
    .filter(({ file }) => file.path.startsWith('examples/guides/'))
    .map(({ target }) => target.replace(/#.*/, ''))
    .filter((place) => place !== '' && !/^[\w-]+\.md$|^\.\.\/pictures\/|^\.\.\/\.\.\/\w+\.md$/.test(place));
  expect(others).toEqual([]);
});
