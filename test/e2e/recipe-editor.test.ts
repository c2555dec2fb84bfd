/** @module-tag nightly */
import type { Page } from 'playwright';
import { readRecipeLink } from 'three-crowd';
import { CrowdClient } from 'three-crowd/client';
import type { Character } from 'three-crowd/protocol';
import { expect, test } from 'vitest';
import { spawnClip } from '../support/browser/posed-by-three.js';
import { examplePages, readCharacters } from '../support/e2e/example-pages.js';
import { closePages } from '../support/e2e/test-site.js';

const pages = examplePages();

const PATH = 'recipe-editor.html?crowd=cr_Teahouse&backend=webgl&motion=false';

const client = (apiKey: string) => new CrowdClient({ baseUrl: pages.host.url, apiKey });
const note = (page: Page) =>
  page.locator('.crowd-controls details', { hasText: 'Save' }).locator(':scope > output');

async function slide(page: Page, label: string, value: number): Promise<void> {
  await page.getByLabel(label, { exact: false }).first().fill(String(value));
}

async function enterKey(page: Page, key: string): Promise<void> {
  await page.getByLabel('Your key').fill(key);
  await page.getByLabel('Your key').blur();
}

/** Waits until the preview has so many characters. */
async function previewed(page: Page, count: number) {
  await expect.poll(async () => (await readCharacters(page)).length).toBe(count);
  return readCharacters(page);
}

/** What a page shows of a character that the service gives. */
const shownAs = (character: Character) => ({
  x: Math.fround(character.x),
  z: Math.fround(character.z),
  clip: spawnClip(character),
  parts: [character.body_id, character.face_id, character.hair_id],
});

test('a saved crowd has the characters of its preview', async () => {
  const key = await pages.createKey('developer');
  const { page, complaints } = await pages.open(PATH);
  expect(await previewed(page, 24)).toHaveLength(24);
  await slide(page, 'Characters', 17);
  await page.getByLabel('Seed').fill('91');
  await page.locator('summary', { hasText: 'Layout' }).click();
  await page.getByLabel('Shape').selectOption('spline');
  await page.locator('summary', { hasText: 'People' }).click();
  await slide(page, 'Soldier', 9);
  // The last of the changes: before it, nobody is a soldier.
  const soldiers = async () =>
    (await readCharacters(page)).filter(({ parts }) => parts[0] === 'body_soldier').length;
  await expect.poll(soldiers).toBeGreaterThan(0);
  const preview = await previewed(page, 17);

  await enterKey(page, key);
  await expect.poll(() => note(page).textContent()).toBe('This key has 0 saved crowds.');
  await page.getByLabel('Name').fill('By the river');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => note(page).textContent()).toMatch(/^Saved: cr_\w{8}$/);

  const [{ crowd_id }] = await client(key).projects.list().toArray({ limit: 5 });
  const saved = await client(key).getCrowd(crowd_id);
  expect(saved.name).toBe('By the river');
  expect(saved.recipe).toMatchObject({ size: 17, seed: 91, boundaryShape: 'spline' });
  expect((await readCharacters(page)).map(({ x }) => x)).toEqual(preview.map(({ x }) => x));
  expect(preview).toEqual(saved.characters.map(shownAs));
  expect(complaints).toEqual([]);
});

test('the recipe is in the address, which shows the same crowd elsewhere, and is copied as JSON', async () => {
  const { page } = await pages.open(PATH);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByLabel('Seed').fill('77');
  await page.getByLabel('Seed').blur();
  // The last of the changes: before it, there are 24.
  await slide(page, 'Characters', 11);
  const preview = await previewed(page, 11);
  await page.getByRole('button', { name: 'Copy JSON' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  expect(copied).toMatchObject({ size: 11, seed: 77 });
  const address = new URL(page.url());
  expect(readRecipeLink(address.hash)).toEqual(copied);
  await page.close();

  const { page: other } = await pages.open(PATH + address.hash);
  expect(await previewed(other, 11)).toEqual(preview);
  expect(await other.getByLabel('Seed').inputValue()).toBe('77');
  await closePages(pages.host.browser);

  const { page: cut } = await pages.open(PATH + address.hash.slice(0, 40));
  await previewed(cut, 24);
  await cut.getByText('Copy the whole link again.').waitFor();
});

test('a saved crowd is opened into the form and the preview, and changed in place', async () => {
  const key = await pages.createKey('developer');
  const { crowd_id = '' } = await client(key).projects.create({
    name: 'Yard',
    recipe_json: { size: 9, seed: 4, pace: 1 },
  });
  const { page } = await pages.open(PATH);
  await enterKey(page, key);
  await expect.poll(() => note(page).textContent()).toBe('This key has 1 saved crowds.');
  await page.getByRole('combobox', { name: 'Crowd' }).selectOption(crowd_id);
  const preview = await previewed(page, 9);
  expect(preview).toEqual((await client(key).getCrowd(crowd_id)).characters.map(shownAs));
  expect(await page.getByLabel('Seed').inputValue()).toBe('4');

  await slide(page, 'Characters', 12);
  await previewed(page, 12);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => note(page).textContent()).toBe(`Changed: ${crowd_id}`);
  const changed = await client(key).getCrowd(crowd_id);
  expect(changed.name).toBe('Yard');
  expect(changed.recipe).toMatchObject({ size: 12, seed: 4, pace: 1 });
});

test('a key that is none, a plan that is too small and a quota that is used up are told', async () => {
  const key = await pages.createKey('tight');
  const { page } = await pages.open(PATH);
  await enterKey(page, 'tc_live_wrong');
  await expect.poll(() => note(page).textContent()).toContain('three-crowd-server key create');

  await enterKey(page, key);
  await expect.poll(() => note(page).textContent()).toContain('0 saved crowds');
  const save = async () => page.getByRole('button', { name: 'Save' }).click();
  await slide(page, 'Characters', 51);
  await save();
  await expect.poll(() => note(page).textContent()).toMatch(/PermissionError: 403 .*50/);
  await slide(page, 'Characters', 10);
  for (const _ of ['first', 'second']) {
    await page.getByRole('combobox', { name: 'Crowd' }).selectOption('a new one');
    await save();
    await expect.poll(() => note(page).textContent()).toMatch(/^Saved/);
  }
  await page.getByRole('combobox', { name: 'Crowd' }).selectOption('a new one');
  await save();
  await expect.poll(() => note(page).textContent()).toMatch(/QuotaError: 429/);
});

test('a recipe that cannot be is explained, and the last one that can stays in view', async () => {
  const { page, complaints } = await pages.open(PATH);
  await page.locator('summary', { hasText: 'Layout' }).click();
  await page.getByLabel('Shape').selectOption('donut');
  await slide(page, 'Inner radius', 30);
  await expect
    .poll(() => page.locator('.crowd-controls > output').first().textContent())
    .toMatch(/spawnRadius.*less than boundaryRadius/);
  expect(await readCharacters(page)).toHaveLength(24);
  expect(complaints).toEqual([]);
});
