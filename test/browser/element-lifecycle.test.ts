import { Box3, Object3D, PerspectiveCamera, Vector3, type WebGLRenderer } from 'three';
import type { CharacterState, Crowd } from 'three-crowd';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { CrowdViewElement } from '../../src/element/index.js';
import { Orbit } from '../../src/stage/orbit.js';
import {
  canvasOf,
  createView,
  frames,
  lookAt,
  next,
  showUntil,
  showView,
  until,
  untilLoading,
} from '../support/browser/crowd-view.js';
import { testInTurn } from '../support/in-turn.js';

/** How often the crowd is drawn in a few frames. */
async function countDraws(view: CrowdViewElement): Promise<number> {
  const render = vi.spyOn(view.objects!.renderer, 'render');
  await frames(8);
  const { length } = render.mock.calls;
  render.mockRestore();
  return length;
}

describe('a view that cannot be seen', () => {
  test('does not draw while it is scrolled away', { tags: ['nightly'] }, async () => {
    const view = await showView();
    expect(await countDraws(view)).toBeGreaterThan(3);
    view.style.marginTop = '5000px';
    await frames(4);
    expect(await countDraws(view)).toBe(0);
    view.style.marginTop = '0';
    await frames(4);
    expect(await countDraws(view)).toBeGreaterThan(3);
  });

  test('does not draw in a hidden tab', { tags: ['nightly'] }, async () => {
    const view = await showView();
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(await countDraws(view)).toBe(0);
    hidden.mockRestore();
    document.dispatchEvent(new Event('visibilitychange'));
    expect(await countDraws(view)).toBeGreaterThan(3);
  });
});

describe('a view in a page that changes', () => {
  test('takes the size it is given', { tags: ['nightly'] }, async () => {
    const view = await showView();
    expect(canvasOf(view).width / canvasOf(view).height).toBeCloseTo(16 / 9, 1);
    view.style.width = '200px';
    view.style.height = '200px';
    await until(() => canvasOf(view).width === 200 * devicePixelRatio);
    expect(canvasOf(view).height).toBe(canvasOf(view).width);
    expect(lookAt(view).colors).toBeGreaterThan(200);
  });

  test('keeps everything when it is moved in one task', { tags: ['nightly'] }, async () => {
    const view = await showView();
    const { crowdObject } = view;
    const canvas = canvasOf(view);
    const onLoad = vi.fn();
    view.addEventListener('load', onLoad);
    const place = document.createElement('div');
    view.remove();
    await Promise.resolve();
    document.body.append(place);
    place.append(view);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(view.crowdObject).toBe(crowdObject);
    expect(canvasOf(view)).toBe(canvas);
    expect(onLoad).not.toHaveBeenCalled();
    expect(await countDraws(view)).toBeGreaterThan(3);
    view.remove();
    place.remove();
  });

  test('frees everything when it is removed, and loads anew when it is put back', async () => {
    const view = await showView();
    const { renderer } = view.objects!;
    const { crowdObject } = view;
    const context = renderer.domElement.getContext('webgl2') as WebGL2RenderingContext;
    expect(renderer.info.memory.geometries).toBeGreaterThan(0);
    view.remove();
    await until(() => view.objects === undefined);
    expect(renderer.info.memory).toMatchObject({ geometries: 0, textures: 0 });
    expect(context.isContextLost()).toBe(true);
    expect(view.state).toBeUndefined();
    expect((await showUntil(view, 'load')).crowd).not.toBe(crowdObject);
  });

  test('gives up loading when it is removed', async () => {
    const view = createView();
    const heard = vi.fn();
    view.addEventListener('load', heard);
    view.addEventListener('error', heard);
    document.body.append(view);
    await untilLoading(view);
    view.remove();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(heard).not.toHaveBeenCalled();
    expect(view.state).toBeUndefined();
  });

  testInTurn(['webgl', 'webgpu'], [])('holds as much after 20 times as after one (%s)', async (backend) => {
    const held: object[] = [];
    for (let cycle = 0; cycle < 20; cycle++) {
      const view = await showView({ backend, 'max-characters': '2', mode: 'instanced' });
      const { renderer } = view.objects!;
      const crowd = view.crowdObject!;
      await crowd.levelsReady;
      // It is drawn anew with its levels, and what it drew before is disposed of a frame later.
      const update = vi.spyOn(crowd, 'update');
      await until(() => update.mock.calls.length >= 3);
      const shown = { ...renderer.info.memory };
      view.remove();
      await until(() => view.objects === undefined);
      await frames(1);
      held.push({ shown, left: { ...renderer.info.memory } });
    }
    expect(held).toEqual(Array(20).fill(held[0]));
    expect(held[0]).toMatchObject({ left: { geometries: 0, textures: 0 } });
  });
});

/** Has the next request for a crowd wait until the returned function is called. */
function holdRequest(): () => void {
  const { fetch } = globalThis;
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = vi.spyOn(globalThis, 'fetch');
  held.mockImplementationOnce(async (...request) => {
    expect((request[0] as Request).url).toContain('/v1/crowd/');
    await released;
    return fetch(...request);
  });
  onTestFinished(() => held.mockRestore());
  return release;
}

test('a lazy view whose crowd changes while it loads out of sight shows the new one once it is seen', async () => {
  const release = holdRequest();
  const view = createView({ loading: 'lazy' });
  document.body.append(view);
  await untilLoading(view);
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  view.crowd = 'cr_Court150';
  await Promise.resolve();
  expect(view.state).toBeUndefined();
  release();
  hidden.mockRestore();
  const loaded = next(view, 'load');
  document.dispatchEvent(new Event('visibilitychange'));
  await loaded;
  expect(canvasOf(view).getAttribute('aria-label')).toContain('Courtyard');
});

/** All that a page can read of a crowd's characters. */
function statesOf(crowd: Crowd): CharacterState[] {
  const states: CharacterState[] = [];
  crowd.forEach((state) => {
    states.push(state);
  });
  return states;
}

test('an orbit goes on from a panned view on another canvas', () => {
  const camera = new PerspectiveCamera();
  camera.position.set(0, 2, 10);
  const [first, second] = [document.createElement('canvas'), document.createElement('canvas')];
  const box = new Box3(new Vector3(-5, 0, -5), new Vector3(5, 2, 5));
  const orbit = new Orbit(camera, first, box);
  orbit.startAt(new Vector3(0, 1, 0));
  orbit.isEnabled = true;
  // What a drag with the right button does.
  camera.position.x += 3;
  orbit.target.x += 3;
  orbit.update();
  const before = camera.matrix.compose(camera.position, camera.quaternion, camera.scale).clone();
  orbit.moveTo(second);
  orbit.isEnabled = true;
  orbit.update();
  const after = camera.matrix.compose(camera.position, camera.quaternion, camera.scale).clone();
  for (const [k, element] of after.elements.entries()) expect(element).toBeCloseTo(before.elements[k], 9);

  const press = (canvas: HTMLCanvasElement): void => {
    canvas.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft' }));
    orbit.update();
  };
  const { x } = camera.position;
  press(first);
  expect(camera.position.x).toBeCloseTo(x, 9);
  press(second);
  expect(camera.position.x).not.toBeCloseTo(x, 2);
  orbit.dispose();
});

describe('a lost device', () => {
  test('fires an event, and the same crowd comes back with all its changes', {
    tags: ['nightly'],
  }, async () => {
    const view = await showView({ autoplay: 'false', mode: 'instanced' });
    view.objects!.camera.position.multiplyScalar(0.9);
    const crowd = view.crowdObject!;
    crowd.setTransform(0, { x: 1.5, heading: 1 });
    crowd.setClip(1, 'walk');
    crowd.update(0.7);
    const addition = new Object3D();
    view.objects!.scene.add(addition);
    await frames(2);
    const { renderer, camera } = view.objects!;
    const before = { ...lookAt(view), position: camera.position.clone(), characters: statesOf(crowd) };
    const fetch = vi.spyOn(globalThis, 'fetch');
    const lost = next(view, 'devicelost');
    const restored = next(view, 'devicerestored');
    (renderer as WebGLRenderer).forceContextLoss();
    await lost;
    expect(view.loaded).toBe(false);
    expect((await restored).crowd).toBe(crowd);
    expect(fetch).not.toHaveBeenCalled();
    fetch.mockRestore();
    expect(view.crowdObject).toBe(crowd);
    expect(view.loaded).toBe(true);
    expect(view.objects!.renderer).not.toBe(renderer);
    expect(view.objects!.renderer.domElement).toBe(canvasOf(view));
    expect(addition.parent).toBe(view.objects!.scene);
    expect(statesOf(crowd)).toEqual(before.characters);
    expect(camera.position.distanceTo(before.position)).toBeLessThan(1e-6);
    expect(lookAt(view).opaque).toBeCloseTo(before.opaque, 3);
    expect(lookAt(view).colors / before.colors).toBeCloseTo(1, 1);
  });

  test('fires events on WebGPU', { tags: ['nightly'] }, async () => {
    const view = await showView({ backend: 'webgpu' });
    const { renderer } = view.objects!;
    const events = [next(view, 'devicelost'), next(view, 'devicerestored')] as const;
    if (!('onDeviceLost' in renderer)) throw new Error('This is not the renderer that was asked for.');
    // As large buffers as there may be, where a device that nothing is asked of has 256 MiB (WebGPU, 3.6.2).
    const adapter = await navigator.gpu.requestAdapter();
    const { device } = renderer.backend as unknown as { device: GPUDevice };
    expect(device.limits.maxBufferSize).toBe(adapter?.limits.maxBufferSize);
    expect(device.limits.maxBufferSize).toBeGreaterThan(2 ** 28);
    renderer.onDeviceLost({ api: 'WebGPU', message: 'unplugged', reason: null, originalEvent: undefined });
    expect((await events[0]).message).toBe('unplugged');
    const crowd = view.crowdObject!;
    expect((await events[1]).crowd).toBe(crowd);
    await frames(2);
    expect(lookAt(view).colors).toBeGreaterThan(500);
  });

  test('does not stop a crowd that is loading', async () => {
    const view = await showView({ autoplay: 'false' });
    const release = holdRequest();
    onTestFinished(release);
    const [lost, loaded] = [next(view, 'devicelost'), next(view, 'load')];
    view.crowd = 'cr_Court150';
    await untilLoading(view);
    (view.objects!.renderer as WebGLRenderer).forceContextLoss();
    await lost;
    await loaded;
    expect(canvasOf(view).getAttribute('aria-label')).toContain('Courtyard');
    expect(view.state).toBe('ready');
    expect(lookAt(view).colors).toBeGreaterThan(200);
  });

  test('is replaced if it is lost before the crowd has loaded', async () => {
    const contexts = vi.spyOn(HTMLCanvasElement.prototype, 'getContext');
    onTestFinished(() => contexts.mockRestore());
    const release = holdRequest();
    const view = createView({ autoplay: 'false' });
    const [lost, restored] = [next(view, 'devicelost'), next(view, 'devicerestored')];
    document.body.append(view);
    await until(() => contexts.mock.results.length > 0);
    const context = contexts.mock.results[0].value as WebGL2RenderingContext;
    const told = new Promise((resolve) => context.canvas.addEventListener('webglcontextlost', resolve));
    context.getExtension('WEBGL_lose_context')?.loseContext();
    await told;
    release();
    await lost;
    expect((await restored).crowd).toBe(view.crowdObject);
    expect(lookAt(view).colors).toBeGreaterThan(200);
  });

  test('can be lost twice, and frees its memory when the view is removed', {
    tags: ['nightly'],
  }, async () => {
    const view = await showView({ autoplay: 'false' });
    for (let loss = 0; loss < 2; loss++) {
      const restored = next(view, 'devicerestored');
      (view.objects!.renderer as WebGLRenderer).forceContextLoss();
      await restored;
    }
    expect(lookAt(view).colors).toBeGreaterThan(200);
    const { renderer } = view.objects!;
    view.remove();
    await until(() => view.objects === undefined);
    expect(renderer.info.memory).toMatchObject({ geometries: 0, textures: 0 });
  });

  test('leaves nothing behind if the view is removed before the device is back', {
    tags: ['nightly'],
  }, async () => {
    const view = await showView({ autoplay: 'false' });
    const heard = vi.fn();
    view.addEventListener('devicerestored', heard);
    view.addEventListener('error', heard);
    const lost = next(view, 'devicelost');
    (view.objects!.renderer as WebGLRenderer).forceContextLoss();
    await lost;
    view.remove();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(heard).not.toHaveBeenCalled();
    expect(view.objects).toBeUndefined();
  });
});
