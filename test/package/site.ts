/**
 * Opens the pages of the documentation site, as `npm run build:site` made it, on a plain static server in a real browser:
 * `npm run test:site`, or `npm run test:site -- DIRECTORY` for one built elsewhere.
 *
 * Ends with exit code 1 where a link or a picture leads nowhere, a page says something on the console, is wider than a phone,
 * moves for those who want no motion, cannot be used by the keyboard, or breaks a rule of axe. The examples that the site
 * carries have tests of their own.
 */
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { findBarriers } from '../support/e2e/find-barriers.js';
import { watchComplaints } from '../support/e2e/watch-complaints.js';
import { BROWSER_FLAGS, findBrowser } from '../support/find-browser.js';
import { ROOT } from '../support/package/pack.js';
import { serveDirectory } from '../support/package/serve-directory.js';

const DIRECTORY = resolve(process.argv[2] ?? resolve(ROOT, 'dist/site'));
/** Pages that TypeDoc makes. One is opened, for its links, and not asked for barriers. */
const OF_TYPEDOC = /^reference\//;
/** Examples and benchmark have tests of their own; the page for wrong addresses is VitePress's. */
const NOT_OPENED = /^(examples|bench)\/|^404\.html$/;
const NARROW = { width: 390, height: 844 };
const WIDE = { width: 1280, height: 800 };
/** Presses of a key after which the page has answered: with its own links, or with the search. */
const PRESSES = 12;

const files = readdirSync(DIRECTORY, { recursive: true, encoding: 'utf8' });
const pages = files.filter((file) => file.endsWith('.html') && !NOT_OPENED.test(file)).toSorted();
const own = pages.filter((page) => !OF_TYPEDOC.test(page));
const opened = [...own, ...pages.filter((page) => OF_TYPEDOC.test(page)).slice(0, 1)];
if (own.length < 20) throw new Error(`${DIRECTORY} has ${own.length} pages: run npm run build:site first.`);

const site = await serveDirectory(DIRECTORY);
const browser = await chromium.launch({ executablePath: findBrowser(), args: [...BROWSER_FLAGS] });
const problems: string[] = [];
/** Address without its fragment → ids in the page, or undefined for a file that is no page. */
const known = new Map<string, Promise<ReadonlySet<string> | undefined>>();
let links = 0;
try {
  for (const name of opened) {
    for (const problem of await inspect(browser, name)) problems.push(`${name}: ${problem}`);
  }
  problems.push(...(await search(browser)), ...(await findTwins()));
} finally {
  await browser.close();
  site.close();
}
console.log(`${opened.length} pages, ${links} links and pictures, ${problems.length} problems.`);
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
  const inside = [...new Set(addresses)].filter((address) => address.startsWith(site.url));
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
