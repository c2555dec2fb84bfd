/**
 * What a page loads before it shows a crowd: compressed bytes by kind, in a new browser. A `<crowd-view>` by script tag, from
 * the built service, whose files are in demand. `bench/first-picture.ts` tells when the picture is there.
 *
 * `npm run build && npx tsx --tsconfig tsconfig.json bench/wire.ts [crowd]`: 1,000 people take 596 kB beside three, of which
 * assets are 385, the answer 43 and our scripts 167. A fetched bone texture would add 1.8 MB in place of 0.13 of clips.
 */
import { chromium } from 'playwright';
import { BROWSER_FLAGS, findBrowser } from '../test/support/find-browser.js';
import { demand, preparePage, serveSdk, untilLoaded } from './served-page.js';

const crowd = process.argv[2] ?? 'cr_Market1k';
const served = await serveSdk();
const browser = await chromium.launch({ executablePath: findBrowser(), args: [...BROWSER_FLAGS] });
try {
  await demand((await loadPage()).keys());
  const bytes = await loadPage();
  const rows = [...bytes].map(([url, length]) => ({ file: new URL(url).pathname, kB: length / 1000 }));
  console.table(rows.sort((a, b) => b.kB - a.kB));
  const sum = (of: typeof rows) => Math.round(of.reduce((total, { kB }) => total + kB, 0));
  const scripts = rows.filter(({ file }) => file.startsWith('/sdk/'));
  const isOfThree = await Promise.all(scripts.map(({ file }) => holdsThreeAlone(new URL(file, served.url))));
  console.log({
    crowd,
    three: sum(scripts.filter((_, i) => isOfThree[i])),
    sdk: sum(scripts.filter((_, i) => !isOfThree[i])),
    response: sum(rows.filter(({ file }) => file.startsWith('/v1/'))),
    assets: sum(rows.filter(({ file }) => file.startsWith('/assets/'))),
    besideThree: sum(rows) - sum(scripts.filter((_, i) => isOfThree[i])),
    requests: rows.length,
  });
} finally {
  await browser.close();
  await served.close();
}

/** Bytes of each address. */
async function loadPage(): Promise<Map<string, number>> {
  const prepared = await preparePage(browser, served, crowd);
  const { network, context } = prepared;
  const addresses = new Map<string, string>();
  const bytes = new Map<string, number>();
  network.on('Network.requestWillBeSent', ({ requestId, request }) => addresses.set(requestId, request.url));
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = addresses.get(requestId);
    if (url && !url.endsWith('/wire')) bytes.set(url, encodedDataLength);
  });
  await untilLoaded(prepared);
  await context.close();
  return bytes;
}

/** Whether a script is three's and nobody else's: the build says at its start whose code is in it. */
async function holdsThreeAlone(url: URL): Promise<boolean> {
  const [line] = (await (await fetch(url)).text()).split('\n');
  return line.startsWith('/*! Contains three ') && !/\), [@\w]/.test(line);
}
