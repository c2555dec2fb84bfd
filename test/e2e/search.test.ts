/** @module-tag nightly */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectBrowser } from '../support/e2e/browser-of-run.js';
import { type StartedService, startService } from '../support/e2e/start-service.js';
import { watchComplaints } from '../support/e2e/watch-complaints.js';
import { kitDirectory } from '../support/kit-of-run.js';

let service: StartedService;
let browser: Browser;

beforeAll(async () => {
  service = await startService(kitDirectory());
  browser = await connectBrowser();
});

afterAll(async () => {
  await browser?.close();
  await service.stop();
});

test.each(['gallery.html', 'guides/index.html', 'playground.html'])(
  'the search of %s leads to the section of a guide',
  async (path) => {
    const page = await browser.newPage({ viewport: { width: 1000, height: 700 } });
    const complaints = watchComplaints(page);
    await page.goto(`${service.address}/examples/${path}`);
    await page.getByRole('searchbox').fill('setTextureCell');
    await page.locator('[data-search] a[href*="guides/"]').first().click();
    await page.waitForURL(/guides\/.*\.html/);
    await page.getByText('setTextureCell').first().waitFor();
    // The anchor of the address is that of a heading.
    const anchor = decodeURIComponent(new URL(page.url()).hash.slice(1));
    if (anchor)
      expect(await page.evaluate((id) => document.getElementById(id)?.tagName, anchor)).toMatch(/^H[23]$/);
    expect(complaints).toEqual([]);
    await page.close();
  },
);

test('a tag filters the cards of the gallery, and shows all at the second press', async () => {
  const page = await browser.newPage();
  await page.goto(`${service.address}/examples/gallery.html`);
  const cards = page.locator('.cards > li:visible');
  const all = await cards.count();
  const tag = page.locator('#filters button').first();
  const name = (await tag.textContent()) ?? '';
  await tag.click();
  expect(await cards.count()).toBeLessThan(all);
  for (const text of await cards.locator('.tags').allTextContents()) expect(text).toContain(name);
  await tag.click();
  expect(await cards.count()).toBe(all);
  await page.close();
});

test('tables of guides show all columns at 390 pixels', async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 800 } });
  for (const guide of ['choosing', 'motion', 'own-scene', 'performance-and-tiers', 'walking-tests']) {
    await page.goto(`${service.address}/examples/guides/${guide}.html`);
    const ends = await page
      .locator('th')
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().right));
    expect(Math.max(0, ...ends), guide).toBeLessThanOrEqual(390);
  }
  await page.close();
});
