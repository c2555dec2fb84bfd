/**
 * What a page loads before it shows a crowd: compressed bytes by kind, when each file is asked for and there, and the times
 * until the last one is and until the first picture, in a new browser at 10 Mbit/s and 40 ms. A `<crowd-view>` by script tag,
 * from the built service, whose files are in demand: a first round asks for each as often as makes the service compress it
 * well. The first picture is handed over to the GPU when `load` is fired; a machine without one takes long to draw it then.
 * `ofACube` is the same for a page with one cube, drawn by the same renderer of three: what no crowd can be there before.
 *
 * `npm run build && npx tsx --tsconfig tsconfig.json bench/wire.ts [crowd]`: 1,000 people take 570 kB beside three in 28 requests,
 * of which assets are 361, the answer 43 and our scripts 166; three takes 221. A fetched bone texture would add 1.8 MB in place of
 * 0.13 of clips. On two cores, in an hour in which a cube is handed over after 0.56 to 0.59 s, the first picture is handed over after
 * 1.18 to 1.34 s; in a slow one, in which a cube took 0.62 to 0.69 s, after 1.75 to 1.77 s. Before scripts were joined, and clips
 * baked as they come, it was 1.90 to 2.01 s by turns with these.
 */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { createCrowdService, listen, SAMPLE_KEY } from 'three-crowd-server';
import { buildKit } from 'three-crowd-server/kit';
import { BROWSER_FLAGS, findBrowser } from '../test/support/find-browser.js';
import { cubePage } from './measure/cube-page.js';
import { crowdPage, demand, holdsThreeAlone, loadPage } from './measure/load-page.js';

const crowd = process.argv[2] ?? 'cr_Market1k';
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
