import { WebIO } from '@gltf-transform/core';
import { AnimationMixer, Box3, Matrix4, Quaternion, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { addressOf, characterFile, fileWithPoints } from '../support/browser/character-file.js';
import { createView, lookAt, next, showUntil, showView, until } from '../support/browser/crowd-view.js';
import { loadByThree, nodeMatrix, turnX, writeForeignFile } from '../support/foreign-file.js';
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

test('vary with options changes what they name, and text that is no JSON is an error', async () => {
  const src = addressOf(await characterFile());
  const view = await showView(
    ofFile(src, { count: '6', vary: '{ "height": 0, "build": false, "zones": { "*": false } }' }),
  );
  const crowd = view.crowdObject!;
  const { zones, height } = crowd.setVariation(0);
  expect(Object.keys(zones)).toEqual([]);
  expect(height).toBe(1);
  const failed = next(view, 'error');
  view.setAttribute('vary', "{ 'height': 0 }");
  expect(String((await failed).cause)).toContain('The attribute vary of <crowd-view> is no JSON');
});

test('a file in another unit is shown as tall as people are', { tags: ['nightly'] }, async () => {
  const { files } = await tinyCharacter({ rootScale: 1 });
  const view = await showView(ofFile(addressOf(files.get('characters.glb')!), { count: '2' }));
  const crowd = view.crowdObject!;
  crowd.computeBoundingBox();
  expect(crowd.boundingBox!.getSize(new Vector3()).y).toBeCloseTo(1.7, 0);
  expect(lookAt(view).colors).toBeGreaterThan(500);
});

test('a body of rigid parts is moved by the clip of its file as by three', async () => {
  const bytes = await writeForeignFile(
    [
      { name: 'hips', at: [0, 1, 0], box: [0.2, 0.1, 0.1] },
      { name: 'leg', parent: 'hips', at: [0.1, -0.1, 0], box: [0.05, 0.4, 0.05] },
    ],
    {
      swing: [
        { node: 'leg', path: 'rotation', times: [0, 0.5, 1], values: [0, 1, 0].flatMap(turnX) },
        { node: 'hips', path: 'translation', times: [0, 1], values: [0, 1, 0, 0, 1, 0] },
      ],
    },
  );
  const view = await showView(ofFile(addressOf(bytes), { count: '2' }));
  const crowd = view.crowdObject!;
  const gltf = await loadByThree(bytes);
  const mixer = new AnimationMixer(gltf.scene);
  mixer.clipAction(gltf.animations[0]).play();
  const turnOf = (hips: Matrix4, leg: Matrix4): Quaternion =>
    new Quaternion().setFromRotationMatrix(hips.clone().invert().multiply(leg));
  const seen: number[] = [];
  await until(() => {
    const { phase } = crowd.get(0);
    mixer.setTime(phase);
    gltf.scene.updateMatrixWorld(true);
    const [hips, leg] = ['hips', 'leg'].map((name) => gltf.scene.getObjectByName(name)!.matrixWorld);
    const expected = turnOf(hips, leg);
    const shown = (name: string): Matrix4 => nodeMatrix(crowd, 0, name, new Matrix4());
    expect(turnOf(shown('hips'), shown('leg')).angleTo(expected)).toBeLessThan(0.01);
    seen.push(expected.x);
    return Math.max(...seen) - Math.min(...seen) > 0.1;
  });
  expect(lookAt(view).colors).toBeGreaterThan(20);
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

test('people of a file stand on the ground that the page gives, and the view shows it', async () => {
  const view = createView(ofFile(addressOf(await characterFile()), { count: '6', motion: '' }));
  const hills = (x: number, z: number): number => 2 * Math.sin(x / 5) * Math.cos(z / 5);
  view.ground = hills;
  await showUntil(view, 'load');
  const crowd = view.crowdObject!;
  const seats = Array.from({ length: 6 }, (_, i) => crowd.get(i));
  const isAway = ({ x, z }: { x: number; z: number }, i: number): boolean =>
    Math.hypot(crowd.get(i).x - x, crowd.get(i).z - z) > 0.5;
  // The worker moves them, and knows the hills by their slopes alone.
  await until(() => seats.some(isAway));
  crowd.forEach(({ x, y, z }) => {
    expect(Math.abs(y - hills(x, z))).toBeLessThan(0.01);
  });
  const highest = Math.max(...seats.map(({ y }) => Math.abs(y)));
  expect(highest).toBeGreaterThan(0.1);
  const shown = new Box3().setFromObject(view.objects!.scene.getObjectByName('Ground')!);
  expect(shown.max.y).toBeGreaterThan(1.5);
  const before = view.crowdObject;
  const loaded = next(view, 'load');
  view.ground = undefined;
  await loaded;
  expect(view.crowdObject).not.toBe(before);
  view.crowdObject!.forEach(({ y }) => {
    expect(y).toBe(0);
  });
});

test('a ground that is none is an error that says what it can be', async () => {
  const view = createView(ofFile(addressOf(await characterFile()), { count: '2' }));
  view.ground = 3 as never;
  const { cause } = await showUntil(view, 'error');
  expect(String(cause)).toContain('ground is no function of (x, z)');
});
