/**
 * When the first posed people are on the screen, and what the time before goes into: `<crowd-view>` by script tag, in a
 * browser without a cache, at 10 Mbit/s and 40 ms, from the built service, whose files are in demand.
 *
 * `npm run build && npx tsx --tsconfig tsconfig.json bench/first-picture.ts [crowd] [backend …]` prints milliseconds since
 * the navigation, the median of five visits, and processor time of the main thread's process and of the GPU's: a
 * software GPU does on the processor what a real one has hardware for. With the script files of an earlier build in the folder
 * `BEFORE`, these are measured in the same run.
 */
import { type Browser, chromium } from 'playwright';
import { BROWSER_FLAGS, findBrowser } from '../test/support/find-browser.js';
import { measureOf } from './measure/statistics.js';
import { demand, preparePage, type Served, serveSdk, throttle, untilLoaded } from './served-page.js';

const VISITS = 5;
const [crowd = 'cr_Market1k', ...backends] = process.argv.slice(2);

/** What is watched from outside, in the order in which it happens in a page. */
interface Marks {
  [name: string]: number;
}

const before = process.env['BEFORE'];
const builds = new Map([['', await serveSdk()]]);
if (before) builds.set(' before', await serveSdk(before));
const browser = await chromium.launch({ executablePath: findBrowser(), args: [...BROWSER_FLAGS] });
try {
  const asked = backends.length > 0 ? backends : ['webgl', 'webgpu'];
  const lanes = asked.flatMap((backend) =>
    [...builds].map(([build, served]) => ({ name: backend + build, backend, served, visits: [] as Marks[] })),
  );
  const files: string[] = [];
  for (const { served, backend } of lanes) files.push(...(await visitForFiles(browser, served, backend)));
  await demand(new Set(files));
  // In turn, so that what else the machine does slows down all alike.
  for (let round = 0; round < VISITS; round++) {
    for (const { name, served, backend, visits } of lanes) {
      const marks = await visit(browser, served, backend);
      visits.push(marks);
      console.error(`${name}: ${Math.round(marks['on screen'])} ms`);
    }
  }
  const names = new Set(lanes.flatMap(({ visits }) => visits.flatMap(Object.keys)));
  const rows = [...names].map((name) => {
    const medians = lanes.map((lane) => [lane.name, medianOf(lane.visits, name)] as const);
    return [name, Object.fromEntries(medians)] as const;
  });
  console.table(Object.fromEntries(rows));
} finally {
  await browser.close();
  for (const served of builds.values()) await served.close();
}

/** Rounded; undefined where it never happened. */
function medianOf(visits: readonly Marks[], name: string): number | undefined {
  const times = visits.map((marks) => marks[name]).filter((time) => time !== undefined);
  return times.length > 0 ? Math.round(measureOf(times).median) : undefined;
}

/** Addresses of what a page loads. */
async function visitForFiles(browser: Browser, served: Served, backend: string): Promise<string[]> {
  const prepared = await preparePage(browser, served, crowd, `backend="${backend}"`);
  await untilLoaded(prepared);
  const files = await prepared.page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name),
  );
  await prepared.context.close();
  return files;
}

async function visit(browser: Browser, served: Served, backend: string): Promise<Marks> {
  const prepared = await preparePage(browser, served, crowd, `backend="${backend}"`);
  const { page, network, context } = prepared;
  const processes = await browser.newBrowserCDPSession();
  // What esbuild calls functions by, where this script runs.
  await page.addInitScript('globalThis.__name = (named) => named');
  await page.addInitScript(watchPage);
  await throttle(network);
  const before = await processorTime(processes);
  await untilLoaded(prepared);
  const marks = await page.evaluate(readMarks);
  const after = await processorTime(processes);
  await context.close();
  return {
    ...marks,
    'processor: page': (after['renderer'] - (before['renderer'] ?? 0)) * 1000,
    'processor: GPU': (after['GPU'] - (before['GPU'] ?? 0)) * 1000,
  };
}

/** Seconds of processor time by kind of process. */
async function processorTime(
  session: Awaited<ReturnType<Browser['newBrowserCDPSession']>>,
): Promise<Record<string, number>> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const times: Record<string, number> = {};
  for (const { type, cpuTime } of processInfo) times[type] = (times[type] ?? 0) + cpuTime;
  return times;
}

/** Runs in the page before its own scripts: notes when things first happen. */
function watchPage(): void {
  const marks: Record<string, number> = {};
  const note = (name: string): void => {
    marks[name] ??= performance.now();
  };
  Object.assign(globalThis, { marks });
  /** Notes a mark whenever a method is called. */
  const watch = (prototype: object | undefined, method: string, name: string): void => {
    if (!prototype) return;
    const own = Reflect.get(prototype, method) as (...given: unknown[]) => unknown;
    Reflect.set(prototype, method, function (this: unknown, ...given: unknown[]) {
      note(name);
      return own.apply(this, given);
    });
  };
  watch(CustomElementRegistry.prototype, 'define', 'script evaluated');
  watch(HTMLCanvasElement.prototype, 'getContext', 'renderer begun');
  watch(Worker.prototype, 'postMessage', 'baking begun');
  for (const method of ['drawElements', 'drawElementsInstanced', 'drawArrays', 'drawArraysInstanced']) {
    watch(WebGL2RenderingContext.prototype, method, 'first draw');
  }
  watch(globalThis.GPUQueue?.prototype, 'submit', 'first draw');
}

/** Marks and files, in the page, when its first frame is on the screen. */
async function readMarks(): Promise<Record<string, number>> {
  const { marks } = globalThis as unknown as { marks: Record<string, number> };
  const load = Number(document.documentElement.dataset['at']);
  // The first draws the crowd; when the second comes, that frame is there.
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  const onScreen = performance.now();
  const ends: Record<string, number> = {};
  for (const { name, responseEnd } of performance.getEntriesByType(
    'resource',
  ) as PerformanceResourceTiming[]) {
    const path = new URL(name).pathname;
    const kind = path.startsWith('/sdk/')
      ? `scripts`
      : path.replace(/^.*\/(v1\/crowd|clips)\/.*$/, '$1').replace(/^.*\//, '');
    ends[`${kind} there`] = Math.max(ends[`${kind} there`] ?? 0, responseEnd);
  }
  const all = { ...marks, ...ends, 'load event': load, 'on screen': onScreen };
  return Object.fromEntries(Object.entries(all).sort(([, a], [, b]) => a - b));
}
