import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as ThreeCrowd from '../../src/element/classic-script.js';
import type { CrowdViewElement } from '../../src/element/index.js';
import { SAMPLE_KEY } from '../../src/server/index.js';
import { countColors } from '../support/e2e/count-colors.js';
import { slowFrames } from '../support/e2e/hold-frames.js';
import { type PageServer, servePages } from '../support/e2e/page-server.js';
import { testSite } from '../support/e2e/test-site.js';
import { watchComplaints } from '../support/e2e/watch-complaints.js';
import { testInTurn } from '../support/in-turn.js';

const site = testSite();
let pages: PageServer;

beforeAll(async () => {
  pages = await servePages(site.address);
});

afterAll(() => pages?.close());

const view = (src: string, backend: string): string =>
  `<crowd-view src="${src}" crowd="cr_Teahouse" api-key="${SAMPLE_KEY}" backend="${backend}" max-characters="6" motion="false"></crowd-view>`;

/** Opens a page under a policy and waits until its view has loaded or failed; nothing else may be errors of. */
async function open(html: string, policy: string, expected: readonly string[] = []): Promise<Page> {
  const page = await site.browser.newPage({ viewport: { width: 480, height: 270 } });
  const complaints = watchComplaints(page);
  await slowFrames(page);
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      console.error(`${violatedDirective} blocked ${blockedURI} ${sample}`),
    );
  });
  await page.goto(pages.publish(html, policy));
  await page.waitForFunction(hasSettled).catch(() => complaints.push('The view neither loaded nor failed.'));
  expect(complaints).toEqual(expected);
  return page;
}

const hasSettled = (): boolean =>
  ['ready', 'error', 'unsupported'].includes(document.querySelector('crowd-view')?.dataset['state'] ?? '');

const stats = (page: Page) =>
  page.evaluate(() => document.querySelector<CrowdViewElement>('crowd-view')?.crowdObject?.stats);

describe('from another origin, under a policy that names it', () => {
  const policy = () =>
    `default-src 'none'; script-src ${site.address}/sdk/; connect-src ${site.address}; base-uri 'none'; form-action 'none'`;

  testInTurn(['webgpu', 'webgpu-webgl2', 'webgl'], [0])(
    'the module script and one element show a crowd (%s), and download no renderer that is not used',
    async (backend) => {
      const html = `<script type="module" src="${site.address}/sdk/three-crowd.js"></script>${view(site.address, backend)}`;
      const page = await open(html, policy());
      expect(await stats(page)).toMatchObject({ backend, characters: 6 });
      expect(await countColors(page)).toBeGreaterThan(1000);
      const loaded = await page.evaluate(async () => {
        const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
        return Promise.all(scripts.map(async ({ name }) => (await fetch(name)).text()));
      });
      const isLoaded = (mark: string): boolean => loaded.some((text) => text.includes(mark));
      expect(isLoaded('THREE.WebGLRenderer:')).toBe(backend === 'webgl');
      expect(isLoaded('THREE.WebGPURenderer:')).toBe(backend !== 'webgl');
    },
  );

  test('the module script draws with the three of `three.js`', { tags: ['nightly'] }, async () => {
    const html = `<script type="module" src="${site.address}/sdk/three-crowd.js"></script>${view(site.address, 'webgpu')}`;
    const page = await open(html, policy());
    // As text, since Vite rewrites an `import()` of the test's.
    const isSame = await page.evaluate(`import('${site.address}/sdk/three.js').then(
      ({ Scene, WebGLRenderer }) =>
        document.querySelector('crowd-view').objects.scene instanceof Scene && typeof WebGLRenderer === 'function',
    )`);
    expect(isSame).toBe(true);
  });

  test('the classic script shows a crowd and has a global', async () => {
    const html = `<script src="${site.address}/sdk/three-crowd.global.js"></script>${view(site.address, 'auto')}`;
    const page = await open(html, policy());
    expect(await stats(page)).toMatchObject({ backend: 'webgl', characters: 6 });
    expect(await countColors(page)).toBeGreaterThan(1000);
    const found = await page.evaluate(() => {
      const { THREE, createCrowd, CrowdViewElement } = (
        globalThis as unknown as { ThreeCrowd: typeof ThreeCrowd }
      ).ThreeCrowd;
      return {
        revision: THREE.REVISION,
        createCrowd: typeof createCrowd,
        isDefined: customElements.get('crowd-view') === CrowdViewElement,
      };
    });
    expect(found).toEqual({
      revision: expect.stringMatching(/^\d+/),
      createCrowd: 'function',
      isDefined: true,
    });
  });

  test('the classic script says what it cannot do', { tags: ['nightly'] }, async () => {
    const html = `<script src="${site.address}/sdk/three-crowd.global.js"></script>${view(site.address, 'webgpu')}`;
    const page = await open(html, policy());
    expect(await page.locator('crowd-view [role=alert]').textContent()).toContain('Use the module script');
  });

  test('both scripts at once define the element once', { tags: ['nightly'] }, async () => {
    const html = `<script src="${site.address}/sdk/three-crowd.global.js"></script>
      <script type="module" src="${site.address}/sdk/three-crowd.js"></script>${view(site.address, 'webgl')}`;
    const page = await open(html, policy(), [
      'THREE.WARNING: Multiple instances of Three.js being imported.',
    ]);
    expect(await stats(page)).toMatchObject({ characters: 6 });
  });

  test.each(['three-crowd.js', 'three-crowd.global.js'])(
    'the versioned address of %s has the hash that the list says',
    { tags: ['nightly'] },
    async (name) => {
      const list = await (await fetch(`${site.address}/sdk/integrity.json`)).json();
      const { url, integrity } = list.files[name];
      expect(integrity).toMatch(/^sha384-/);
      const type = name.includes('global') ? '' : 'type="module"';
      const tag = `<script ${type} src="${site.address}/sdk/${url}" integrity="${integrity}" crossorigin="anonymous"></script>`;
      const page = await open(`${tag}${view(site.address, 'webgl')}`, policy());
      expect(await stats(page)).toMatchObject({ characters: 6 });
    },
  );
});

describe('from the page’s own origin, under a policy that allows nothing else', () => {
  const policy = `default-src 'none'; script-src 'self'; connect-src 'self'; worker-src 'self'`;
  const script = '<script type="module" src="/sdk/three-crowd.js"></script>';

  test('a crowd is shown, through a proxy that keeps the key', { tags: ['nightly'] }, async () => {
    const page = await open(
      `${script}<crowd-view src="/proxy" crowd="cr_Teahouse" backend="webgl"></crowd-view>`,
      policy,
    );
    expect(await stats(page)).toMatchObject({ characters: 24 });
    expect(await page.content()).not.toContain(SAMPLE_KEY);
  });

  test('bone textures are baked, levels of detail made, and people simulated, in workers that are files', async () => {
    const html = `${script}<crowd-view src="/unbaked" crowd="cr_Teahouse" backend="webgl" mode="instanced"></crowd-view>`;
    const page = await site.browser.newPage({ viewport: { width: 480, height: 270 } });
    await slowFrames(page);
    const workers: string[] = [];
    page.on('worker', (worker) => workers.push(worker.url()));
    await page.goto(pages.publish(html, policy));
    await page.waitForFunction(hasSettled);
    const files = ['bake-worker.js', 'simplify-worker.js', 'simulation-worker.js'].map(
      (name) => `${pages.url}/sdk/${name}`,
    );
    // The browser tells of a worker some time after it was asked for.
    await expect.poll(() => workers).toEqual(files);
    const loaded = await page.evaluate(async () => {
      await document.querySelector<CrowdViewElement>('crowd-view')?.crowdObject?.levelsReady;
      return performance.getEntriesByType('resource').map(({ name }) => name);
    });
    // The page loads the simplifier where the worker may not run it.
    expect(loaded.filter((name) => name.includes('meshopt_simplifier'))).toEqual([]);
  });

  test('people also walk where workers are forbidden, with one warning', {
    tags: ['nightly'],
  }, async () => {
    const page = await site.browser.newPage({ viewport: { width: 96, height: 54 } });
    const complaints = watchComplaints(page);
    const forbidding = policy.replace(/worker-src.*$/, "worker-src 'none'");
    const html = `${script}<crowd-view src="/proxy" crowd="cr_Teahouse" backend="webgl"></crowd-view>`;
    await page.goto(pages.publish(html, forbidding));
    await page.waitForFunction(hasSettled);
    const time = (): Promise<number | undefined> =>
      page.evaluate(() => document.querySelector<CrowdViewElement>('crowd-view')?.crowdObject?.motion?.time);
    await expect.poll(time).toBeGreaterThan(2);
    expect(await page.evaluate(hasSettled)).toBe(true);
    // The browser itself complains of what the policy forbids.
    const ours = complaints.filter((text) => !text.includes('Content Security Policy'));
    expect(ours).toEqual([expect.stringContaining('runs on the main thread')]);
    expect(complaints.length).toBeGreaterThan(ours.length);
  });
});
