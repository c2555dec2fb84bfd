/**
 * Draws the strip of one walker's strides for the guide on motion: moments over one another, in world space, so that feet
 * that slid while they stand would be smeared. In the system's Chromium with a software GPU.
 *
 *     npx tsx --tsconfig tsconfig.json bench/strides.ts
 */
import { join } from 'node:path';
import { chromium } from 'playwright';
import { createServer } from 'vite';
import { BROWSER_FLAGS, findBrowser } from '../test/support/find-browser.js';
import { serveKit } from './headless/serve-kit.js';

const TARGET = join(import.meta.dirname, '../examples/pictures/motion/strides.jpg');

const service = await serveKit();
const pages = await createServer({
  configFile: join(import.meta.dirname, 'vite.config.ts'),
  logLevel: 'warn',
  server: { host: '127.0.0.1', port: 0 },
});
await pages.listen();
const browser = await chromium.launch({ executablePath: findBrowser(), args: [...BROWSER_FLAGS] });
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 960 } });
  page.on('pageerror', (error) => console.error(error));
  await page.goto(`${pages.resolvedUrls?.local[0]}walking/strides.html`);
  await page.waitForFunction(() => document.documentElement.dataset['ready'] !== undefined);
  await page.evaluate((url) => globalThis.drawStrides(url), service.url);
  await page.screenshot({ path: TARGET, type: 'jpeg', quality: 82 });
} finally {
  await browser.close();
  await pages.close();
  await service.close();
}
