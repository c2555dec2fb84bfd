import { type InstancedMesh, Matrix4, type Object3D, Vector3 } from 'three';
import type { CrowdResponse } from 'three-crowd';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import type { CrowdViewElement } from '../../src/element/index.js';
import { addressOf } from '../support/browser/character-file.js';
import {
  CROWD_ID,
  createView,
  frames,
  lookAt,
  next,
  pixelsOf,
  showUntil,
  until,
} from '../support/browser/crowd-view.js';
import { writeForeignFile } from '../support/foreign-file.js';
import { testInTurn } from '../support/in-turn.js';

const THINGS = [
  { type: 'stall', x: -2, z: 1.5, rot_y: 0.7 },
  { type: 'table', x: 1.5, z: 0.5 },
  { type: 'stall', x: 2, z: -1, rot_y: -2 },
];
const TYPES = ['stall', 'table'];

const addressOfModels = async (...types: string[]): Promise<string> =>
  addressOf(await writeForeignFile(types.map((name, k) => ({ name, at: [k, 0, 0], box: [0.5, 0.5, 0.3] }))));

/** A view of the sample crowd with things in the scene of its response. */
async function createViewOf(things: string, more: Readonly<Record<string, string>> = {}) {
  const headers = { Authorization: `Bearer ${inject('sampleKey')}` };
  const answer = await fetch(new URL(`v1/crowd/${CROWD_ID}`, inject('baseUrl')), { headers });
  const response = (await answer.json()) as CrowdResponse;
  const view = createView({ things, ...more });
  view.response = { ...response, scene: { slots: [], things: THINGS } };
  return view;
}

function thingsIn(view: CrowdViewElement): InstancedMesh[] {
  const found: InstancedMesh[] = [];
  view.objects?.scene.traverse(
    (object) => TYPES.includes(object.name) && found.push(object as InstancedMesh),
  );
  return found;
}

/** Place and heading of all things in the scene, by type. */
function placesIn(view: CrowdViewElement) {
  const matrix = new Matrix4();
  return thingsIn(view).flatMap((mesh) => {
    mesh.updateWorldMatrix(true, false);
    return Array.from({ length: mesh.count }, (_, k) => {
      mesh.getMatrixAt(k, matrix);
      matrix.premultiply(mesh.matrixWorld);
      const [x, y, z] = new Vector3().setFromMatrixPosition(matrix);
      const ahead = new Vector3(0, 0, 1).transformDirection(matrix);
      return { type: mesh.name, x, y, z, heading: Math.atan2(ahead.x, ahead.z) };
    });
  });
}

/** The same of the response, on a ground. */
const placesOfScene = (heightAt: (x: number, z: number) => number) =>
  TYPES.flatMap((type) => THINGS.filter((thing) => thing.type === type)).map(({ type, x, z, rot_y = 0 }) => ({
    type,
    x: expect.closeTo(x, 5),
    y: expect.closeTo(heightAt(x, z), 5),
    z: expect.closeTo(z, 5),
    heading: expect.closeTo(rot_y, 5),
  }));

const untilShown = (view: CrowdViewElement): Promise<void> => until(() => thingsIn(view).length > 0);

function countDraws(view: CrowdViewElement): number {
  const { info } = view.objects!.renderer;
  info.reset();
  lookAt(view);
  return 'drawCalls' in info.render ? info.render.drawCalls : info.render.calls;
}

testInTurn(['webgl', 'webgpu'], [0])(
  'things stand where the scene says, are drawn after the crowd, and go with the attribute (%s)',
  async (backend) => {
    const view = await createViewOf(await addressOfModels(...TYPES), { backend });
    await showUntil(view, 'load');
    expect(thingsIn(view)).toEqual([]);
    const { scene, renderer } = view.objects!;
    const before = { draws: countDraws(view), geometries: renderer.info.memory.geometries };
    await untilShown(view);
    expect(placesIn(view)).toEqual(placesOfScene(() => 0));
    expect(countDraws(view)).toBe(before.draws + TYPES.length);
    expect(renderer.info.memory.geometries).toBeGreaterThan(before.geometries);
    view.removeAttribute('things');
    expect(thingsIn(view)).toEqual([]);
    expect(countDraws(view)).toBe(before.draws);
    expect(renderer.info.memory.geometries).toBe(before.geometries);
    expect(view.objects?.scene).toBe(scene);
    expect(view.loaded).toBe(true);
  },
);

/** Number of pixels that an object covers, its shadow aside. */
function countPixels(view: CrowdViewElement, object: Object3D): number {
  view.crowdObject!.update(0, view.objects!.camera);
  const shown = pixelsOf(view);
  object.visible = false;
  const hidden = pixelsOf(view);
  object.visible = true;
  return shown.filter((pixel, k) => pixel !== hidden[k]).length;
}

testInTurn(['webgl', 'webgpu'], [0, 1])(
  'what people hold comes with the things from the same file, and is drawn in the palms of those who are there (%s)',
  async (backend) => {
    const address = await addressOfModels(...TYPES, 'gong');
    const view = await createViewOf(address, { backend, autoplay: 'false' });
    const { characters } = view.response!;
    const slots = characters.slice(0, 6).map(({ x, z }, i) => ({ x, z, ...(i % 2 && { held: 'gong' }) }));
    view.response = { ...view.response!, scene: { slots, things: THINGS } };
    const request = vi.spyOn(globalThis, 'fetch');
    onTestFinished(() => request.mockRestore());
    await showUntil(view, 'load');
    const before = countDraws(view);
    await untilShown(view);
    expect(request.mock.calls.filter(([asked]) => String(asked) === address)).toHaveLength(1);
    const gongs = view.objects!.scene.getObjectByName('gong') as InstancedMesh;
    // Two of the four people, and one who is not there.
    expect(gongs.count).toBe(3);
    expect(countDraws(view)).toBe(before + TYPES.length + 1);
    const crowd = view.crowdObject!;
    const matrix = new Matrix4();
    const places = [0, 1].map((k) => {
      gongs.getMatrixAt(k, matrix);
      return new Vector3().setFromMatrixPosition(matrix);
    });
    for (const [k, i] of [1, 3].entries()) {
      // A third of the kit's forearm beyond the wrist, centimetres.
      const palm = new Vector3(-13, -20.8, 2).divideScalar(3);
      palm.applyMatrix4(crowd.getSocketMatrix(i, 'handR', matrix));
      expect(places[k].distanceTo(palm)).toBeLessThan(1e-3);
    }
    const shown = countPixels(view, gongs);
    expect(shown).toBeGreaterThan(10);
    crowd.removeCharacters(1);
    const left = countPixels(view, gongs);
    expect(left).toBeLessThan(shown);
    expect(left).toBeGreaterThan(0);
    crowd.setVisible(3, false);
    expect(countPixels(view, gongs)).toBe(0);
    crowd.setVisible(3, true);
    expect(countPixels(view, gongs)).toBe(left);
    view.removeAttribute('things');
    expect(view.objects!.scene.getObjectByName('gong')).toBeUndefined();
  },
);

test('things stand on the ground of the page, and another file takes the place of the first', async () => {
  const view = await createViewOf(await addressOfModels(...TYPES));
  const hills = (x: number, z: number): number => 2 * Math.sin(x) * Math.cos(z);
  view.ground = hills;
  await showUntil(view, 'load');
  await untilShown(view);
  expect(placesIn(view)).toEqual(placesOfScene(hills));
  const [first] = thingsIn(view);
  view.things = await addressOfModels(...TYPES.toReversed());
  expect(thingsIn(view)).toEqual([]);
  await untilShown(view);
  expect(thingsIn(view)[0].geometry).not.toBe(first.geometry);
  expect(placesIn(view)).toEqual(placesOfScene(hills));
});

/** Lets the next request wait until `answer` is called. */
function holdRequest() {
  const { fetch } = globalThis;
  let answer = (): void => {};
  const released = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const request = vi.spyOn(globalThis, 'fetch').mockImplementationOnce(async (...asked) => {
    await released;
    return fetch(...asked);
  });
  onTestFinished(() => request.mockRestore());
  return { request, answer };
}

/** Warnings until the test ends, in place of the console's. */
function catchWarnings() {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  return warn.mock.calls;
}

test('a view that is removed frees its things, also while their file loads', async () => {
  const [shown, loading] = [await createViewOf(await addressOfModels(...TYPES)), await createViewOf('')];
  for (const view of [shown, loading]) await showUntil(view, 'load');
  await untilShown(shown);
  const freed = vi.fn();
  for (const { geometry } of thingsIn(shown)) geometry.addEventListener('dispose', freed);
  const warnings = catchWarnings();
  const { request, answer } = holdRequest();
  loading.things = await addressOfModels(...TYPES);
  await until(() => request.mock.calls.length > 0);
  const { scene } = loading.objects!;
  for (const view of [shown, loading]) view.remove();
  await until(() => !shown.objects && !loading.objects);
  answer();
  await frames(10);
  expect(freed).toHaveBeenCalledTimes(TYPES.length);
  expect(TYPES.map((type) => scene.getObjectByName(type))).toEqual([undefined, undefined]);
  expect(warnings).toEqual([]);
});

test('an attribute that goes while its file loads leaves nothing', async () => {
  const view = await createViewOf('');
  await showUntil(view, 'load');
  const warnings = catchWarnings();
  const { request, answer } = holdRequest();
  view.things = await addressOfModels(...TYPES);
  await until(() => request.mock.calls.length > 0);
  view.removeAttribute('things');
  answer();
  await frames(10);
  expect(thingsIn(view)).toEqual([]);
  expect(warnings).toEqual([]);
});

test('a type that the file lacks, and a file that cannot be loaded, are one warning, and the people stay', async () => {
  const warnings = catchWarnings();
  const view = await createViewOf(await addressOfModels('table', 'lamp'));
  await showUntil(view, 'load');
  await untilShown(view);
  expect(placesIn(view).map(({ type }) => type)).toEqual(['table']);
  expect(warnings).toEqual([[expect.stringMatching(/type stall, .* it has table, lamp\./)]]);
  warnings.length = 0;
  view.things = new URL('missing.glb', inject('baseUrl')).href;
  await until(() => warnings.length > 0);
  await frames(3);
  expect(warnings).toEqual([[expect.stringMatching(/<crowd-view> shows no things\. .*missing\.glb.*404/)]]);
  expect(thingsIn(view)).toEqual([]);
  expect(view.loaded).toBe(true);
  expect(view.crowdObject!.size).toBe(4);
});

test('with strict, they are an error', async () => {
  const view = await createViewOf(await addressOfModels('table'), { strict: '' });
  await showUntil(view, 'load');
  expect(await next(view, 'error')).toMatchObject({ type: 'AssetError' });
  expect(view.state).toBe('error');
});

test('nothing is requested without the attribute, or for a scene without things', async () => {
  const request = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => request.mockRestore());
  const address = await addressOfModels(...TYPES);
  const [without, bare] = [await createViewOf(''), createView({ things: address })];
  for (const view of [without, bare]) await showUntil(view, 'load');
  await frames(20);
  const asked = request.mock.calls.map(([asked]) => (asked instanceof Request ? asked.url : String(asked)));
  expect(asked.length).toBeGreaterThan(1);
  expect(asked.filter((url) => !url.startsWith(inject('baseUrl')))).toEqual([]);
});
