import type { Page } from 'playwright';
import { PNG } from 'pngjs';
import { readRecipeLink, writeRecipeLink } from 'three-crowd';
import { expect, test } from 'vitest';
import { SAMPLE_KEY } from '../../src/server/index.js';
import { slowFrames } from '../support/e2e/hold-frames.js';
import { startService } from '../support/e2e/start-service.js';
import { testSite } from '../support/e2e/test-site.js';
import { watchComplaints } from '../support/e2e/watch-complaints.js';
import { testInTurn } from '../support/in-turn.js';

const site = testSite();

test('the service says where it is, which crowds it has and how to stop it', () => {
  const printed = site.printed();
  expect(printed).toMatch(/^three-crowd ready at http:\/\/127\.0\.0\.1:\d+$/m);
  expect(printed.match(/cr_[a-zA-Z0-9]{8}/g)?.length).toBeGreaterThanOrEqual(3);
  expect(printed).toMatch(/tc_live_\w+/);
  expect(printed).toMatch(/Ctrl\+C/);
});

/** The addresses of the kit's files below that of the service; they hold hashes of the files. */
async function readAssets({ address }: { readonly address: string }): Promise<string> {
  const headers = { Authorization: `Bearer ${SAMPLE_KEY}` };
  const response = await fetch(`${address}/v1/crowd/cr_Teahouse`, { headers });
  expect(response.status).toBe(200);
  const { assets } = (await response.json()) as { assets: object };
  return JSON.stringify(assets).replaceAll(address, '');
}

test('at its first start the service makes the kit that the tests have', { tags: ['nightly'] }, async () => {
  const first = await startService();
  const assets = await readAssets(first);
  expect(assets).toMatch(/[0-9a-f]{16}\/skeleton\.glb/);
  expect(assets).toBe(await readAssets(site));
  expect(await first.stop()).toBe(0);
});

testInTurn(['webgpu', 'webgpu-webgl2', 'webgl'], [2])(
  'the first page shows a crowd on %s, and downloads no renderer that it does not use',
  async (backend) => {
    const page = await site.browser.newPage({ viewport: { width: 480, height: 270 } });
    const complaints = watchComplaints(page);
    await slowFrames(page);
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.goto(`${site.address}/?crowd=cr_Teahouse&mode=instanced&backend=${backend}`);
    await page.waitForFunction(() => document.documentElement.dataset['ready']);
    await page.waitForFunction(() =>
      /Frames a second\s*\d/.test(document.getElementById('numbers')?.textContent ?? ''),
    );
    const numbers = (await page.locator('#numbers').textContent()) ?? '';
    expect(numbers).toMatch(/Characters\s*24/);
    expect(numbers).toMatch(/Mode\s*instanced/);
    expect(numbers).toMatch(new RegExp(`Backend${backend}Draw`));
    expect(/Triangles drawn\s*[1-9]/.test(numbers)).toBe(backend !== 'webgpu');
    expect(Number(/Draw calls\s*(\d+)/.exec(numbers)?.[1])).toBeLessThanOrEqual(36);
    expect(complaints).toEqual([]);
    expect(requested.filter((url) => url.endsWith('skeleton.glb'))).toHaveLength(1);
    // The place that the crowd's name promises, and the things of its scene.
    for (const model of ['teahouse.glb', 'market.glb'])
      expect(requested.filter((url) => url.endsWith(`/${model}`))).toHaveLength(1);
    // From the service: the browser does not keep what it has loaded.
    const scripts = requested.filter((url) => url.endsWith('.js'));
    const text = (await Promise.all(scripts.map(async (url) => (await fetch(url)).text()))).join('');
    expect(text.includes('THREE.WebGLRenderer:')).toBe(backend === 'webgl');
    expect(text.includes('THREE.WebGPURenderer:')).toBe(backend !== 'webgl');
  },
);

/** Mean of red, green and blue of what the page shows, 0 to 255. */
async function brightness(page: Page): Promise<number> {
  const { data } = PNG.sync.read(await page.screenshot());
  return data.reduce((sum, value, i) => (i % 4 === 3 ? sum : sum + value), 0) / (data.length * 0.75);
}

test('the market is drawn in at most 60 calls, besides shadows, and is dark at dusk', {
  tags: ['nightly'],
}, async () => {
  const page = await site.browser.newPage({ viewport: { width: 320, height: 180 } });
  await page.addInitScript(() => {
    const gl = WebGL2RenderingContext.prototype;
    let draws = 0;
    const names = ['drawArrays', 'drawElements', 'drawArraysInstanced', 'drawElementsInstanced'] as const;
    for (const name of names) {
      const draw = gl[name] as (...args: number[]) => void;
      Object.assign(gl, {
        [name](this: WebGL2RenderingContext, ...args: number[]) {
          // Shadows and poses are drawn into framebuffers of their own.
          if (this.getParameter(this.FRAMEBUFFER_BINDING) === null) draws += 1;
          draw.apply(this, args);
        },
      });
    }
    const { requestAnimationFrame } = window;
    window.requestAnimationFrame = (callback) =>
      requestAnimationFrame((time) => {
        draws = 0;
        callback(time);
        if (draws > 0) document.documentElement.dataset['draws'] = `${draws}`;
      });
  });
  await page.goto(`${site.address}/?mode=instanced&backend=webgl`);
  await page.waitForFunction(() => document.documentElement.dataset['ready']);
  await page.waitForFunction(() => Number(document.documentElement.dataset['draws']) > 20);
  const draws = await page.evaluate(() => Number(document.documentElement.dataset['draws']));
  expect(draws).toBeLessThanOrEqual(60);
  const byDay = await brightness(page);
  await page.getByRole('button', { name: 'Show controls' }).click();
  await page.getByLabel('Dusk').check();
  // The controls cover most of a page of this size.
  await page.getByRole('button', { name: 'Hide controls' }).click();
  await expect.poll(() => brightness(page)).toBeLessThan(0.9 * byDay);
  await page.close();
});

test('a link shows its crowd, is copied, and a broken one is reported and changes nothing', {
  tags: ['nightly'],
}, async () => {
  const context = await site.browser.newContext({ viewport: { width: 480, height: 270 } });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  await slowFrames(page);
  const link = writeRecipeLink({ seed: 5, size: 17, spawnRadius: 4 });
  await page.goto(`${site.address}/?backend=webgl#${link}`);
  await page.waitForFunction(() => document.documentElement.dataset['ready']);
  const numbers = page.locator('#numbers');
  await expect.poll(() => numbers.textContent()).toMatch(/Characters\s*17/);
  const copy = page.getByRole('button', { name: 'Copy link' });
  expect(await copy.isVisible(), 'folded in a narrow window').toBe(false);
  expect(await numbers.isVisible(), 'folded in a narrow window').toBe(false);
  await page.getByText('About').click();
  expect(await numbers.isVisible()).toBe(true);
  await page.getByRole('button', { name: 'Show controls' }).click();
  await copy.click();
  await page.getByText('Copied the link to this crowd.').waitFor();
  const copied = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  expect(readRecipeLink(copied.hash)).toEqual(readRecipeLink(link));

  await page.evaluate((cut) => location.assign(cut), `#${link.slice(0, 20)}`);
  await page.getByText('Copy the whole link again.').waitFor();
  expect(await numbers.textContent()).toMatch(/Characters\s*17/);
  await context.close();
});
