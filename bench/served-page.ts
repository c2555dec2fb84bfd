/**
 * The built service and its script files in demand, for measuring what a page of theirs loads: a first round asks for each
 * file as often as makes the service compress it well.
 */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright';
import { createCrowdService, listen, SAMPLE_KEY } from 'three-crowd-server';
import { buildKit } from 'three-crowd-server/kit';

const BITS_A_SECOND = 10e6;
const LATENCY_MILLISECONDS = 40;
/** Requests that the service takes for a demand. */
const REQUESTS = 20;
/** Time to compress the largest file well. */
const SLOWEST_FILE_MILLISECONDS = 15_000;
const SDK = join(import.meta.dirname, '../src/server/dist/sdk');
/** CSS pixels. */
const SIZE = { width: 640, height: 360 };

export interface Served {
  /** Without a slash at the end. */
  readonly url: string;
  close(): Promise<void>;
}

/** @param sdk folder of the script files @default those of the last build */
export async function serveSdk(sdk = SDK): Promise<Served> {
  const service = await createCrowdService({ kit: await buildKit(), sdk });
  const server = await listen(service);
  const close = async (): Promise<void> => {
    await server.close();
    await service.close();
  };
  return { url: server.url, close };
}

/** A page that shows a crowd by `<crowd-view>`, in a browser without a cache, not yet opened. */
export interface ServedPage {
  readonly page: Page;
  readonly network: CDPSession;
  readonly address: string;
  readonly context: BrowserContext;
}

/** @param attributes of the element, beside its crowd */
export async function preparePage(
  browser: Browser,
  { url }: Served,
  crowd: string,
  attributes = '',
): Promise<ServedPage> {
  const context = await browser.newContext({ viewport: SIZE });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  page.on('pageerror', (error) => console.error(error));
  const address = new URL('wire', `${url}/`).href;
  const body = `<!doctype html><script type="module" src="/sdk/three-crowd.js"></script>
<crowd-view crowd="${crowd}" src="/" api-key="${SAMPLE_KEY}" ${attributes} style="display:block;width:${SIZE.width}px;height:${SIZE.height}px"></crowd-view>
<script>document.querySelector('crowd-view').addEventListener('load', () => (document.documentElement.dataset.at = performance.now()))</script>`;
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body }));
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  return { page, network, address, context };
}

/** 10 Mbit/s, and 40 ms for each answer. */
export async function throttle(network: CDPSession): Promise<void> {
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MILLISECONDS,
    downloadThroughput: BITS_A_SECOND / 8,
    uploadThroughput: BITS_A_SECOND / 8,
  });
}

/** Opens the page. @returns seconds until its crowd was there */
export async function untilLoaded({ page, address }: ServedPage): Promise<number> {
  await page.goto(address);
  await page.waitForFunction(() => document.documentElement.dataset['at'] !== undefined);
  return page.evaluate(() => Number(document.documentElement.dataset['at']) / 1000);
}

/** Asks for files until none of them gets smaller any more. */
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
