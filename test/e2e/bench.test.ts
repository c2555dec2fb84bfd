/** @module-tag nightly */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { measure, type OpenPage, openPage } from '../../bench/headless/open-page.js';
import type { Entry, Result } from '../../bench/measure/result.js';
import { readPlan } from '../../bench/page/plan.js';
import { findBarriers } from '../support/e2e/find-barriers.js';

const CONTENDERS = [
  'three-crowd',
  'three-crowd-near',
  'clones',
  'instanced-mesh-2',
  'babylon',
  'luma',
  'batched-mesh',
];
const CHARACTERS = 6;
/** Of the pixels; engines disagree about edges, and Babylon.js shows the nearest baked frame. */
const DIFFERENT_PIXELS = 0.02;
const DIFFERENT_BYTES = 40;

let opened: OpenPage;
let result: Result;

beforeAll(async () => {
  opened = await openPage();
  const query = `counts=${CHARACTERS}&contenders=${CONTENDERS}&view=close&size=320x180&rounds=2&frames=2`;
  result = await measure(opened, readPlan(new URLSearchParams(query)));
});

afterAll(() => opened?.close());

test('every contender is measured on every backend it has', () => {
  expect(result.isComplete).toBe(true);
  expect(result.entries.filter(({ error }) => error !== undefined)).toEqual([]);
  expect(new Set(result.entries.map(({ contender }) => contender))).toEqual(new Set(CONTENDERS));
  for (const { measured } of result.entries) {
    expect(measured?.frame.samples).toBeGreaterThan(0);
    expect(measured?.frame.median).toBeGreaterThan(measured?.script.median ?? Number.POSITIVE_INFINITY);
    expect(measured?.draws).toBeGreaterThan(1);
  }
});

test('all of them draw the same picture', async () => {
  const reference = await pixelsOf(result.entries.find(({ contender }) => contender === 'clones'));
  expect(shareOfInk(reference)).toBeGreaterThan(0.02);
  for (const entry of result.entries) {
    const share = differentShare(reference, await pixelsOf(entry));
    expect(share, `${entry.contender} on ${entry.backend}`).toBeLessThan(DIFFERENT_PIXELS);
  }
});

test('the GPU’s own clock tells the passes of WebGPU apart', () => {
  const passes = (id: string) =>
    Object.keys(
      result.entries.find(({ contender, backend }) => contender === id && backend === 'webgpu')?.measured
        ?.passes ?? {},
    );
  expect(passes('three-crowd')).toEqual(['compute', 'people', 'output']);
  expect(passes('clones')).toEqual(['people', 'output']);
  expect(passes('babylon')).toEqual(['people']);
  expect(passes('luma')).toEqual(['people']);
});

test('bars, a table and pictures are on the page', async () => {
  const { page } = opened;
  expect(await page.locator('#standings svg').count()).toBe(1);
  expect(await page.locator('#table td:first-child').count()).toBe(result.entries.length);
  expect(await page.locator('#pictures img').count()).toBe(result.entries.length);
  expect(page.url()).toContain(`counts=${CHARACTERS}`);
});

test('the page is accessible, and fits a phone', async () => {
  const { page } = opened;
  expect(await findBarriers(page)).toEqual([]);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  if (size) await page.setViewportSize(size);
});

test('a run is kept over a reload', async () => {
  const { page } = opened;
  await page.reload();
  await page.waitForFunction(() => document.documentElement.dataset['ready']);
  expect(await page.locator('#status').textContent()).toBe('This is your last run.');
  expect(await page.locator('#table td:first-child').count()).toBe(result.entries.length);
});

test('a run that is stopped keeps what it has', async () => {
  const { page, url } = opened;
  const plan = 'counts=2,3&contenders=clones&backends=webgl&size=64x36&rounds=500&frames=20';
  await page.goto(`${url}?${plan}`);
  await page.click('#run');
  await page.waitForSelector('#table td');
  await page.click('#stop');
  await page.waitForSelector('#live', { state: 'hidden' });
  expect(await page.locator('#status').textContent()).toMatch(/^Stopped/);
  const stopped = JSON.parse((await page.locator('#json').textContent()) ?? '') as Result;
  expect(stopped.isComplete).toBe(false);
  expect(stopped.entries.map(({ count, measured }) => [count, (measured?.frame.samples ?? 0) > 0])).toEqual([
    [2, true],
  ]);
});

test('a contender that cannot start is a row that says why, and the others go on', async () => {
  const { page, url } = opened;
  await page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (
      this: HTMLCanvasElement,
      id: string,
      ...rest: never[]
    ) {
      return id === 'webgl2' ? null : (getContext as (...args: unknown[]) => unknown).call(this, id, ...rest);
    } as typeof getContext;
  });
  const plan = `counts=2&contenders=clones,instanced-mesh-2&backends=webgpu,webgl&size=64x36&rounds=1&frames=1`;
  const failing = await measure({ ...opened, url }, readPlan(new URLSearchParams(plan)));
  expect(failing.entries.map(({ backend, error }) => [backend, error !== undefined])).toEqual([
    ['webgpu', false],
    ['webgl', true],
    ['webgl', true],
  ]);
  expect(await page.locator('#table .failure').allTextContents()).toEqual([
    expect.stringMatching(/^failed: .*WebGL/),
    expect.stringMatching(/^failed: .*WebGL/),
  ]);
});

/** Share of pixels that differ visibly between two pictures. */
function differentShare(one: Uint8Array, other: Uint8Array): number {
  expect(one).toHaveLength(other.length);
  return countPixels(one, (i) => Math.abs(one[i] - other[i]) > DIFFERENT_BYTES);
}

/** Share of pixels that are darker than sky and ground: people. */
function shareOfInk(pixels: Uint8Array): number {
  return countPixels(pixels, (i) => i % 4 === 0 && pixels[i] < 120);
}

function countPixels(pixels: Uint8Array, isCounted: (byte: number) => boolean): number {
  let counted = 0;
  for (let i = 0; i < pixels.length; i += 4) {
    if (isCounted(i) || isCounted(i + 1) || isCounted(i + 2)) counted++;
  }
  return counted / (pixels.length / 4);
}

/** Red, green, blue and alpha of each pixel of what an entry drew, as the browser decodes it. */
async function pixelsOf(entry: Entry | undefined): Promise<Uint8Array> {
  const base64 = await opened.page.evaluate(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    return btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join(''));
  }, entry?.measured?.picture ?? '');
  return Buffer.from(base64, 'base64');
}
