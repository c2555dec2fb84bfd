/** @module-tag nightly */
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crowdPage, demand, holdsThreeAlone, loadPage } from '../../bench/measure/load-page.js';
import {
  type CrowdService,
  createCrowdService,
  listen,
  type RunningServer,
  SAMPLE_KEY,
} from '../../src/server/index.js';
import { connectBrowser } from '../support/e2e/browser-of-run.js';
import { kitDirectory } from '../support/kit-of-run.js';

const SDK = resolve(import.meta.dirname, '../../src/server/dist/sdk');
/** Kilobytes that a page takes beside three, and requests. */
const MOST_KILOBYTES = 600;
const MOST_REQUESTS = 32;

let service: CrowdService;
let server: RunningServer;

beforeAll(async () => {
  service = await createCrowdService({ kit: kitDirectory(), sdk: SDK });
  server = await listen(service);
});

afterAll(async () => {
  await server?.close();
  await service?.close();
});

test('a thousand people take at most 600 kB beside three, of files that are in demand', async () => {
  const browser = await connectBrowser();
  const page = crowdPage('cr_Market1k', SAMPLE_KEY);
  await demand((await loadPage(browser, server.url, page, false)).files.keys());
  const { files } = await loadPage(browser, server.url, page, false);
  await browser.close();
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
