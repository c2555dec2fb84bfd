/** @module-tag nightly */
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { findBarriers } from '../support/e2e/find-barriers.js';
import { testSite } from '../support/e2e/test-site.js';
import { watchComplaints } from '../support/e2e/watch-complaints.js';

const site = testSite();

test('people who walk in the page are measured beside Weidmann’s curve, and form lanes', async () => {
  const page = await site.browser.newPage({ viewport: { width: 1280, height: 800 } });
  const complaints = watchComplaints(page);
  await page.goto(`${site.address}/examples/validation.html?seconds=20`);
  await page.waitForFunction(() => document.documentElement.dataset['ready']);
  await page.getByRole('button', { name: 'Pause' }).click();
  expect(await page.locator('#fundamental circle').count()).toBe(7);
  expect(Number(await page.locator('#error').textContent())).toBeLessThan(0.08);
  // The last point of the line: how high it is in the plot, of which the upper edge is an order of 1.
  const points = (await page.locator('#lanes .measured-here').getAttribute('points')) ?? '';
  expect(points.split(' ').length).toBeGreaterThanOrEqual(40);
  const [first, last] = [0, -1].map((at) => Number(points.split(' ').at(at)?.split(',')[1]));
  expect(last).toBeLessThan(first - 100);
  expect(await findBarriers(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(complaints).toEqual([]);
});

test('the last minute is saved as rows of who was where, which say the same as the picture', async () => {
  const page = await site.browser.newPage({ viewport: { width: 640, height: 480 }, reducedMotion: 'reduce' });
  await page.goto(`${site.address}/examples/validation.html?seconds=62`);
  await page.waitForFunction(() => document.documentElement.dataset['ready']);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the last minute' }).press('Enter'),
  ]);
  expect(file.suggestedFilename()).toBe('corridor.txt');
  const lines = (await text(await file.createReadStream())).trim().split('\n');
  const comments = lines.filter((line) => line.startsWith('#'));
  expect(Number(/framerate: ([\d.]+)/.exec(comments.join('\n'))?.[1])).toBe(10);
  expect(comments.at(-1)?.slice(1).split('\t')).toEqual(['id', 'frame', 'x/m', 'y/m', 'z/m']);
  const rows = lines.slice(comments.length).map((line) => line.split('\t').map(Number));
  expect(rows.length).toBe(200 * 600);
  expect(rows.flat().every(Number.isFinite)).toBe(true);
  expect(new Set(rows.map(([id]) => id)).size).toBe(200);
  expect(new Set(rows.map(([, frame]) => frame)).size).toBe(600);
  // A corridor of 4 by 50 m, in which a person goes at most 3 m a second.
  expect(Math.max(...rows.slice(0, 20_000).map(([, , x]) => Math.abs(x)))).toBeLessThanOrEqual(2);
  const first = rows.filter(([id]) => id === 1);
  const moves = first.slice(1).map(([, , x, y], k) => {
    const along = y - first[k][3];
    return Math.hypot(x - first[k][2], along - 50 * Math.round(along / 50));
  });
  expect(Math.max(...moves)).toBeLessThan(0.3);
  expect(moves.reduce((sum, move) => sum + move, 0)).toBeGreaterThan(20);
});
