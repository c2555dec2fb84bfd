import type { Page, Request } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SAMPLE_KEY } from '../../src/server/index.js';
import { type PageServer, servePages } from '../support/e2e/page-server.js';
import { testSite } from '../support/e2e/test-site.js';

const UNKNOWN = 'cr_00000000';

const site = testSite();
let pages: PageServer;

beforeAll(async () => {
  pages = await servePages(site.address);
});

afterAll(() => pages?.close());

/** A page of another origin than the service's, with one element, and what it asks for, in order. */
interface Opened {
  readonly page: Page;
  readonly asked: Request[];
  /** Addresses of crowds, without the service's. */
  crowds(): string[];
  /** Names of files of assets. */
  assets(): string[];
}

/** @param prepare is called before the page is opened */
async function open(
  script: string,
  attributes: string,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<Opened> {
  const page = await site.browser.newPage({ viewport: { width: 96, height: 54 } });
  const asked: Request[] = [];
  page.on('request', (request) => asked.push(request));
  await prepare?.(page);
  const policy = `default-src 'none'; script-src 'unsafe-inline' ${site.address}/sdk/; connect-src ${site.address}`;
  const tag = `<script type="module" src="${site.address}/sdk/${script}"></script>`;
  await page.goto(
    pages.publish(
      `${tag}<crowd-view src="${site.address}" backend="webgl" ${attributes}></crowd-view>`,
      policy,
    ),
  );
  return {
    page,
    asked,
    crowds: () => asked.filter(isOfCrowd).map((request) => new URL(request.url()).pathname),
    assets: () =>
      asked
        .map((request) => new URL(request.url()).pathname)
        .filter((path) => path.startsWith('/assets/'))
        .map((path) => path.replace(/^.*\//, '')),
  };
}

/** Keeps the code from coming until it is released. */
function holdCode(): { hold: (page: Page) => Promise<unknown>; release: () => void } {
  let release = (): void => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  const hold = (page: Page): Promise<unknown> =>
    page.route(/\/sdk\/(element|chunk)-/, async (route) => {
      await held;
      await route.continue();
    });
  return { hold, release };
}

const isOfCrowd = (request: Request): boolean =>
  request.method() === 'GET' && request.url().includes('/v1/crowd/');

/** What the element says of a failure. */
const failure = async ({ page }: Opened): Promise<string | null> => {
  const alert = page.locator('crowd-view [role=alert]');
  await expect.poll(() => alert.textContent(), { timeout: 60_000 }).not.toBe('');
  // Each request has a number of its own.
  return (await alert.textContent())?.replace(/request [\w-]+/, 'request') ?? null;
};

test('the crowd is asked for once, before the code, as the client asks for it', async () => {
  const attributes = `crowd="cr_Teahouse" api-key="${SAMPLE_KEY}" max-characters="2" motion="false"`;
  const [early, late] = [await open('crowd-view.js', attributes), await open('three-crowd.js', attributes)];
  for (const { page } of [early, late]) {
    await page.locator('crowd-view[data-state=ready]').waitFor();
  }
  const files = early.asked.map((request) => new URL(request.url()).pathname.replace(/^.*\//, ''));
  expect(files.slice(1, 3)).toEqual(['crowd-view.js', 'cr_Teahouse']);
  expect(early.crowds()).toEqual(['/v1/crowd/cr_Teahouse']);
  expect(late.crowds()).toEqual(early.crowds());
  const headers = [early, late].map(({ asked }) => asked.find(isOfCrowd)?.allHeaders());
  const [of, ofClient] = await Promise.all(headers);
  expect(of?.['authorization']).toBe(`Bearer ${SAMPLE_KEY}`);
  // The addresses of the two pages differ by their numbers alone, and only origins are sent.
  expect(of).toEqual(ofClient);
});

test('files are asked for before the code, those that the element asks for, and each once', async () => {
  const common = `crowd="cr_Market1k" api-key="${SAMPLE_KEY}" motion="false" shadows="false"`;
  const { hold, release } = holdCode();
  const clones = await open('crowd-view.js', `${common} max-characters="100"`, hold);
  const early = await open('crowd-view.js', `${common} max-characters="101"`, hold);
  await expect.poll(() => clones.assets()).toEqual(['skeleton.glb']);
  await expect.poll(() => early.assets()).toEqual(['bone-texture.json', 'skeleton.glb']);
  release();
  // Some headers are not told of requests that a test may hold, so that this page's are held as the others' are.
  const late = await open('three-crowd.js', `${common} max-characters="101"`, hold);
  for (const { page, assets } of [clones, early, late]) {
    await page.locator('crowd-view[data-state=ready]').waitFor();
    expect(new Set(assets()).size).toBe(assets().length);
    // So that the software GPU draws no more for it.
    await page.evaluate(() => document.querySelector('crowd-view')?.remove());
  }
  expect(early.assets().sort()).toEqual(late.assets().sort());
  // The manifest says how the clips are retargeted, so that the texture itself is not needed.
  expect(clones.assets()).toContain('bone-texture.json');
  expect(clones.assets()).not.toContain('bone-texture.bin');
  const headers = [early, late].map(({ asked }) =>
    asked.find((request) => request.url().endsWith('/skeleton.glb'))?.allHeaders(),
  );
  const [of, ofLoader] = await Promise.all(headers);
  expect(of).toEqual(ofLoader);
});

test('errors and retries are those of the client', { tags: ['nightly'] }, async () => {
  const unauthorized = 'crowd="cr_Teahouse" api-key="tc_live_nobody"';
  const [early, late] = [
    await open('crowd-view.js', unauthorized),
    await open('three-crowd.js', unauthorized),
  ];
  const told = await failure(early);
  expect(told).toContain('401');
  expect(await failure(late)).toBe(told);
  expect(early.crowds().length).toBe(1);

  let isFirst = true;
  const lost = await open('crowd-view.js', `crowd="${UNKNOWN}" api-key="${SAMPLE_KEY}"`, (page) =>
    page.route('**/v1/crowd/*', (route) => {
      const isLost = isFirst;
      isFirst = false;
      return isLost ? route.abort() : route.continue();
    }),
  );
  expect(await failure(lost)).toContain('404');
  expect(lost.crowds().length).toBe(2);

  const files = `crowd="cr_Teahouse" api-key="${SAMPLE_KEY}" max-characters="2" motion="false"`;
  let isFirstFile = true;
  const lostFile = await open('crowd-view.js', files, (page) =>
    page.route('**/skeleton.glb', (route) => {
      const isLost = isFirstFile;
      isFirstFile = false;
      return isLost ? route.abort() : route.continue();
    }),
  );
  await lostFile.page.locator('crowd-view[data-state=ready]').waitFor();
  expect(lostFile.assets().filter((name) => name === 'skeleton.glb').length).toBe(2);
});

test('attributes that change before the code is there win, and a page that has its own way is not asked for', {
  tags: ['nightly'],
}, async () => {
  const { hold, release } = holdCode();
  const changed = await open('crowd-view.js', `crowd="cr_Teahouse" api-key="${SAMPLE_KEY}"`, hold);
  const lazy = await open('crowd-view.js', `crowd="cr_Teahouse" loading="lazy"`, hold);
  const own = await open(
    'crowd-view.js',
    `crowd="${UNKNOWN}"></crowd-view><script>document.querySelector('crowd-view').tokenProvider = () => '${SAMPLE_KEY}'</script><crowd-view`,
    hold,
  );
  await expect.poll(() => changed.crowds()).toEqual(['/v1/crowd/cr_Teahouse']);
  for (const { asked } of [lazy, own]) {
    await expect.poll(() => asked.some((request) => request.url().includes('/element-'))).toBe(true);
  }
  expect([...lazy.crowds(), ...own.crowds()]).toEqual([]);
  await changed.page.evaluate(
    (id) => document.querySelector('crowd-view')?.setAttribute('crowd', id),
    UNKNOWN,
  );
  release();
  expect(await failure(changed)).toContain(UNKNOWN);
  expect(changed.crowds()).toEqual(['/v1/crowd/cr_Teahouse', `/v1/crowd/${UNKNOWN}`]);
  await own.page.waitForFunction(() => document.querySelector('crowd-view')?.dataset['state'] === 'error');
  expect(own.crowds()).toEqual([`/v1/crowd/${UNKNOWN}`]);
  expect(await own.asked.find(isOfCrowd)?.headerValue('authorization')).toBe(`Bearer ${SAMPLE_KEY}`);
});
