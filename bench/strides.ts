/**
 * Draws one walker at successive moments into one picture, in world space. Feet that slide while planted appear smeared.
 */
import { join } from 'node:path';
import { chromium } from 'playwright';
import { createServer } from 'vite';
import { BROWSER_FLAGS, findBrowser } from '../test/support/find-browser.js';
import { commandLine } from './command-line.js';
import { serveKit } from './headless/serve-kit.js';

const TARGET = join(import.meta.dirname, '../examples/pictures/motion/strides.jpg');

commandLine(
  'npx tsx --tsconfig tsconfig.json bench/strides.ts',
  'Draws the picture of strides of the guide on motion.',
).parse();
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
