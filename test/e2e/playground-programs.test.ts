/** @module-tag nightly */
import type { BrowserContext } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { REMARKS } from '../support/e2e/example-remarks.js';
import { slowFrames } from '../support/e2e/hold-frames.js';
import { testSite } from '../support/e2e/test-site.js';
import { PROGRAMS } from '../support/example-programs.js';

const site = testSite();
/** Its pages load TypeScript and the libraries once. */
let context: BrowserContext;

beforeAll(async () => {
  context = await site.browser.newContext({ viewport: { width: 480, height: 300 } });
  await slowFrames(context);
});

test('there are programs to open', () => expect(PROGRAMS.length).toBeGreaterThan(15));

test.each(PROGRAMS)('$name opens, has no problems, and draws people', async ({ name }) => {
  const page = await context.newPage();
  await page.goto(
    `${site.address}/examples/playground.html?example=${name}&crowd=cr_Teahouse&count=20&backend=webgl`,
  );
  // Counts everybody whom the last picture was of: a crowd may be there a moment after its scene.
  await page.waitForFunction(
    () =>
      Number(document.documentElement.dataset['characters']) > 0 ||
      document.querySelector('#problems [data-kind="run"]'),
    undefined,
    { polling: 250 },
  );
  await page.waitForFunction(
    () => document.getElementById('status')?.textContent !== 'Loading the types …',
    undefined,
    { polling: 250 },
  );
  expect(await page.locator('#problems li').allTextContents()).toEqual(
    (REMARKS[name] ?? []).map((text) => `console.warn: ${text}`),
  );
  expect(await page.locator('#status').textContent()).toBe('No problems with types');
  expect(Number(await page.evaluate(() => document.documentElement.dataset['characters']))).toBeGreaterThan(
    0,
  );
});
