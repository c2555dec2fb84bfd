/** @module-tag nightly */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { BrowserContext } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import list from '../../examples/examples.json' with { type: 'json' };
import { slowFrames } from '../support/e2e/hold-frames.js';
import { testSite } from '../support/e2e/test-site.js';

const EXAMPLES = resolve(import.meta.dirname, '../../examples');
/** Those of one file of code; tools have several, and the script tag's has none. */
const programs = (list as readonly { readonly name: string; readonly isTool?: boolean }[]).filter(
  ({ name, isTool }) =>
    !isTool && ['ts', 'tsx'].some((ending) => existsSync(resolve(EXAMPLES, `${name}.${ending}`))),
);
/** What others' code says as it runs, which a program cannot change: @react-three/fiber still makes a clock of three's. */
const REMARKS: Readonly<Record<string, readonly string[]>> = {
  react: ['console.warn: THREE.Clock: This module has been deprecated. Please use THREE.Timer instead.'],
};
/** Milliseconds, for a street of people on a software renderer. */
const LONGEST_START = 180_000;

const site = testSite();
/** Its pages load TypeScript and the libraries once. */
let context: BrowserContext;

beforeAll(async () => {
  context = await site.browser.newContext({ viewport: { width: 480, height: 300 } });
  await slowFrames(context);
});

test('there are programs to open', () => expect(programs.length).toBeGreaterThan(15));

test.each(programs)('$name opens, has no problems, and draws people', async ({ name }) => {
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
    { timeout: LONGEST_START, polling: 250 },
  );
  await page.waitForFunction(
    () => document.getElementById('status')?.textContent !== 'Loading the types …',
    undefined,
    { timeout: LONGEST_START, polling: 250 },
  );
  expect(await page.locator('#problems li').allTextContents()).toEqual(REMARKS[name] ?? []);
  expect(await page.locator('#status').textContent()).toBe('No problems with types');
  expect(Number(await page.evaluate(() => document.documentElement.dataset['characters']))).toBeGreaterThan(
    0,
  );
});
