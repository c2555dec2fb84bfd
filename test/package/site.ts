/**
 * Opens the pages of the documentation site on a static server in a real browser. Status 1 if a link or picture is missing, a
 * page logs to the console, is wider than a phone, animates under `prefers-reduced-motion`, cannot be used by keyboard or
 * violates a rule of axe, or if an example, the playground, the gallery or the benchmark page does not work from static files.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { commandLine } from '../../bench/command-line.js';
import { WRITTEN_SERVICE } from '../../examples/page/service-address.js';
import type { CrowdViewElement } from '../../src/element/index.js';
import { REMARKS } from '../support/e2e/example-remarks.js';
import { findBarriers } from '../support/e2e/find-barriers.js';
import { slowFrames } from '../support/e2e/hold-frames.js';
import { watchComplaints } from '../support/e2e/watch-complaints.js';
import { BROWSER_FLAGS, findBrowser } from '../support/find-browser.js';
import { ROOT } from '../support/package/pack.js';
import { serveDirectory } from '../support/package/serve-directory.js';

const [directory = resolve(ROOT, 'dist/site')] = commandLine(
  'npm run test:site --',
  'Opens all pages of the documentation site. Needs npm run build:site. SITE_BASE is the path that it was built for.',
)
  .argument('[directory]', 'directory of the site (default: dist/site)')
  .parse().args;
const DIRECTORY = resolve(directory);
if (!existsSync(DIRECTORY))
  throw new Error(`There is no directory ${DIRECTORY}: run npm run build:site first.`);
/** Pages that TypeDoc makes. One is opened, for its links, and not asked for barriers. */
const OF_TYPEDOC = /^reference\//;
/** Pages of the examples and of the benchmark, which draw; how they look and are used has tests of its own. */
const OF_EXAMPLES = /^examples\//;
/** VitePress's page for wrong addresses, and the page of the playground's frame, which waits for a program. */
const NOT_OPENED = /^404\.html$|^examples\/playground\//;
const BASE = process.env['SITE_BASE'] ?? '/';
/** Few enough for a software renderer; each page takes of it what it understands. */
const FEW_PEOPLE = '?crowd=cr_Teahouse&count=40&backend=webgl';
const LONGEST_WAIT_MILLISECONDS = 240_000;
const SMALL = { width: 480, height: 270 };
const NARROW = { width: 390, height: 844 };
const WIDE = { width: 1280, height: 800 };
/** Presses of a key after which the page has answered: with its own links, or with the search. */
const PRESSES = 12;

const files = readdirSync(DIRECTORY, { recursive: true, encoding: 'utf8' });
const pages = files.filter((file) => file.endsWith('.html') && !NOT_OPENED.test(file)).toSorted();
const examples = pages.filter((page) => OF_EXAMPLES.test(page));
const own = pages.filter((page) => !OF_TYPEDOC.test(page) && !OF_EXAMPLES.test(page));
const opened = [...own, ...pages.filter((page) => OF_TYPEDOC.test(page)).slice(0, 1)];
if (own.length < 20 || examples.length < 20)
  throw new Error(
    `${DIRECTORY} has ${own.length} pages and ${examples.length} of examples: run npm run build:site first.`,
  );

const site = await serveDirectory(DIRECTORY, { base: BASE, headers: readHeaders() });
const browser = await chromium.launch({ executablePath: findBrowser(), args: [...BROWSER_FLAGS] });
const problems: string[] = [];
/** Address without its fragment → ids in the page, or undefined for a file that is no page. */
const known = new Map<string, Promise<ReadonlySet<string> | undefined>>();
let links = 0;
try {
  for (const name of opened) {
    for (const problem of await inspect(browser, name)) problems.push(`${name}: ${problem}`);
  }
  for (const name of examples) {
    for (const problem of await tryExample(browser, name)) problems.push(`${name}: ${problem}`);
  }
  problems.push(...(await search(browser)), ...(await findTwins()));
} finally {
  await browser.close();
  site.close();
}
console.log(
  `${opened.length + examples.length} pages, ${links} links and pictures, ${problems.length} problems.`,
);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

async function inspect(browser: Browser, name: string): Promise<string[]> {
  const context = await browser.newContext({ viewport: WIDE, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const complaints = watchComplaints(page);
  await page.goto(new URL(name, site.url).href, { waitUntil: 'networkidle' });
  const found = [
    ...(OF_TYPEDOC.test(name) ? [] : await findBarriers(page)).map((barrier) => `axe: ${barrier}`),
    ...(await reachByKeyboard(page)),
    ...(await findMotion(page)),
    ...(await followLinks(page)),
  ];
  await page.setViewportSize(NARROW);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  if (width > NARROW.width) found.push(`is ${width} px wide on a phone of ${NARROW.width}`);
  found.push(...complaints.map((text) => `the console has: ${text}`));
  await context.close();
  return found;
}

/** What the site asks its host to say with every file: Netlify and Cloudflare Pages read it so. */
function readHeaders(): Record<string, string> {
  const lines = readFileSync(resolve(DIRECTORY, '_headers'), 'utf8').matchAll(/^ +([\w-]+): (.*)$/gm);
  return Object.fromEntries(Array.from(lines, ([, name, value]) => [name, value]));
}

/** A page of the examples shows what it is about, has no dead link, and says nothing on the console. */
async function tryExample(browser: Browser, name: string): Promise<string[]> {
  const page = await browser.newPage({ viewport: SMALL });
  const complaints = watchComplaints(page);
  await slowFrames(page);
  await page.goto(new URL(`${name}${FEW_PEOPLE}`, site.url).href);
  const found: string[] = [];
  try {
    await waitUntilShown(page, name);
    if (name.endsWith('/playground.html')) found.push(...(await takeAway(page)));
  } catch (error) {
    const said = await page.locator('#message, #problems').allTextContents();
    found.push(`${(error as Error).message} It says: ${said.join(' ') || 'nothing'}`);
  }
  found.push(...(await followLinks(page)));
  const remarks = REMARKS[basename(name, '.html')] ?? [];
  found.push(
    ...complaints.filter((text) => !remarks.includes(text)).map((text) => `the console has: ${text}`),
  );
  await page.close();
  return found;
}

async function waitUntilShown(page: Page, name: string): Promise<void> {
  const waiting = { timeout: LONGEST_WAIT_MILLISECONDS, polling: 250 };
  if (name.startsWith('examples/guides/')) return;
  if (name === 'examples/bench/index.html') {
    await page.getByRole('button', { name: 'Measure', disabled: false }).waitFor(waiting);
  } else if (name === 'examples/validation.html') {
    await page.waitForFunction(
      () => Number(document.getElementById('seconds')?.textContent) > 0,
      null,
      waiting,
    );
  } else {
    await page.waitForFunction(() => document.documentElement.dataset['ready'], null, waiting);
    if (name === 'examples/gallery.html') return;
    await page.waitForFunction(
      () => {
        const { ready, characters } = document.documentElement.dataset;
        const numbers = document.getElementById('numbers')?.textContent ?? '';
        const view = document.querySelector<CrowdViewElement>('crowd-view');
        const drawn =
          view?.crowdObject?.stats.characters ?? characters ?? /Characters\s*(\d+)/.exec(numbers)?.[1];
        return ready === 'error' || Number(drawn) > 0;
      },
      null,
      waiting,
    );
    const ready = await page.evaluate(() => document.documentElement.dataset['ready']);
    if (ready !== 'true') throw new Error('It does not draw.');
  }
}

/** A program that leaves a host of files asks for a service where it goes, and the playground says so. */
async function takeAway(page: Page): Promise<string[]> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByLabel('Export').selectOption('html'),
  ]);
  const text = await readFile(await file.path(), 'utf8');
  const problems: string[] = [];
  if (!text.includes(`'${WRITTEN_SERVICE}'`))
    problems.push('a page that is taken away asks this host for crowds');
  const status = (await page.locator('#status').textContent()) ?? '';
  if (!status.includes('npx three-crowd-server serve')) problems.push(`the playground says: ${status}`);
  return problems;
}

/** Tab moves through different things, each of which shows that it is meant. */
async function reachByKeyboard(page: Page): Promise<string[]> {
  const reached = new Set<string>();
  for (let press = 0; press < PRESSES; press++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200) ?? '');
    reached.add(focused);
  }
  return reached.size < PRESSES / 2
    ? [`the Tab key reaches ${reached.size} things in ${PRESSES} presses`]
    : [];
}

async function findMotion(page: Page): Promise<string[]> {
  const running = await page.evaluate(
    () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
  );
  return running > 0 ? [`${running} animations run for those who want no motion`] : [];
}

/** Links and pictures of the page that lead nowhere. */
async function followLinks(page: Page): Promise<string[]> {
  const addresses = await page.evaluate(() => [
    ...Array.from(document.querySelectorAll<HTMLAnchorElement>('a[href]'), ({ href }) => href),
    ...Array.from(document.querySelectorAll<HTMLImageElement>('img[src]'), ({ src }) => src),
  ]);
  return findDead(addresses);
}

/** What of these addresses leads nowhere on the site; others are not asked. */
async function findDead(addresses: readonly string[]): Promise<string[]> {
  const inside = [...new Set(addresses)].filter((address) => address.startsWith(new URL('/', site.url).href));
  links += inside.length;
  const dead = await Promise.all(
    inside.map(async (address) => {
      const url = new URL(address);
      const fragment = decodeURIComponent(url.hash.slice(1));
      url.hash = '';
      const file = known.get(url.href) ?? readIds(url);
      known.set(url.href, file);
      const ids = await file.catch((error: Error) => error.message);
      if (typeof ids === 'string') return ids;
      return fragment !== '' && ids && !ids.has(fragment) ? `${address} has no such heading` : undefined;
    }),
  );
  return dead.filter((problem) => problem !== undefined);
}

/** @throws {Error} where there is no such file */
async function readIds(url: URL): Promise<ReadonlySet<string> | undefined> {
  const answer = await fetch(url);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url.href} answers ${answer.status}`);
  if (!answer.headers.get('content-type')?.startsWith('text/html')) return undefined;
  return new Set(Array.from(text.matchAll(/\bid="([^"]+)"/g), ([, id]) => id));
}

/** The search finds a guide by a word of its text. */
async function search(browser: Browser): Promise<string[]> {
  const page = await browser.newPage({ viewport: WIDE });
  await page.goto(site.url, { waitUntil: 'networkidle' });
  // Until the page's script has taken the keyboard over, nobody listens.
  const input = page.locator('.VPLocalSearchBox input');
  for (let press = 0; press < PRESSES && !(await input.isVisible()); press++) {
    await page.keyboard.press('Control+k');
    await input.waitFor({ timeout: 5_000 }).catch(() => {});
  }
  if (!(await input.isVisible())) return ['The search does not open.'];
  await input.fill('Mixamo');
  const results = page.locator('.VPLocalSearchBox a[href*="mixamo-and-blender"]');
  const isFound = await results
    .first()
    .waitFor({ timeout: 60_000 })
    .then(() => true)
    .catch(() => false);
  await page.close();
  return isFound ? [] : ['The search for "Mixamo" does not find its guide.'];
}

/** Every guide is there as Markdown, and what models read names files that are there; so do links and pictures of both. */
async function findTwins(): Promise<string[]> {
  const guides = own.filter((name) => name.startsWith('guides/') && name !== 'guides/index.html');
  const twins = guides.map((name) => name.replace(/html$/, 'md'));
  const index = await (await fetch(new URL('llms.txt', site.url))).text();
  const named = Array.from(index.matchAll(/\]\((?!https?:)([^)#]+)/g), ([, path]) => path);
  if (named.length < guides.length) return [`llms.txt names ${named.length} files.`];
  const wanted = new Set([...twins, ...named, 'llms-full.txt']);
  const answers = await Promise.all(
    [...wanted].map(async (path) => ({ path, status: (await fetch(new URL(path, site.url))).status })),
  );
  links += wanted.size;
  const missing = answers
    .filter(({ status }) => status !== 200)
    .map(({ path, status }) => `${path} answers ${status}.`);
  const texts = [...wanted].filter((path) => /\.(md|txt)$/.test(path));
  const dead = await Promise.all(
    texts.map(async (path) => (await followMarkdown(path)).map((problem) => `${path}: ${problem}`)),
  );
  return [...missing, ...dead.flat()];
}

/** Links and pictures of a Markdown text that lead nowhere. Headings are looked for in pages alone. */
async function followMarkdown(path: string): Promise<string[]> {
  const address = new URL(path, site.url);
  const text = await (await fetch(address)).text();
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '');
  const targets = Array.from(prose.matchAll(/(?:\]\(|<img src=")([^)"\s]+)/g), ([, target]) => target);
  return findDead(targets.map((target) => new URL(target, address).href));
}
