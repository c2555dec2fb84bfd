import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { CrowdViewElement } from '../../src/element/index.js';
import type { Crowd } from '../../src/index.js';
import { Conversations } from '../support/e2e/conversation.js';

/** Bytes of the page, compressed, as the conversation gets it; the script that it loads has a ceiling of its own. */
const MOST_BYTES = 40_000;

let conversations: Conversations;
beforeAll(async () => {
  conversations = await Conversations.start();
});
afterEach(() => conversations.closePages());
afterAll(() => conversations?.close());

const RECIPE = { seed: 7, size: 6, weights: { soldier: 2, monk: 1 }, spawnRadius: 2, boundaryRadius: 3 };

test('a crowd that a tool made is shown, turned and picked from, and more soldiers are asked for', {
  tags: ['nightly'],
}, async () => {
  const made = await conversations.call('svc_create_crowd', { name: 'Gate guard', recipe_json: RECIPE });
  const { page, app, complaints } = await conversations.show(made);
  await app.getByRole('heading', { name: 'Gate guard' }).waitFor();
  const view = app.locator('crowd-view');
  await expect.poll(() => view.evaluate((element) => (element as CrowdViewElement).loaded)).toBe(true);
  expect(await app.locator('#stage svg').count()).toBe(0);

  // The keyboard turns the camera.
  const eye = () => view.evaluate((element) => (element as CrowdViewElement).objects?.camera.position.x);
  const before = await eye();
  await app.locator('crowd-view canvas').focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(eye).not.toBe(before);

  // Somebody is picked where they stand on the screen.
  const place = await view.evaluate((element) => {
    const { crowdObject, objects } = element as CrowdViewElement;
    const { x, y, z } = (crowdObject as Crowd).get(0);
    const { camera } = objects as NonNullable<CrowdViewElement['objects']>;
    const point = camera.position
      .clone()
      .set(x, y + 1.1, z)
      .project(camera);
    return { left: (point.x + 1) / 2, top: (1 - point.y) / 2 };
  });
  const box = (await view.boundingBox()) as { x: number; y: number; width: number; height: number };
  await page.mouse.click(box.x + place.left * box.width, box.y + place.top * box.height);
  await app
    .getByRole('status')
    .getByText(/^Number \d+: (soldier|monk)/)
    .waitFor();
  const { crowd_id } = made.structuredContent;
  await expect
    .poll(() => page.evaluate(() => window.heard.find(({ kind }) => kind === 'context')?.text))
    .toMatch(new RegExp(`crowd ${crowd_id} .* character \\d+, a (soldier|monk)`));

  await app.getByRole('button', { name: /^More: soldier/ }).click();
  await app.getByText('Asked.').waitFor();
  expect(await page.evaluate(() => window.heard.find(({ kind }) => kind === 'message')?.text)).toBe(
    `More people of the kind "soldier" in the crowd "Gate guard" (${crowd_id}), please.`,
  );
  // The model does so, and what is shown follows.
  const changed = await conversations.call('svc_update_crowd', {
    crowd_id,
    recipe_json: { ...RECIPE, size: 9 },
  });
  await page.evaluate((result) => window.tellResult(result), changed);
  await expect
    .poll(() => view.last().evaluate((element) => (element as CrowdViewElement).response?.characters.length))
    .toBe(9);
  // A sandbox without an origin lets no worker start, and the view says that it does without.
  expect(complaints.filter((text) => !/worker/i.test(text))).toEqual([]);
});

test('without WebGL there is a still picture, and everything else', { tags: ['nightly'] }, async () => {
  const made = await conversations.call('svc_create_crowd', { name: 'Still', recipe_json: RECIPE });
  const shown = await conversations.call('svc_get_crowd', {
    crowd_id: made.structuredContent.crowd_id,
    characters: 1,
  });
  const { page, app } = await conversations.show(shown, true);
  await app.getByText('no moving picture').waitFor();
  const picture = app.getByRole('img', { name: 'Still' });
  expect(await picture.locator('use').count()).toBe(6);
  await app.getByRole('button', { name: /^More: monk/ }).click();
  await app.getByText('Asked.').waitFor();
  expect(await page.evaluate(() => window.heard.some(({ kind }) => kind === 'size'))).toBe(true);
});

test('the page is small, holds no key, and asks to reach the service alone', async () => {
  const { html, policy } = await conversations.readPage('svc_get_crowd');
  expect(gzipSync(html).byteLength).toBeGreaterThan(2_000);
  expect(gzipSync(html).byteLength).toBeLessThan(MOST_BYTES);
  expect(html).not.toContain('tc_live_');
  expect(policy).toContain(`connect-src 'self' ${conversations.url};`);
});
