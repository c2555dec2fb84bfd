import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BoneTexture, decodeBoneTexture } from 'three-crowd/rig';
import { expect, test } from 'vitest';
import { THREE_CROWD } from '../../../src/cli/three-crowd.js';
import { runProgram } from '../../support/cli/test-terminal.js';
import { tinyCharacter } from '../../support/rig/tiny-character.js';
import { createDirectory } from '../../support/temporary-directory.js';

const directory = await createDirectory();

const CLIPS = ['idle', 'walk', 'walk_stop'];

/** The tiny kit with its files written out, and the bone texture that its makers expect. */
async function writeTinyKit(convention: 'pose-matched' | 'rest-relative'): Promise<BoneTexture> {
  const { files } = await tinyCharacter({
    convention,
    edit: (document) => {
      for (const animation of document.getRoot().listAnimations()) {
        animation.setName('Take 001');
      }
    },
  });
  for (const [name, bytes] of files) await writeFile(join(directory, name), bytes);
  return read('bones');
}

async function read(name: string): Promise<BoneTexture> {
  const bytes = await readFile(join(directory, `${name}.bin`));
  const manifest: unknown = JSON.parse(await readFile(join(directory, `${name}.json`), 'utf8'));
  return decodeBoneTexture(new Uint8Array(bytes).buffer, manifest);
}

function bake(...options: string[]) {
  const file = (name: string) => join(directory, name);
  return runProgram(THREE_CROWD, [
    ...['bake', '--skeleton', file('characters.glb'), '--rest', file('base.glb'), '--out', directory],
    ...['--clips', ...CLIPS.map((clip) => file(`${clip}.glb`)), ...options],
  ]);
}

test.each(['pose-matched', 'rest-relative'] as const)(
  'bakes a kit like its makers, %s',
  async (convention) => {
    const expected = await writeTinyKit(convention);
    const { status, printed } = await bake('--convention', convention);
    expect(status).toBe(0);
    const baked = await read('bone-texture');
    const { clipInfo, ...manifest } = baked.manifest;
    const { clipInfo: expectedClips, ...expectedManifest } = expected.manifest;
    expect(manifest).toEqual({ ...expectedManifest, retarget: convention });
    // Files hold 32-bit floats, and hips that are a little off make a little more or less ground.
    const withoutBounds = expectedClips.map(({ bounds, speed, ...clip }) => ({
      ...clip,
      speed: expect.closeTo(speed, 6),
    }));
    expect(clipInfo.map(({ bounds, ...clip }) => clip)).toEqual(withoutBounds);
    expect(clipInfo.map(({ name }) => name)).toEqual(CLIPS);
    let largest = 0;
    for (let i = 0; i < expected.data.length; i++) {
      largest = Math.max(largest, Math.abs(baked.data[i] - expected.data[i]));
    }
    expect(largest).toBeLessThan(1e-4);
    expect(printed).toEqual([expect.stringMatching(/^3 clips in \d+ × \d+ texels are in /)]);
  },
);

test('the conventions differ here, so that the test above can tell them apart', async () => {
  const { data } = await writeTinyKit('pose-matched');
  const other = await writeTinyKit('rest-relative');
  expect(Math.max(...data.map((value, i) => Math.abs(value - other.data[i])))).toBeGreaterThan(0.01);
});

test('bakes at the rate that it is told', async () => {
  await writeTinyKit('pose-matched');
  expect((await bake('--fps', '10')).status).toBe(0);
  const { manifest } = await read('bone-texture');
  expect([manifest.bakeFps, ...manifest.clipInfo.map(({ frameCount }) => frameCount)]).toEqual([
    10, 10, 8, 6,
  ]);
});

test('a file that is no GLB is a failure that names it', async () => {
  await writeTinyKit('pose-matched');
  await writeFile(join(directory, 'walk.glb'), 'not a model');
  const { status, errors } = await bake();
  expect([status, errors]).toEqual([1, [expect.stringMatching(/^three-crowd: .*walk\.glb is no GLB file/)]]);
});

test('without an option, takes the convention that fits, and says so', async () => {
  const expected = await writeTinyKit('pose-matched');
  const { status, errors } = await bake();
  expect(status).toBe(0);
  expect((await read('bone-texture')).manifest.retarget).toBe('pose-matched');
  expect(expected.manifest.clipInfo[2].loop).toBe(false);
  expect(errors[0]).toMatch(/baked pose-matched .* rest-relative \d+ mm.*--convention/);
});
