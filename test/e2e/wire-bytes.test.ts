/** @module-tag nightly */
import { expect, test } from 'vitest';
import { crowdPage, demand, holdsThreeAlone, loadPage } from '../../bench/measure/load-page.js';
import { SAMPLE_KEY } from '../../src/server/index.js';
import { testSite } from '../support/e2e/test-site.js';

/** Kilobytes that a page takes beside three, and requests. */
const MOST_KILOBYTES = 600;
const MOST_REQUESTS = 30;

const site = testSite();

test('a thousand people take at most 600 kB beside three, of files that are in demand', async () => {
  const { browser, address } = site;
  const page = crowdPage('cr_Market1k', SAMPLE_KEY);
  await demand((await loadPage(browser, address, page, false)).files.keys());
  const { files } = await loadPage(browser, address, page, false);
  const sizes = await Promise.all(
    [...files].map(async ([url, { bytes }]) => ({
      bytes,
      isThree: url.includes('/sdk/') && (await holdsThreeAlone(new URL(url))),
    })),
  );
  const kilobytesOf = (isThree: boolean): number =>
    sizes.reduce((sum, size) => sum + (size.isThree === isThree ? size.bytes : 0), 0) / 1000;
  expect(kilobytesOf(true)).toBeGreaterThan(150);
  expect(kilobytesOf(false)).toBeGreaterThan(300);
  expect(kilobytesOf(false)).toBeLessThanOrEqual(MOST_KILOBYTES);
  expect(files.size).toBeLessThanOrEqual(MOST_REQUESTS);
});
