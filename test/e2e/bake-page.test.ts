/** @module-tag nightly */
import { buffer } from 'node:stream/consumers';
import { type Document, WebIO } from '@gltf-transform/core';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { decodeBoneTexture, readBoneMatrix } from '../../src/rig/index.js';
import { countColors } from '../support/e2e/count-colors.js';
import { examplePages, readCharacters } from '../support/e2e/example-pages.js';
import { readKit } from '../support/kit-of-run.js';
import { TINY_PARTS } from '../support/rig/tiny-character.js';
import { characterDocument, clipDocument } from '../support/rig/tiny-documents.js';
import { TINY_BONES, tinyClips } from '../support/rig/tiny-rig.js';

const pages = examplePages();

const PATH = 'bake.html?count=6&backend=webgl';

const note = (page: Page) => page.locator('.crowd-controls > output').first();

async function choose(page: Page, files: Record<string, Uint8Array>): Promise<string> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose GLB files' }).click();
  const payload = Object.entries(files).map(([name, bytes]) => ({
    name,
    mimeType: 'model/gltf-binary',
    buffer: Buffer.from(bytes),
  }));
  await (await chooser).setFiles(payload);
  await expect.poll(() => note(page).textContent()).not.toMatch(/^Baking/);
  return (await note(page).textContent()) ?? '';
}

async function download(page: Page, button: string): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return buffer(await file.createReadStream());
}

const toGlb = (document: Document) => new WebIO().writeBinary(document);

test('the sample is baked as the kit bakes it, drawn, and given to keep', async () => {
  const { page, complaints } = await pages.open(PATH);
  expect(await readCharacters(page)).toHaveLength(6);
  const bin = await download(page, 'Bone texture');
  const json = await download(page, 'Its manifest');
  const bytes = bin.buffer.slice(bin.byteOffset, bin.byteOffset + bin.byteLength) as ArrayBuffer;
  const baked = decodeBoneTexture(bytes, JSON.parse(json.toString()));
  const files = await readKit();
  const kit = decodeBoneTexture(
    Uint8Array.from(files.get('bone-texture.bin')!).buffer,
    JSON.parse(new TextDecoder().decode(files.get('bone-texture.json'))),
  );
  // The check below finds differences where there are some.
  expect(largestDifference(baked, 0, kit, 1, 1)).toBeGreaterThan(1e-4);
  const names = baked.manifest.clipInfo.map(({ name }) => name);
  expect(names).toEqual(['idle', 'walk', 'idle_look_around']);
  for (const clip of baked.manifest.clipInfo) {
    const same = kit.manifest.clipInfo.find(({ name }) => name === clip.name)!;
    expect(clip).toMatchObject({ frameCount: same.frameCount, duration: same.duration, loop: same.loop });
    expect(largestDifference(baked, clip.startFrame, kit, same.startFrame, clip.frameCount)).toBeLessThan(
      1e-4,
    );
  }
  expect(await countColors(page)).toBeGreaterThan(1000);
  expect(complaints).toEqual([]);
});

test('a GLB of one’s own, with its clips in other files, is drawn and plays them', async () => {
  const { page, complaints } = await pages.open(PATH);
  const clips = tinyClips().slice(0, 2);
  const files: Record<string, Uint8Array> = {
    'people.glb': await toGlb(characterDocument(TINY_BONES, 0.01, TINY_PARTS)),
  };
  for (const [k, clip] of clips.entries()) files[`dance_${k}.glb`] = await toGlb(clipDocument(clip));
  expect(await choose(page, files)).toMatch(/^5 parts on \d+ bones, .* of dance_0, dance_1\./);
  const shown = await readCharacters(page);
  expect(shown.map(({ clip }) => clip)).toEqual(
    Array.from({ length: 6 }, (_, i) => `dance_${i % clips.length}`),
  );
  expect(await page.locator('#numbers').textContent()).toMatch(/Characters\s*6/);
  expect(complaints).toEqual([]);
});

test('files that are no characters are explained by name, and the crowd before stays', async () => {
  const { page, complaints } = await pages.open(PATH);
  const still = async () => (await readCharacters(page)).map(({ parts }) => parts[0]);
  const before = await still();
  const character = characterDocument(TINY_BONES, 0.01, TINY_PARTS);
  const clip = await toGlb(clipDocument(tinyClips()[0]));

  expect(await choose(page, { 'letter.glb': new TextEncoder().encode('Dear reader') })).toMatch(
    /AssetError: letter\.glb: The file is no GLB file/,
  );
  expect(await choose(page, { 'dance.glb': clip })).toMatch(/RigError: dance\.glb: .*no skinned mesh/);
  expect(await choose(page, { 'still.glb': await toGlb(character) })).toMatch(
    /RigError: still\.glb: .*no animation/,
  );
  const giants = await toGlb(characterDocument(TINY_BONES, 0.04, TINY_PARTS));
  expect(await choose(page, { 'giants.glb': giants, 'dance.glb': clip })).toMatch(
    /UnitError: .*6\.88 m tall/,
  );
  expect(await still()).toEqual(before);
  expect(complaints).toEqual([]);
});

type Texture = ReturnType<typeof decodeBoneTexture>;

/** Of any bone in any frame of a clip, metres. */
function largestDifference(a: Texture, startA: number, b: Texture, startB: number, frames: number): number {
  const [matrixA, matrixB] = [new Float32Array(12), new Float32Array(12)];
  let largest = 0;
  for (let frame = 0; frame < frames; frame++) {
    for (let bone = 0; bone < a.manifest.nBones; bone++) {
      readBoneMatrix(a, startA + frame, bone, matrixA, 0);
      readBoneMatrix(b, startB + frame, bone, matrixB, 0);
      matrixA.forEach((value, k) => {
        largest = Math.max(largest, Math.abs(value - matrixB[k]));
      });
    }
  }
  return largest;
}
