import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { examplePages, readCharacters } from '../support/e2e/example-pages.js';
import { mixamoExport } from '../support/rig/mixamo-export.js';

const pages = examplePages();

test('the sample walks, chosen files walk in its place, and what is no character leaves them there', {
  tags: ['nightly'],
}, async () => {
  const { page, complaints } = await pages.open('own-character.html?count=6&backend=webgl');
  const chooser = page.locator('.crowd-controls');
  const note = chooser.locator('output').first();
  const choose = async (files: ReadonlyMap<string, Uint8Array>): Promise<void> => {
    const [dialog] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose GLB files' }).click(),
    ]);
    await dialog.setFiles(
      [...files].map(([name, bytes]) => ({ name, mimeType: '', buffer: Buffer.from(bytes) })),
    );
  };
  const walks = async (parts: RegExp): Promise<void> => {
    await expect
      .poll(async () => (await readCharacters(page))[0].parts[0], { timeout: 30_000 })
      .toMatch(parts);
    const before = await readCharacters(page);
    expect(before).toHaveLength(6);
    await expect
      .poll(
        async () =>
          (await readCharacters(page)).filter(
            ({ x, z, clip }, i) => clip === 'walk' && Math.hypot(x - before[i].x, z - before[i].z) > 0.2,
          ).length,
        { timeout: 60_000 },
      )
      .toBeGreaterThan(2);
  };
  await walks(/^Mannequin/);
  await choose(await mixamoExport());
  await walks(/^(?!Mannequin)/);
  await choose(new Map([['notes.glb', readFileSync(import.meta.filename)]]));
  await expect.poll(() => note.textContent()).toMatch(/notes\.glb is no GLB file/);
  await walks(/^(?!Mannequin)/);
  expect(complaints).toEqual([]);
});
