import { type Browser, chromium, type Page } from 'playwright';
import { BROWSER_FLAGS, findBrowser } from '../find-browser.js';

/** Environment variable with the address of the browser. */
const VARIABLE = 'THREE_CROWD_TEST_BROWSER';

/** Global setup of tests that open built pages: one browser for the run, since a start takes as long as a small page. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await chromium.launchServer({ executablePath: findBrowser(), args: [...BROWSER_FLAGS] });
  process.env[VARIABLE] = server.wsEndpoint();
  return async () => {
    delete process.env[VARIABLE];
    await server.close();
  };
}

/**
 * Limit for operations that hang, milliseconds. Playwright's own 30 seconds are too short for a software GPU that other tests
 * share.
 */
const LONGEST_WAIT_MILLISECONDS = 240_000;

/** Connects to the browser of the run. To close the connection closes only its own pages. */
export async function connectBrowser(): Promise<Browser> {
  const address = process.env[VARIABLE];
  if (!address) throw new Error('This project has no browser: add browser-of-run.ts to its globalSetup.');
  const browser = await chromium.connect(address);
  browser.on('context', (context) => context.setDefaultTimeout(LONGEST_WAIT_MILLISECONDS));
  return browser;
}

/** Takes WebGL and WebGPU from a page. Call it before `goto`. */
export async function hideGraphics(page: Page): Promise<void> {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
    Object.defineProperty(navigator, 'gpu', { value: undefined });
  });
}
