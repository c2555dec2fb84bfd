/** @module-tag nightly */
import { expect, test } from 'vitest';
import { testSite } from '../support/e2e/test-site.js';
import { watchComplaints } from '../support/e2e/watch-complaints.js';

const site = testSite();

test.each(['gallery.html', 'guides/index.html', 'playground.html'])(
  'the search of %s leads to the section of a guide',
  async (path) => {
    const page = await site.browser.newPage({ viewport: { width: 1000, height: 700 } });
    const complaints = watchComplaints(page);
    await page.goto(`${site.address}/examples/${path}`);
    await page.getByRole('searchbox').fill('setTextureCell');
    await page.locator('[data-search] a[href*="guides/"]').first().click();
    await page.waitForURL(/guides\/.*\.html/);
    await page.getByText('setTextureCell').first().waitFor();
    // The anchor of the address is that of a heading.
    const anchor = decodeURIComponent(new URL(page.url()).hash.slice(1));
    if (anchor)
      expect(await page.evaluate((id) => document.getElementById(id)?.tagName, anchor)).toMatch(/^H[23]$/);
    expect(complaints).toEqual([]);
  },
);

test('a tag filters the cards of the gallery, and shows all at the second press', async () => {
  const page = await site.browser.newPage();
  await page.goto(`${site.address}/examples/gallery.html`);
  const cards = page.locator('.cards > li:visible');
  const all = await cards.count();
  const tag = page.locator('#filters button').first();
  const name = (await tag.textContent()) ?? '';
  await tag.click();
  await expect.poll(() => cards.count()).toBeLessThan(all);
  for (const text of await cards.locator('.tags').allTextContents()) expect(text).toContain(name);
  await tag.click();
  await expect.poll(() => cards.count()).toBe(all);
});

test('tables of guides show all columns at 390 pixels', async () => {
  const page = await site.browser.newPage({ viewport: { width: 390, height: 800 } });
  for (const guide of ['choosing', 'motion', 'own-scene', 'performance-and-tiers', 'walking-tests']) {
    await page.goto(`${site.address}/examples/guides/${guide}.html`);
    const ends = await page
      .locator('th')
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().right));
    expect(Math.max(0, ...ends), guide).toBeLessThanOrEqual(390);
  }
});
