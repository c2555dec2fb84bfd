import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { linkIntoSite } from '../../../examples/site/link-into-site.js';
import { fullText, llmsText } from '../../../examples/site/llms.js';
import { GUIDES, ROOT, readGuides } from '../../support/documents/markdown.js';

const guides = readGuides().filter(({ path }) => path !== `${GUIDES}/README.md`);

test('llms.txt has the form of llmstxt.org: title, summary, sections, and links that lead to every guide', () => {
  const text = llmsText('../examples/guides/');
  expect(text).toMatch(/^# three-crowd\n\n> .+\n\n/);
  const links = [...text.matchAll(/^- \[.+\]\((.+)\): .+$/gm)].map(([, target]) => target);
  expect(guides.length).toBeGreaterThan(10);
  expect(links.toSorted()).toEqual(guides.map(({ path }) => `../${path}`).toSorted());
  // From the folder of the build on, in the package as in the repository.
  for (const link of links) expect(existsSync(join(ROOT, 'dist', link)), link).toBe(true);
});

test('llms-full.txt holds every guide whole, with links as the topmost folder of the site has them', () => {
  const text = fullText();
  for (const guide of guides) expect(text).toContain(linkIntoSite(guide.text, guide.path, '').trim());
  expect(text).toContain('](guides/getting-started.md)');
  expect(text).toContain('src="pictures/motion/pace.webp"');
  expect(text).not.toMatch(/\]\((?:\.\.|examples\/)/);
  expect(text).not.toContain('benchmark:start');
});

test('texts that the site copies link to what it has, and are left alone otherwise', () => {
  const links =
    '[a](../../README.md#benchmarks) [b](../../CONTRIBUTING.md#glossary) [c](games.md#memory) [d](#here) ' +
    '[e](https://example.com/README.md) <img src="../pictures/street.jpg"> <crowd-view src="robot.glb">';
  expect(linkIntoSite(links, `${GUIDES}/choosing.md`, 'guides')).toBe(
    '[a](../benchmark.html) [b](../contributing.html#glossary) [c](games.md#memory) [d](#here) ' +
      '[e](https://example.com/README.md) <img src="../pictures/street.jpg"> <crowd-view src="robot.glb">',
  );
  expect(
    linkIntoSite('[a](examples/guides/games.md) ![b](bench/results/charts/c.svg)', 'README.md', ''),
  ).toBe('[a](guides/games.md) ![b](charts/c.svg)');
});
