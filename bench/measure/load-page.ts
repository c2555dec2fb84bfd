import { setTimeout } from 'node:timers/promises';
import type { Browser } from 'playwright';
import { waitForGpu } from './gpu-done.js';

const BITS_A_SECOND = 10e6;
const LATENCY_MILLISECONDS = 40;
/** Number of requests after which the service compresses a file well. */
const REQUESTS = 20;
/** Time to compress the largest file well. */
const SLOWEST_FILE_MILLISECONDS = 15_000;

export interface LoadedFile {
  /** Bytes on the wire, headers included. */
  readonly bytes: number;
  /** When it was requested, and when its last byte had arrived, milliseconds since the navigation. */
  readonly from: number;
  readonly to: number;
}

/** When a page had submitted its first picture, and when the GPU had drawn it. */
export interface FirstPicture {
  readonly handedOver: number;
  readonly drawn: number;
}

declare global {
  interface Window {
    /** Set by the page, milliseconds since 1970. */
    readonly firstPicture?: FirstPicture;
  }
}

/** Returns a page that shows a crowd of the service and sets {@link Window.firstPicture}. */
export function crowdPage(crowd: string, key: string): string {
  return `<!doctype html><script type="module" src="/sdk/crowd-view.js"></script>
  <crowd-view crowd="${crowd}" src="/" api-key="${key}" style="display:block;width:640px;height:360px"></crowd-view>
  <script>document.querySelector('crowd-view').addEventListener('load', async ({ target }) => {
    const handedOver = performance.timeOrigin + performance.now();
    postMessage({ handedOver, drawn: await (${waitForGpu})(target.objects.renderer) });
  })</script>`;
}

/**
 * Opens a page in a new browser context.
 *
 * @param server address of the service that serves the page's files
 * @param isThrottled true for a line with 10 Mbit/s and 40 ms
 * @returns the files that had arrived with the first picture, by address, without those of workers
 */
export async function loadPage(
  browser: Browser,
  server: string,
  html: string,
  isThrottled: boolean,
): Promise<{ files: Map<string, LoadedFile>; seconds: FirstPicture }> {
  const context = await browser.newContext({ viewport: { width: 640, height: 360 } });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  page.on('pageerror', (error) => console.error(error));
  const address = new URL('wire', `${server}/`).href;
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

/** True if a script contains only code of three. Its first line names the bundled packages. */
export async function holdsThreeAlone(url: URL): Promise<boolean> {
  const [line] = (await (await fetch(url)).text()).split('\n');
  return line.startsWith('/*! Contains three ') && !/\), [@\w]/.test(line);
}

/** Requests files until the service has compressed them well, which shows when none gets smaller. */
export async function demand(addresses: Iterable<string>): Promise<void> {
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
