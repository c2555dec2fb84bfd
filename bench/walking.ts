/**
 * What it costs a page that its crowd walks: milliseconds of JavaScript a frame with the simulation in a worker, beside
 * the same characters with `motion: false`, in one page and taking turns.
 *
 * `npx tsx --tsconfig tsconfig.json bench/walking.ts [count]`, in the system's Chromium with a software GPU, whose work shares
 * the processor with the page: 5,000 people took 11.9 ms beside 1.3 on WebGL and 101 beside 2.3 on WebGPU, on two cores.
 */
import { join } from 'node:path';
import { chromium } from 'playwright';
import { createServer } from 'vite';
import { BROWSER_FLAGS, findBrowser } from '../test/support/find-browser.js';
import { serveKit } from './headless/serve-kit.js';

/** In a software GPU the first frames of large crowds take minutes. */
const PATIENCE_MILLISECONDS = 600_000;

const count = Number(process.argv[2] ?? 5_000);
const service = await serveKit();
const pages = await createServer({
  configFile: join(import.meta.dirname, 'vite.config.ts'),
  logLevel: 'warn',
  server: { host: '127.0.0.1', port: 0 },
});
await pages.listen();
const browser = await chromium.launch({ executablePath: findBrowser(), args: [...BROWSER_FLAGS] });
try {
  const rows = [];
  for (const backend of ['webgl', 'webgpu'] as const) {
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MILLISECONDS);
    page.on('pageerror', (error) => console.error(error));
    await page.goto(`${pages.resolvedUrls?.local[0]}walking/index.html`);
    await page.waitForFunction(() => document.documentElement.dataset['ready'] !== undefined);
    const { walking, standing, isInWorker } = await page.evaluate(
      ([url, people, name]) => globalThis.measureWalking(url, people, name),
      [service.url, count, backend] as const,
    );
    if (!isInWorker) throw new Error('Nobody walked.');
    rows.push({ backend, people: count, walking, standing, ratio: walking / standing });
    await page.close();
  }
  console.table(rows);
} finally {
  await browser.close();
  await pages.close();
  await service.close();
}
