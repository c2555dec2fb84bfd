/**
 * What it costs a page that its crowd walks, beside the same characters with `motion: false`: milliseconds a frame of the
 * main thread with the simulation in a worker, in one page and taking turns.
 *
 * `npx tsx --tsconfig tsconfig.json bench/walking.ts [count]`, in the system's Chromium. Every draw has a count of 0: a software
 * GPU would take both cores for seconds a frame, and the page wait for them. Two times are told: what a frame takes by the clock
 * (`update` and `render`), in which other threads take the processor away; and the processor time of the page's main thread, in
 * which no wait counts, but all that the browser itself does there. Both are of code that has been compiled: with twelve frames
 * a round, before it was, walking took up to twice as long.
 *
 * Of 5,000, the processor time was 1.40 times the standing crowd's on WebGL with few in the picture, and 1.30 on WebGPU (by the clock
 * 1.48 and 1.49); with all whose feet are kept, who are all near, 2.1 (1.9 ms in place of 0.9) and 1.7; with everybody in the picture
 * 1.8 on both. While feet in the air were written in each picture, in the same hour: 1.51 and 1.60; 2.1 and 2.6; 1.9 and 1.7. Runs
 * differ by a tenth. Of what walking adds with many, two fifths are feet that are kept on their places, with their records, and a
 * third the steps of all 5,000, which are 20 a second: a frame comes from the worker, so that nothing of it is in this core's caches.
 * Nothing of it is positions between two steps, which shaders find. Rejected: pacing the far in every eighth step, not every fourth
 * (1 % of the time, and clips are off by 3.9 cm at the 99th percentile, not by 1.0).
 */
import { join } from 'node:path';
import { type CDPSession, chromium, type Page } from 'playwright';
import { createServer } from 'vite';
import { BROWSER_FLAGS, findBrowser } from '../test/support/find-browser.js';
import { serveKit } from './headless/serve-kit.js';
import { measureOf } from './measure/statistics.js';
import type { FrameCosts, WalkingBackend, WalkingView } from './walking/page.js';

/** A software GPU takes long to compile shaders. */
const PATIENCE_MILLISECONDS = 120_000;
const ROUNDS = 3;
/** In a round. */
const FRAMES = 300;

interface Costs extends FrameCosts {
  /** Milliseconds of processor time of the main thread, a frame. */
  readonly processor: number;
}

/** Seconds of processor time that the page's main thread has taken. */
async function mainThreadSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const found = metrics.find(({ name }) => name === 'TaskDuration');
  if (!found) throw new Error('This browser does not tell the time of its tasks.');
  return found.value;
}

async function run(page: Page, session: CDPSession, isWalking: boolean, view: WalkingView): Promise<Costs> {
  const before = await mainThreadSeconds(session);
  const costs = await page.evaluate(([walks, what, frames]) => globalThis.runWalking(walks, what, frames), [
    isWalking,
    view,
    FRAMES,
  ] as const);
  const processor = (1000 * ((await mainThreadSeconds(session)) - before)) / FRAMES;
  return { ...costs, processor };
}

/** Median of the rounds. */
function middle(rounds: readonly Costs[], cost: keyof Costs): number {
  return measureOf(rounds.map((round) => round[cost])).median;
}

async function measure(backend: WalkingBackend, view: WalkingView): Promise<object[]> {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE_MILLISECONDS);
  page.on('pageerror', (error) => console.error(error));
  await page.goto(`${pages.resolvedUrls?.local[0]}walking/index.html`);
  await page.waitForFunction(() => document.documentElement.dataset['ready'] !== undefined);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.evaluate(([url, people, name]) => globalThis.prepareWalking(url, people, name), [
    service.url,
    count,
    backend,
  ] as const);
  const rounds: Record<'standing' | 'walking', Costs[]> = { standing: [], walking: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    for (const who of ['standing', 'walking'] as const) {
      const costs = await run(page, session, who === 'walking', view);
      // The first round compiles.
      if (round > 0) rounds[who].push(costs);
    }
  }
  if (!((await page.evaluate(() => globalThis.walkedSeconds())) > 0.5)) throw new Error('Nobody walked.');
  await page.close();
  const rows = (['standing', 'walking'] as const).map((who) => ({
    backend,
    view,
    who,
    JavaScript: middle(rounds[who], 'milliseconds'),
    'main thread': middle(rounds[who], 'processor'),
    uploads: middle(rounds[who], 'uploads'),
    'uploaded kB': middle(rounds[who], 'uploadedBytes') / 1000,
  }));
  const [standing, walking] = rows;
  const ratio = (cost: 'JavaScript' | 'main thread'): number => walking[cost] / standing[cost];
  return [
    ...rows,
    {
      backend,
      view,
      who: 'ratio',
      JavaScript: ratio('JavaScript'),
      'main thread': ratio('main thread'),
    },
  ];
}

const count = Number(process.argv[2] ?? 5_000);
const service = await serveKit();
const pages = await createServer({
  configFile: join(import.meta.dirname, 'vite.config.ts'),
  logLevel: 'warn',
  // Clocks of isolated pages are exact to 5 µs, of others to 100.
  server: {
    host: '127.0.0.1',
    port: 0,
    headers: {
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    },
  },
});
await pages.listen();
const browser = await chromium.launch({ executablePath: findBrowser(), args: [...BROWSER_FLAGS] });
try {
  const rows: object[] = [];
  for (const backend of ['webgl', 'webgpu'] as const) {
    for (const view of ['few', 'many', 'all'] as const) rows.push(...(await measure(backend, view)));
  }
  console.table(
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([key, value]) => [
          key,
          typeof value === 'number' ? Number(value.toFixed(2)) : value,
        ]),
      ),
    ),
  );
} finally {
  await browser.close();
  await pages.close();
  await service.close();
}
