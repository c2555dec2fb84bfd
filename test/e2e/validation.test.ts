/** @module-tag nightly */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectBrowser } from '../support/e2e/browser-of-run.js';
import { findBarriers } from '../support/e2e/find-barriers.js';
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
  await service?.stop();
});

test('people who walk in the page are measured beside Weidmann’s curve, and form lanes', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const complaints = watchComplaints(page);
  await page.goto(`${service.address}/examples/validation.html?seconds=20`);
  await page.waitForFunction(() => document.documentElement.dataset['ready']);
  await page.getByRole('button', { name: 'Pause' }).click();
  expect(await page.locator('#fundamental circle').count()).toBe(7);
  expect(Number(await page.locator('#error').textContent())).toBeLessThan(0.2);
  // The last point of the line: how high it is in the plot, of which the upper edge is an order of 1.
  const points = (await page.locator('#lanes .measured-here').getAttribute('points')) ?? '';
  expect(points.split(' ').length).toBeGreaterThanOrEqual(40);
  const [first, last] = [0, -1].map((at) => Number(points.split(' ').at(at)?.split(',')[1]));
  expect(last).toBeLessThan(first - 100);
  expect(await findBarriers(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(complaints).toEqual([]);
  await page.close();
});
