import { afterAll, beforeAll, expect, test } from 'vitest';
import { measure } from '../../bench/headless/measure.js';
import { type OpenPage, openPage } from '../../bench/headless/open-page.js';
import type { Entry, Result } from '../../bench/measure/result.js';
import { readPlan } from '../../bench/page/plan.js';

const CONTENDERS = [
  'three-crowd',
  'three-crowd-near',
  'clones',
  'instanced-mesh-2',
  'babylon',
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

test('a table, charts and pictures are on the page', async () => {
  const { page } = opened;
  expect(await page.locator('#table tbody tr').count()).toBe(result.entries.length);
  expect(await page.locator('#charts svg').count()).toBeGreaterThanOrEqual(4);
  expect(await page.locator('#pictures img').count()).toBe(result.entries.length);
  expect(page.url()).toContain(`counts=${CHARACTERS}`);
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
