/**
 * Makes the film of the README from the built service, in the software GPU of a headless Chromium:
 *
 *     npm run build && npx tsx bench/film.ts
 *
 * `FILM_FRAMES` names a folder that keeps the frames, and `--from 49` draws the frames of an earlier run from there on.
 *
 * The page's clock advances by a tenth of a second a frame, however long a frame takes to draw. Needs `img2webp` (Debian's
 * package `webp`).
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import ts from 'typescript';
import { toJavaScript } from '../examples/page/to-javascript.js';
import { writePage } from '../examples/page/write-page.js';
import { BROWSER_FLAGS, findBrowser } from '../test/support/find-browser.js';
import { serveKit } from './headless/serve-kit.js';

const TARGET = resolve(import.meta.dirname, '../examples/pictures/film.webp');
const PROGRAM = join(import.meta.dirname, 'film/program.ts');
const [WIDTH, HEIGHT] = [640, 360];
const FRAME_MILLISECONDS = 100;
const { frames, from, quality } = parseArgs({
  options: {
    frames: { type: 'string', default: '74' },
    from: { type: 'string', default: '0' },
    quality: { type: 'string', default: '50' },
  },
}).values;

const server = await serveKit(resolve(import.meta.dirname, '../src/server/dist/examples'));
const browser = await chromium.launch({ executablePath: findBrowser(), args: [...BROWSER_FLAGS] });
const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
page.on('pageerror', (error) => console.error(error));
// The page requests frames as usual; `drawFrame` runs them. A text, since tsx adds a helper to functions that pages lack.
await page.addInitScript(`
  const waiting = [];
  const nextFrame = requestAnimationFrame;
  let now = 0;
  globalThis.requestAnimationFrame = (draw) => waiting.push(draw);
  globalThis.drawFrame = (milliseconds) => new Promise((done) => {
    now += milliseconds;
    for (const draw of waiting.splice(0)) draw(now);
    nextFrame(done);
  });
`);
await page.route('**/examples/film.html*', (route) =>
  route.fulfill({
    contentType: 'text/html',
    body: writePage({
      title: 'Film',
      javascript: toJavaScript(ts, readFileSync(PROGRAM, 'utf8')),
      modules: `${server.url}/examples/modules/`,
    }),
  }),
);
await page.goto(`${server.url}/examples/film.html?from=${from}`);
await page.waitForFunction(() => document.documentElement.dataset['ready'], undefined, {
  timeout: 300_000,
  polling: 100,
});

const folder = process.env['FILM_FRAMES'] ?? mkdtempSync(join(tmpdir(), 'film-'));
const files: string[] = [];
for (let frame = 0; frame < Number(frames); frame++) {
  files.push(join(folder, `${String(frame).padStart(3, '0')}.png`));
  if (frame < Number(from)) continue;
  await page.evaluate(`drawFrame(${FRAME_MILLISECONDS})`);
  await page.screenshot({ path: files[frame], timeout: 120_000, animations: 'allow' });
  console.log(`Frame ${frame + 1} of ${frames}`);
}
await browser.close();
await server.close();
const options = ['-loop', '0', '-lossy', '-q', quality, '-m', '4', '-d', String(FRAME_MILLISECONDS)];
execFileSync('img2webp', [...options, ...files, '-o', TARGET]);
if (folder !== process.env['FILM_FRAMES']) rmSync(folder, { recursive: true });
console.log(`${TARGET}: ${(statSync(TARGET).size / 1e6).toFixed(2)} MB`);
