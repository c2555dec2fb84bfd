/**
 * Lists the files that a page loads before it shows a crowd at 10 Mbit/s and 40 ms: compressed bytes, times of request and
 * arrival, and the time of the first picture. A first round requests each file until the service has compressed it well.
 * `ofACube` is the time of a page with one cube, drawn by the same renderer, as a baseline.
 *
 * Notes: 1,000 people take 570 kB beside three in 28 requests: assets 361, the answer 43, our scripts 166; three takes 221.
 * On two cores, where a cube took 0.56 to 0.59 s, the first picture took 1.18 to 1.34 s.
 */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { createCrowdService, listen, SAMPLE_KEY } from 'three-crowd-server';
import { buildKit } from 'three-crowd-server/kit';
import { BROWSER_FLAGS, findBrowser } from '../test/support/find-browser.js';
import { commandLine } from './command-line.js';
import { cubePage } from './measure/cube-page.js';
import { crowdPage, demand, holdsThreeAlone, loadPage } from './measure/load-page.js';

const [crowd = 'cr_Market1k'] = commandLine(
  'npx tsx --tsconfig tsconfig.json bench/wire.ts',
  'Lists what a page loads before it shows a crowd. Needs npm run build.',
)
  .argument('[crowd]', 'id of a sample crowd (default: cr_Market1k)')
  .parse().args;
const page = crowdPage(crowd, SAMPLE_KEY);
const sdk = join(import.meta.dirname, '../src/server/dist/sdk');
const service = await createCrowdService({ kit: await buildKit(), sdk });
const server = await listen(service);
const browser = await chromium.launch({ executablePath: findBrowser(), args: [...BROWSER_FLAGS] });
try {
  await demand((await loadPage(browser, server.url, page, false)).files.keys());
  const [webgpu] = readdirSync(sdk).filter((name) => name.startsWith('webgpu-renderer'));
  const ofACube = (await loadPage(browser, server.url, cubePage('/sdk/three.js', `/sdk/${webgpu}`), true))
    .seconds;
  const { files, seconds } = await loadPage(browser, server.url, page, true);
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
