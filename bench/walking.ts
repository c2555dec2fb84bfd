/**
 * Compares a page whose crowd walks with the same page with `motion: false`, by turns, simulation in a worker. All draws have
 * a count of 0, since a software GPU would take both cores.
 *
 * `JavaScript` is the time of `update` and `render` by the clock; `main thread` is processor time, which excludes waiting.
 * Both are of compiled code.
 *
 * Notes: with 5,000 people, walking takes 1.40 times the processor time on WebGL and 1.30 on WebGPU with few in view; 2.1 and
 * 1.7 with many feet planted; 1.8 with all in view. Runs differ by a tenth.
 */
import { InvalidArgumentError } from 'commander';
import type { CDPSession, Page } from 'playwright';
import { commandLine } from './command-line.js';
import { serveSourcePages } from './headless/source-pages.js';
import { measureOf } from './measure/statistics.js';
import type { FrameCosts, WalkingBackend, WalkingView } from './walking/page.js';

const ROUNDS = 3;
/** Frames in a round. */
const FRAMES = 300;

interface Costs extends FrameCosts {
  /** Milliseconds of processor time of the main thread, a frame. */
  readonly processor: number;
}

/** Processor time of the page's main thread so far, seconds. */
async function mainThreadSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const found = metrics.find(({ name }) => name === 'TaskDuration');
  if (!found) throw new Error('The browser does not report TaskDuration.');
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

function parseCount(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('It is a whole number above 0.');
  return Number(text);
}

/** Median of the rounds. */
function middle(rounds: readonly Costs[], cost: keyof Costs): number {
  return measureOf(rounds.map((round) => round[cost])).median;
}

async function measure(backend: WalkingBackend, view: WalkingView): Promise<object[]> {
  const page = await pages.open('walking/page.ts');
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.evaluate(([url, people, name]) => globalThis.prepareWalking(url, people, name), [
    pages.service,
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
  if (!((await page.evaluate(() => globalThis.walkedSeconds())) > 0.5))
    throw new Error('The crowd did not walk.');
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

const [count] = commandLine(
  'npx tsx --tsconfig tsconfig.json bench/walking.ts',
  'Compares the frame times of a walking crowd with those of a standing one.',
)
  .argument('[count]', 'number of characters', parseCount, 5_000)
  .parse().processedArgs as [number];
// Clocks of isolated pages are exact to 5 µs, of others to 100.
const pages = await serveSourcePages({
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
});
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
  await pages.close();
}
