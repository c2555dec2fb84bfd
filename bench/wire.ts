/**
 * What a page loads before it shows a crowd: compressed bytes by kind, when each file is asked for and there, and the times
 * until the last one is and until the first picture, in a new browser at 10 Mbit/s and 40 ms. A `<crowd-view>` by script tag,
 * from the built service, whose files are in demand: a first round asks for each as often as makes the service compress it
 * well. The first picture is handed over to the GPU when `load` is fired; a machine without one takes long to draw it then.
 * `ofACube` is the same for a page with one cube, drawn by the same renderer of three: what no crowd can be there before.
 *
 * `npm run build && npx tsx --tsconfig tsconfig.json bench/wire.ts [crowd]`: 1,000 people take 570 kB beside three in 28 requests,
 * of which assets are 361, the answer 43 and our scripts 166; three takes 221. A fetched bone texture would add 1.8 MB in place of
 * 0.13 of clips. On two cores, in a slow hour in which a cube is handed over after 0.62 to 0.69 s, the first picture is handed over
 * after 1.75 to 1.77 s. Before scripts were joined, and clips baked as they come, it was 1.90 to 2.01 s by turns with these, and
 * 1.30 to 1.40 s in a quick hour, in which a cube took 0.51 to 0.56 s.
 */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chromium } from 'playwright';
import { createCrowdService, listen, SAMPLE_KEY } from 'three-crowd-server';
import { buildKit } from 'three-crowd-server/kit';
import { BROWSER_FLAGS, findBrowser } from '../test/support/find-browser.js';
import { cubePage } from './measure/cube-page.js';
import { waitForGpu } from './measure/gpu-done.js';

const BITS_A_SECOND = 10e6;
const LATENCY_MILLISECONDS = 40;
/** Requests that the service takes for a demand. */
const REQUESTS = 20;
/** Time to compress the largest file well. */
const SLOWEST_FILE_MILLISECONDS = 15_000;

const crowd = process.argv[2] ?? 'cr_Market1k';
const CROWD_PAGE = `<!doctype html><script type="module" src="/sdk/crowd-view.js"></script>
  <crowd-view crowd="${crowd}" src="/" api-key="${SAMPLE_KEY}" style="display:block;width:640px;height:360px"></crowd-view>
  <script>document.querySelector('crowd-view').addEventListener('load', async ({ target }) => {
    const handedOver = performance.timeOrigin + performance.now();
    postMessage({ handedOver, drawn: await (${waitForGpu})(target.objects.renderer) });
  })</script>`;
const sdk = join(import.meta.dirname, '../src/server/dist/sdk');
const service = await createCrowdService({ kit: await buildKit(), sdk });
const server = await listen(service);
const browser = await chromium.launch({ executablePath: findBrowser(), args: [...BROWSER_FLAGS] });
try {
  await demand((await loadPage(CROWD_PAGE, false)).files.keys());
  const [webgpu] = readdirSync(sdk).filter((name) => name.startsWith('webgpu-renderer'));
  const ofACube = (await loadPage(cubePage('/sdk/three.js', `/sdk/${webgpu}`), true)).seconds;
  const { files, seconds } = await loadPage(CROWD_PAGE, true);
  const rows = [...files].map(([url, { bytes, from, to }]) => {
    return { file: new URL(url).pathname, kB: bytes / 1000, from: Math.round(from), to: Math.round(to) };
  });
  console.table(rows.sort((a, b) => a.from - b.from));
  const sum = (of: typeof rows) => Math.round(of.reduce((total, { kB }) => total + kB, 0));
  const scripts = rows.filter(({ file }) => file.startsWith('/sdk/'));
  const isOfThree = await Promise.all(scripts.map(({ file }) => holdsThreeAlone(new URL(file, server.url))));
  console.log({
    crowd,
    three: sum(scripts.filter((_, i) => isOfThree[i])),
    sdk: sum(scripts.filter((_, i) => !isOfThree[i])),
    response: sum(rows.filter(({ file }) => file.startsWith('/v1/'))),
    assets: sum(rows.filter(({ file }) => file.startsWith('/assets/'))),
    besideThree: sum(rows) - sum(scripts.filter((_, i) => isOfThree[i])),
    requests: rows.length,
    secondsToLastFile: Math.max(...rows.map(({ to }) => to)) / 1000,
    secondsToFirstPicture: seconds,
    ofACube,
  });
} finally {
  await browser.close();
  await server.close();
  await service.close();
}

interface LoadedFile {
  /** As they came, headers included. */
  readonly bytes: number;
  /** When it was asked for, and when the last byte of it was there: milliseconds since the navigation. */
  readonly from: number;
  readonly to: number;
}

/** When a page has handed its first picture over to the GPU, and when that has drawn it. */
interface FirstPicture {
  readonly handedOver: number;
  readonly drawn: number;
}

declare global {
  interface Window {
    /** Milliseconds since 1970; what the page says of itself. */
    readonly firstPicture?: FirstPicture;
  }
}

/** The files that had come by the time that the picture was there, by address. Those of workers are not among them. */
async function loadPage(
  html: string,
  isThrottled: boolean,
): Promise<{ files: Map<string, LoadedFile>; seconds: FirstPicture }> {
  const context = await browser.newContext({ viewport: { width: 640, height: 360 } });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  page.on('pageerror', (error) => console.error(error));
  const address = new URL('wire', `${server.url}/`).href;
  await page.addInitScript(() => {
    addEventListener('message', ({ data }) => Object.assign(window, { firstPicture: data }));
  });
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: html }));
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  if (isThrottled) {
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: LATENCY_MILLISECONDS,
      downloadThroughput: BITS_A_SECOND / 8,
      uploadThroughput: BITS_A_SECOND / 8,
    });
  }
  const requests = new Map<string, { url: string; at: number }>();
  const files = new Map<string, LoadedFile>();
  let begun: number | undefined;
  network.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    begun ??= timestamp;
    requests.set(requestId, { url: request.url, at: timestamp });
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength: bytes, timestamp }) => {
    const { url, at } = requests.get(requestId) ?? { url: address, at: 0 };
    if (url === address || begun === undefined) return;
    files.set(url, { bytes, from: (at - begun) * 1000, to: (timestamp - begun) * 1000 });
  });
  await page.goto(address);
  const told = await page.waitForFunction(() => window.firstPicture);
  const { handedOver, drawn } = (await told.jsonValue()) as FirstPicture;
  const start = await page.evaluate(() => performance.timeOrigin);
  await context.close();
  return { files, seconds: { handedOver: (handedOver - start) / 1000, drawn: (drawn - start) / 1000 } };
}

/** Whether a script is three's and nobody else's: the build says at its start whose code is in it. */
async function holdsThreeAlone(url: URL): Promise<boolean> {
  const [line] = (await (await fetch(url)).text()).split('\n');
  return line.startsWith('/*! Contains three ') && !/\), [@\w]/.test(line);
}

/** Asks for files until none of them gets smaller any more. */
async function demand(addresses: Iterable<string>): Promise<void> {
  const files = [...addresses].filter((url) => /\/(assets|sdk)\//.test(url));
  const tags = async () =>
    Promise.all(
      files.map(async (url) =>
        (await fetch(url, { headers: { 'Accept-Encoding': 'br' } })).headers.get('etag'),
      ),
    );
  for (let request = 0; request < REQUESTS; request++) await tags();
  let [before, after] = [await tags(), [''] as (string | null)[]];
  while (before.join() !== after.join()) {
    before = await tags();
    await setTimeout(SLOWEST_FILE_MILLISECONDS);
    after = await tags();
  }
}
