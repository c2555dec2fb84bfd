/**
 * What it costs a page that its crowd walks, beside the same characters with `motion: false`: milliseconds a frame of the
 * main thread with the simulation in a worker, in one page and taking turns.
 *
 * `npx tsx --tsconfig tsconfig.json bench/walking.ts [count]`, in the system's Chromium with a software GPU, whose work shares
 * the processor with the page. So three times are told apart: what a frame takes by the clock (`update` and `render`), how
 * much of that is JavaScript and how much calls to the GPU, which copy and wait; and the processor time of the page's main
 * thread, in which no wait counts, but all that the browser itself does there.
 *
 * Of 5,000 in a slow hour, that was 1.46 times the standing crowd's on WebGL with few in the picture, and 1.44 on WebGPU; with many,
 * who are all near, 1.97 times on WebGL, 4.3 ms in place of 2.2, and 1.85 on WebGPU, with 158 uploads a frame. Of what walking
 * adds with many on WebGL, by samples of that thread alone, two fifths are feet that are kept on their places, a seventh the
 * records of layers in the order of slots (`SlotTexture`), a fifth the steps of all 5,000, which are 20 a second, and the rest
 * mostly calls to the GPU. Nothing of it is positions between two steps, which shaders find.
 */
import { join } from 'node:path';
import { type CDPSession, chromium, type Page } from 'playwright';
import { createServer } from 'vite';
import { BROWSER_FLAGS, findBrowser } from '../test/support/find-browser.js';
import { serveKit } from './headless/serve-kit.js';
import { measureOf } from './measure/statistics.js';
import type { FrameCosts, WalkingBackend, WalkingView } from './walking/page.js';

/** In a software GPU the first frames of large crowds take minutes. */
const PATIENCE_MILLISECONDS = 600_000;
const ROUNDS = 3;
/** In a round. A software GPU takes long to draw many. */
const FRAMES: Readonly<Record<WalkingView, number>> = { few: 30, many: 12 };

interface Costs extends FrameCosts {
  readonly javascript: number;
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
    FRAMES[view],
  ] as const);
  const processor = (1000 * ((await mainThreadSeconds(session)) - before)) / FRAMES[view];
  return { ...costs, javascript: costs.milliseconds - costs.gpuMilliseconds, processor };
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
    clock: middle(rounds[who], 'milliseconds'),
    'GPU calls': middle(rounds[who], 'gpuMilliseconds'),
    JavaScript: middle(rounds[who], 'javascript'),
    'main thread': middle(rounds[who], 'processor'),
    uploads: middle(rounds[who], 'uploads'),
    'uploaded kB': middle(rounds[who], 'uploadedBytes') / 1000,
  }));
  const [standing, walking] = rows;
  const ratio = (cost: 'clock' | 'GPU calls' | 'JavaScript' | 'main thread'): number =>
    walking[cost] / standing[cost];
  return [
    ...rows,
    {
      backend,
      view,
      who: 'ratio',
      clock: ratio('clock'),
      'GPU calls': ratio('GPU calls'),
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
    for (const view of ['few', 'many'] as const) rows.push(...(await measure(backend, view)));
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
