import { type Browser, chromium } from 'playwright';
import { BROWSER_FLAGS, findBrowser } from '../find-browser.js';

/** Environment variable with the address of the browser. */
const VARIABLE = 'THREE_CROWD_TEST_BROWSER';

/** Global setup of what opens built pages: one browser for the run, since a start takes as long as a small page. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await chromium.launchServer({ executablePath: findBrowser(), args: [...BROWSER_FLAGS] });
  process.env[VARIABLE] = server.wsEndpoint();
  return async () => {
    delete process.env[VARIABLE];
    await server.close();
  };
}

/** The browser of the run. Who closes it closes the pages of their own alone. */
export function connectBrowser(): Promise<Browser> {
  const address = process.env[VARIABLE];
  if (!address) throw new Error('This project has no browser: add browser-of-run.ts to its globalSetup.');
  return chromium.connect(address);
}
