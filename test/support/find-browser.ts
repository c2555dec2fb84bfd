import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

/** WebGPU and WebGL2 on a software GPU, with page screenshots that are not blank. Each flag was needed. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
  '--enable-features=Vulkan',
  '--use-vulkan=swiftshader',
  '--use-angle=swiftshader',
  '--ignore-gpu-blocklist',
  '--enable-gpu-rasterization',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
] as const;

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * The browser that the tests run in: `THREE_CROWD_BROWSER`, else the system's Chromium or Chrome, else
 * Playwright's own. Throws, naming the command that installs one, when there is none: a missing browser
 * must fail the run and never skip it.
 */
export function findBrowser(): string {
  const named = process.env['THREE_CROWD_BROWSER'];
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`THREE_CROWD_BROWSER names ${named}, which does not exist.`);
  }
  const found = [...SYSTEM_BROWSERS, chromium.executablePath()].find((file) => existsSync(file));
  if (found) return found;
  throw new Error(
    'No browser found for the tests. Install one with `npx playwright install chromium`, ' +
      '`apt-get install chromium`, or name one in THREE_CROWD_BROWSER.',
  );
}
