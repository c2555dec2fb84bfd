/** @module-tag nightly */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectBrowser } from '../support/e2e/browser-of-run.js';
import { slowFrames } from '../support/e2e/hold-frames.js';
import { type StartedService, startService } from '../support/e2e/start-service.js';
import { kitDirectory } from '../support/kit-of-run.js';

const SMALL = 'crowd=cr_Teahouse&count=20&backend=webgl';
/** Milliseconds, for a street of people on a software renderer. */
const LONGEST_LOAD = 120_000;
const LONGEST_PICTURE = 60_000;
/** More often than any page has something to press. */
const MOST_TABS = 80;

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

const waitUntilReady = (page: Page) =>
  page.waitForFunction(() => document.documentElement.dataset['ready'] === 'true', undefined, {
    timeout: LONGEST_LOAD,
    polling: 100,
  });

/** Without what is written about the picture, which counts frames. */
const takePicture = (page: Page): Promise<Buffer> =>
  page.screenshot({
    style:
      '.overlay, #loading, .crowd-panel, button, form { visibility: hidden !important } * { outline: none !important }',
    timeout: LONGEST_PICTURE,
  });

/** Whether two pictures, a second apart, are the same. */
async function isStill(page: Page): Promise<boolean> {
  const before = await takePicture(page);
  await page.waitForTimeout(1000);
  return before.equals(await takePicture(page));
}

/** What Tab comes by, until it begins again. */
async function tabThrough(page: Page): Promise<string[]> {
  const names: string[] = [];
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  for (let k = 0; k < MOST_TABS; k++) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return '';
      return focused.textContent?.trim() || focused.tagName.toLowerCase();
    });
    if (name === '' || (k > 0 && name === names[0])) break;
    names.push(name);
  }
  return names;
}

/** What no stage draws, and so pauses by a button of its own; `examples.test.ts` has one of those that a stage draws. */
test.each(['own-scene'])(
  '%s stands still for who prefers reduced motion, is played by the keyboard, and its camera turned by it',
  async (name) => {
    const page = await browser.newPage({ viewport: { width: 320, height: 200 }, reducedMotion: 'reduce' });
    await slowFrames(page);
    await page.goto(`${service.address}/examples/${name}.html?${SMALL}`);
    await waitUntilReady(page);
    // Textures may come after the first picture.
    await expect.poll(() => isStill(page), { timeout: LONGEST_PICTURE }).toBe(true);

    const names = await tabThrough(page);
    expect(names).toContain('Play');
    expect(names).toContain('Source');

    const still = await takePicture(page);
    await page.locator('canvas').first().focus();
    await page.keyboard.press('ArrowLeft');
    await expect
      .poll(async () => (await takePicture(page)).equals(still), { timeout: LONGEST_PICTURE })
      .toBe(false);

    await page.getByRole('button', { name: 'Play', exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    await expect.poll(() => isStill(page), { timeout: LONGEST_PICTURE }).toBe(false);
    await page.close();
  },
);
