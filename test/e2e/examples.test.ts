import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import list from '../../examples/examples.json' with { type: 'json' };
import { WRITTEN_SERVICE } from '../../examples/page/service-address.js';
import type { CrowdViewElement } from '../../src/element/index.js';
import { countColors } from '../support/e2e/count-colors.js';
import { REMARKS } from '../support/e2e/example-remarks.js';
import { findBarriers } from '../support/e2e/find-barriers.js';
import { drawFrames, holdFrames, slowFrames } from '../support/e2e/hold-frames.js';
import { testSite } from '../support/e2e/test-site.js';
import { watchComplaints } from '../support/e2e/watch-complaints.js';

const EXAMPLES = resolve(import.meta.dirname, '../../examples');
const PICTURES = join(EXAMPLES, 'pictures');

/** Small enough for a software renderer; each page takes of it what it understands. */
const SMALL = '?crowd=cr_Teahouse&count=40&backend=webgl';
/** Milliseconds. */
const LONGEST_PICTURE = 600_000;
/** Bytes. */
const LARGEST_PICTURE = 60_000;

interface Example {
  readonly name: string;
  readonly title: string;
  readonly guide: string;
  /** Whether it is a tool of several files, without a source to copy. */
  readonly isTool?: boolean;
  /** What is asked of the page when its picture is taken. */
  readonly picture?: string;
  /** How many frames are drawn before. */
  readonly frames?: number;
}

const examples: readonly Example[] = list;

const ENDINGS = ['ts', 'tsx', 'html'] as const;

/** How the source of an example ends: it is a module, a component of React, or a page alone. */
const endingOf = ({ name }: Example): string | undefined =>
  ENDINGS.find((ending) => existsSync(join(EXAMPLES, `${name}.${ending}`)));

const site = testSite();

const sourceOf = (example: Example): string =>
  readFileSync(join(EXAMPLES, `${example.name}.${endingOf(example)}`), 'utf8').replaceAll(
    WRITTEN_SERVICE,
    site.address,
  );

const isSettled = (): boolean => document.documentElement.dataset['ready'] !== undefined;

const countCharacters = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const numbers = document.getElementById('numbers')?.textContent ?? '';
    const view = document.querySelector<CrowdViewElement>('crowd-view');
    return view?.crowdObject?.stats.characters ?? Number(/Characters\s*(\d+)/.exec(numbers)?.[1]);
  });

/** Nothing but the picture, which then fits where the cards were. */
const hideCards = (page: Page) =>
  page.addStyleTag({ content: '.overlay, #source, #loading, .crowd-panel { display: none !important }' });

test.each(examples)(
  '$name is shown with its source, without errors',
  {
    tags: ['nightly'],
  },
  async (example) => {
    const page = await site.browser.newPage({ viewport: { width: 640, height: 360 } });
    const complaints = watchComplaints(page);
    await holdFrames(page);
    await page.goto(`${site.address}/examples/${example.name}.html${SMALL}`);
    await page.waitForFunction(isSettled, undefined, { polling: 100 });
    expect(complaints).toEqual(REMARKS[example.name] ?? []);
    expect(await countCharacters(page)).toBeGreaterThan(0);

    const guide = await page.getByRole('link', { name: 'Guide' }).getAttribute('href');
    expect((await fetch(new URL(guide!, page.url()))).status).toBe(200);
    if (!example.isTool) {
      await page.getByRole('button', { name: 'Source' }).click();
      await expect.poll(() => page.locator('#source pre').textContent()).toBe(sourceOf(example));
    }
    expect(await findBarriers(page)).toEqual([]);

    await page.setViewportSize({ width: 390, height: 844 });
    // Some fit their canvas to the window as they draw, and a frame may have begun before the window got smaller.
    const widthOfNextFrame = async (): Promise<number> => {
      await drawFrames(page, 1);
      return page.evaluate(() => document.documentElement.scrollWidth);
    };
    await expect.poll(widthOfNextFrame).toBe(390);

    await hideCards(page);
    await page.setViewportSize({ width: 640, height: 400 });
    await drawFrames(page, 3);
    expect(await countColors(page)).toBeGreaterThan(1000);
    expect(complaints).toEqual(REMARKS[example.name] ?? []);
  },
);

test('the source is copied and downloaded', {
  tags: ['nightly'],
}, async () => {
  const page = await site.browser.newPage({ viewport: { width: 640, height: 360 } });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await slowFrames(page);
  await page.goto(`${site.address}/examples/crossing.html?count=6&backend=webgl`);
  await page.waitForFunction(isSettled, undefined, { polling: 100 });
  const source = sourceOf(examples.find(({ name }) => name === 'crossing')!);
  await page.getByRole('button', { name: 'Source' }).click();
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(source);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('crossing.html');
});

test('the gallery shows a picture of each, and leads to them', { tags: ['nightly'] }, async () => {
  const page = await site.browser.newPage({ viewport: { width: 1280, height: 720 } });
  const complaints = watchComplaints(page);
  await page.goto(`${site.address}/examples/gallery.html`);
  const links = await page
    .locator('.cards a')
    .evaluateAll((found) => found.map((link) => (link as HTMLAnchorElement).href));
  const names = [...examples.map(({ name }) => name), 'validation'];
  expect(links).toEqual(names.map((name) => `${site.address}/examples/${name}.html`));
  const pictures = page.locator('.cards img');
  for (let k = 0; k < names.length; k++) {
    await pictures.nth(k).scrollIntoViewIfNeeded();
    await expect
      .poll(() => pictures.nth(k).evaluate((picture) => (picture as HTMLImageElement).naturalWidth))
      .toBe(640);
  }
  expect(await findBarriers(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await page.getByRole('link', { name: 'Measure the speed' }).click();
  await page.waitForURL('**/bench/index.html');
  await expect.poll(() => page.getByRole('button', { name: 'Measure' }).isEnabled()).toBe(true);
  await page.getByRole('link', { name: 'Examples' }).click();
  await page.waitForURL('**/gallery.html');
  await page.goto(`${site.address}/examples/${SMALL}`);
  await page.getByRole('link', { name: 'All examples' }).click();
  await page.waitForURL('**/gallery.html');
});

/** With UPDATE_PICTURES=1 the pictures of the gallery are taken anew; UPDATE_PICTURES=clips,hero takes these. */
const wanted = process.env['UPDATE_PICTURES'] ?? '';
const pictured = examples.filter(({ name }) => wanted === '1' || wanted.split(',').includes(name));
if (pictured.length > 0) {
  test.each(pictured)(
    'takes the picture of $name',
    async ({ name, picture = '', frames = 1 }) => {
      const page = await site.browser.newPage({ viewport: { width: 639, height: 400 } });
      await holdFrames(page);
      await page.goto(`${site.address}/examples/${name}.html${picture || '?'}&backend=webgl`);
      await page.waitForFunction(isSettled, undefined, { timeout: LONGEST_PICTURE, polling: 100 });
      await hideCards(page);
      await page.setViewportSize({ width: 640, height: 400 });
      // Within a frame, a canvas takes its new size after it was drawn, and is empty then.
      await drawFrames(page, frames);
      await drawFrames(page, 2);
      writeFileSync(join(PICTURES, `${name}.jpg`), await takeJpeg(page));
    },
    LONGEST_PICTURE,
  );
}

/** As sharp as fits. */
async function takeJpeg(page: Page, quality = 90): Promise<Buffer> {
  const picture = await page.screenshot({ type: 'jpeg', quality, timeout: LONGEST_PICTURE });
  return picture.length <= LARGEST_PICTURE ? picture : takeJpeg(page, quality - 10);
}
