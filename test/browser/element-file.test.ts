import { WebIO } from '@gltf-transform/core';
import { Vector3 } from 'three';
import { expect, test } from 'vitest';
import { addressOf, characterFile, fileWithPoints } from '../support/browser/character-file.js';
import { createView, lookAt, next, showUntil, showView, until } from '../support/browser/crowd-view.js';
import { testInTurn } from '../support/in-turn.js';
import { tinyCharacter } from '../support/rig/tiny-character.js';

/** The attributes of a view of a file; the service's are left out. */
const ofFile = (src: string, more: Readonly<Record<string, string>> = {}) => ({
  ...{ src, crowd: '', 'api-key': '', 'max-characters': '50' },
  ...more,
});

testInTurn(['webgl', 'webgpu'], [1])(
  'shows the character of a GLB file with backend="%s"',
  async (backend) => {
    const view = await showView(ofFile(addressOf(await characterFile()), { count: '9', backend }));
    expect(view.crowdObject?.stats).toMatchObject({ backend, characters: 9, parts: 1 });
    expect(lookAt(view).colors).toBeGreaterThan(500);
    expect(view.crowdObject?.scale.x).toBe(1);
  },
);

test('a file is told by its name too; max-characters limits, and another count makes another crowd', {
  tags: ['nightly'],
}, async () => {
  const view = await showView(ofFile(`${addressOf(await characterFile())}#character.glb`));
  expect(view.crowdObject?.size).toBe(50);
  const loaded = next(view, 'load');
  view.count = 4;
  await loaded;
  expect(view.crowdObject?.size).toBe(4);
});

test('a glTF file that is text is shown as well', async () => {
  const io = new WebIO();
  const { json, resources } = await io.writeJSON(await io.readBinary(await characterFile()));
  const [buffer] = json.buffers!;
  buffer.uri = `data:application/octet-stream;base64,${resources[buffer.uri!].toBase64()}`;
  const view = await showView(
    ofFile(addressOf(new TextEncoder().encode(JSON.stringify(json))), { count: '2' }),
  );
  expect(lookAt(view).colors).toBeGreaterThan(500);
});

test('looks picks parts', async () => {
  const address = addressOf(await characterFile(['robe_1', 'robe.2', 'face_1']));
  const view = await showView(ofFile(address, { count: '4', looks: 'robe_*, face_1; robe.2, hat' }));
  const { crowdObject } = view;
  expect([0, 1].map((index) => crowdObject?.get(index).parts.body)).toEqual([
    'robe_1 + face_1',
    'hat + robe.2',
  ]);
});

test('a file in another unit is shown as tall as people are', { tags: ['nightly'] }, async () => {
  const { files } = await tinyCharacter({ rootScale: 1 });
  const view = await showView(ofFile(addressOf(files.get('characters.glb')!), { count: '2' }));
  const crowd = view.crowdObject!;
  crowd.computeBoundingBox();
  expect(crowd.boundingBox!.getSize(new Vector3()).y).toBeCloseTo(1.7, 0);
  expect(lookAt(view).colors).toBeGreaterThan(500);
});

test('a file that is none is an error that names it', async () => {
  const view = createView(ofFile(addressOf(new Uint8Array([1, 2, 3])), { count: '2' }));
  const { type, cause } = await showUntil(view, 'error');
  expect(type).toBe('AssetError');
  expect(String(cause)).toContain(view.src);
});

test('half of them walk about, unless motion="false" keeps them where they are', async () => {
  const address = addressOf(await characterFile());
  const [view, still] = [
    await showView(ofFile(address, { count: '6', motion: '' })),
    await showView(ofFile(address, { count: '6', motion: 'false' })),
  ];
  expect(still.crowdObject?.motion).toBeUndefined();
  const crowd = view.crowdObject!;
  const before = Array.from({ length: 6 }, (_, i) => crowd.get(i));
  const walked = (): number =>
    before.filter(({ x, z }, i) => Math.hypot(crowd.get(i).x - x, crowd.get(i).z - z) > 0.3).length;
  await until(() => walked() === 3);
});

test('strict makes an error of what a file has and no crowd draws', async () => {
  const view = createView(ofFile(addressOf(await fileWithPoints()), { count: '2', strict: '' }));
  expect(String((await showUntil(view, 'error')).cause)).toContain('are not drawn: "robe_1"');
});

test('an address alone waits for the crowd of the service', async () => {
  const view = createView({ crowd: '' });
  document.body.append(view);
  await new Promise((resolve) => setTimeout(resolve));
  expect(view.state).toBeUndefined();
});
