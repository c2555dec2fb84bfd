import { Vector3 } from 'three';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import type { CrowdViewElement } from '../../src/element/index.js';
import { isCrowdError } from '../../src/errors/index.js';
import {
  CROWD_ID,
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

const inside = (view: CrowdViewElement, selector: string): HTMLElement =>
  view.shadowRoot!.querySelector<HTMLElement>(selector)!;

const isShown = (element: HTMLElement): boolean => element.checkVisibility({ visibilityProperty: true });

/** Where everybody is in the picture: −1 to 1 on both axes, and `height` as a part of the picture's. */
function placesInPicture(view: CrowdViewElement) {
  const { camera } = view.objects!;
  camera.updateMatrixWorld();
  const places: { x: number; feet: number; head: number; height: number }[] = [];
  view.crowdObject!.forEach(({ x, y, z, scale }) => {
    const feet = new Vector3(x, y, z).project(camera);
    const head = new Vector3(x, y + 1.7 * scale, z).project(camera);
    places.push({ x: feet.x, feet: feet.y, head: head.y, height: (head.y - feet.y) / 2 });
  });
  return places;
}

describe('a crowd in a page', () => {
  test('is shown, with progress from 0 to 1 that never goes back', async () => {
    const view = createView({ motion: 'true', shadows: 'true' });
    const events: (string | number)[] = [];
    view.addEventListener('progress', (event) =>
      events.push((event as Event as CustomEvent).detail.fraction),
    );
    view.addEventListener('load', () => events.push('load'));
    document.body.append(view);
    expect(view.loaded).toBe(false);
    const { crowd } = await next(view, 'load');

    expect(events.at(-1)).toBe('load');
    const fractions = events.slice(0, -1) as number[];
    expect(fractions.length).toBeGreaterThan(4);
    expect(fractions[0]).toBe(0);
    expect(fractions.at(-1)).toBe(1);
    expect(fractions.slice(1).every((fraction, i) => fraction > fractions[i])).toBe(true);
    expect(view.loaded).toBe(true);
    expect(view.crowdObject).toBe(crowd);
    expect(crowd.size).toBe(4);
    const { opaque, colors } = lookAt(view);
    expect(opaque).toBeGreaterThan(0.1);
    expect(colors).toBeGreaterThan(500);
  });

  testInTurn(
    [
      ['16 / 9', 0.24, 1],
      ['1 / 1', 0.2, 0.8],
      ['1 / 2', 0.12, 0.3],
    ] as const,
    [2],
  )(
    'fills a picture of %s: the nearest take %f of its height, and %f are in it',
    async (shape, least, share) => {
      const view = createView({ 'max-characters': '24' });
      view.style.aspectRatio = shape;
      await showUntil(view, 'load');
      const people = placesInPicture(view);
      expect(people).toHaveLength(24);
      const tallest = Math.max(...people.map(({ height }) => height));
      expect(tallest).toBeGreaterThan(least);
      expect(tallest).toBeLessThan(0.4);
      const inside = people.filter(({ x, feet, head }) => Math.abs(x) < 1 && feet > -1 && head < 1);
      expect(inside.length / people.length).toBeGreaterThanOrEqual(share);
    },
  );

  test('is framed anew when the view gets another shape, until somebody moves the camera', {
    tags: ['nightly'],
  }, async () => {
    const view = await showView({ 'max-characters': '24' });
    const { position } = view.objects!.camera;
    const wide = position.clone();
    view.style.aspectRatio = '1 / 2';
    await until(() => position.distanceTo(wide) > 1);
    canvasOf(view).dispatchEvent(new KeyboardEvent('keydown', { key: '+', bubbles: true }));
    await frames(3);
    const chosen = position.clone();
    view.style.aspectRatio = '16 / 9';
    await until(() => canvasOf(view).width > canvasOf(view).height);
    await frames(3);
    expect(position.distanceTo(chosen)).toBeLessThan(0.1);
  });

  test('has a sky, unless the page has a background of its own', { tags: ['nightly'] }, async () => {
    expect(lookAt(await showView()).opaque).toBe(1);
    const view = createView();
    view.style.setProperty('--crowd-view-background', 'none');
    await showUntil(view, 'load');
    expect(lookAt(view).opaque).toBeLessThan(0.9);
  });

  testInTurn(['webgpu', 'webgpu-webgl2', 'webgl'], [0])('is drawn with backend="%s"', async (backend) => {
    const view = await showView({ backend, mode: 'instanced' });
    expect(view.crowdObject!.stats).toMatchObject({ backend, mode: 'instanced' });
    expect(lookAt(view).colors).toBeGreaterThan(500);
  });

  testInTurn(['instanced', 'clones'], [1])('is drawn in mode="%s"', async (mode) => {
    expect((await showView({ mode })).crowdObject!.stats.mode).toBe(mode);
  });

  test('draws two views at once', { tags: ['nightly'] }, async () => {
    const views = await Promise.all([showView(), showView()]);
    expect(views.map((view) => lookAt(view).colors > 500)).toEqual([true, true]);
  });
});

test('people of a service stand on the ground that the page gives', async () => {
  const view = createView({ 'max-characters': '8', motion: 'false' });
  const hills = (x: number, z: number): number => 2 * Math.sin(x / 5) * Math.cos(z / 5);
  view.ground = hills;
  await showUntil(view, 'load');
  let highest = 0;
  view.crowdObject!.forEach(({ x, y, z }) => {
    expect(y).toBeCloseTo(hills(x, z), 4);
    highest = Math.max(highest, Math.abs(y));
  });
  expect(highest).toBeGreaterThan(0.5);
});

describe('a request for a crowd', () => {
  test('uses a token provider in place of a key', async () => {
    const view = createView();
    view.removeAttribute('api-key');
    const tokenProvider = vi.fn(async () => inject('sampleKey'));
    view.tokenProvider = tokenProvider;
    await showUntil(view, 'load');
    expect(tokenProvider).toHaveBeenCalledOnce();
    expect(view.outerHTML).not.toContain(inject('sampleKey'));
  });

  test('keeps properties that were set before the element was defined', { tags: ['nightly'] }, async () => {
    const view = createView();
    view.removeAttribute('crowd');
    Object.defineProperty(view, 'crowd', { value: CROWD_ID, configurable: true, enumerable: true });
    await showUntil(view, 'load');
    expect(view.getAttribute('crowd')).toBe(CROWD_ID);
  });

  test('is sent once for several changes, and not for changes that need no other response', {
    tags: ['nightly'],
  }, async () => {
    const fetch = vi.spyOn(globalThis, 'fetch');
    const asked = () =>
      fetch.mock.calls.filter(([request]) => (request as Request).url?.includes('/v1/crowd/')).length;
    const view = await showView();
    expect(asked()).toBe(1);
    const before = view.crowdObject;
    const again = next(view, 'load');
    view.maxCharacters = 6;
    view.mode = 'instanced';
    const { crowd } = await again;
    expect(crowd).not.toBe(before);
    expect(crowd.stats).toMatchObject({ characters: 6, mode: 'instanced' });
    expect(asked()).toBe(1);
    const other = next(view, 'load');
    view.crowd = 'cr_Court150';
    await other;
    expect(asked()).toBe(2);
    expect(canvasOf(view).getAttribute('aria-label')).toContain('Courtyard');
    fetch.mockRestore();
  });

  test('ends when the attribute is removed', { tags: ['nightly'] }, async () => {
    const view = await showView();
    view.removeAttribute('crowd');
    await until(() => view.state === undefined);
    expect(view.loaded).toBe(false);
    expect(canvasOf(view)).toBeNull();
  });

  test('is not sent without attributes, and the message names them', async () => {
    const view = document.createElement('crowd-view');
    document.body.append(view);
    onTestFinished(() => view.remove());
    await until(() => isShown(inside(view, '[role=alert] p')));
    expect(inside(view, '[role=alert] p').textContent).toMatch(/attribute `crowd`.*`src`/);
    expect(view.state).toBeUndefined();
  });
});

describe('an error', () => {
  test.each([
    ['an unknown crowd', { crowd: 'cr_00000000' }, 'NotFoundError', 404],
    ['an id that is none', { crowd: 'market' }, 'NotFoundError', 404],
    ['a wrong key', { 'api-key': 'nonsense' }, 'AuthenticationError', 401],
    ['no service', { src: 'http://127.0.0.1:9/' }, 'ConnectionError', undefined],
    ['no address', { src: 'http://' }, 'CrowdError', undefined],
  ])('%s is an error event, a state and a message', async (_name, attributes, type, status) => {
    const view = createView(attributes);
    const error = await showUntil(view, 'error');
    expect(error).toMatchObject({ type, status });
    expect(isCrowdError(error.cause)).toBe(true);
    expect(view.state).toBe('error');
    expect(view.matches(':state(error)')).toBe(true);
    await until(() => isShown(inside(view, '[role=alert] p')));
    expect(inside(view, '[role=alert] p').textContent).toBe((error.cause as Error).message);
  });

  test('has a state of its own if the browser cannot draw', async () => {
    const requestAdapter = vi.spyOn(navigator.gpu, 'requestAdapter').mockResolvedValue(null);
    const view = createView({ backend: 'webgpu' });
    expect((await showUntil(view, 'error')).type).toBe('UnsupportedError');
    expect(view.matches(':state(unsupported)')).toBe(true);
    requestAdapter.mockRestore();
  });

  test('is reported after the first picture if the device refuses to draw', {
    tags: ['nightly'],
  }, async () => {
    const { createRenderPipeline } = GPUDevice.prototype;
    const pipelines = vi.spyOn(GPUDevice.prototype, 'createRenderPipeline').mockImplementation(function (
      this: GPUDevice,
      { vertex, ...rest },
    ) {
      return createRenderPipeline.call(this, { ...rest, vertex: { ...vertex, entryPoint: 'missing' } });
    });
    const destroyed = vi.spyOn(GPUDevice.prototype, 'destroy');
    onTestFinished(() => {
      for (const spy of [pipelines, destroyed]) spy.mockRestore();
    });
    const view = createView({ backend: 'webgpu', mode: 'instanced' });
    const { type, cause } = await showUntil(view, 'error');
    // The browser tells of a device's errors a while after the call. None may reach the test that comes after.
    await until(() => destroyed.mock.contexts.length > 0);
    await (destroyed.mock.contexts[0] as GPUDevice).lost;
    expect(pipelines).toHaveBeenCalled();
    expect(type).toBe('UnsupportedError');
    expect((cause as Error).message).toContain('device cannot draw the crowd');
    expect(view.matches(':state(unsupported)')).toBe(true);
    expect(view.loaded).toBe(false);
  });

  test('is not reported for a view that is removed while shaders are built: its device is freed later', {
    tags: ['nightly'],
  }, async () => {
    const { createRenderPipelineAsync } = GPUDevice.prototype;
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const pipelines = vi.spyOn(GPUDevice.prototype, 'createRenderPipelineAsync').mockImplementation(function (
      this: GPUDevice,
      description,
    ) {
      const pipeline = createRenderPipelineAsync.call(this, description);
      return released.then(() => pipeline);
    });
    const destroyed = vi.spyOn(GPUDevice.prototype, 'destroy');
    const printed = vi.spyOn(console, 'error');
    onTestFinished(() => {
      for (const spy of [pipelines, destroyed, printed]) spy.mockRestore();
    });
    const view = createView({ backend: 'webgpu', mode: 'instanced' });
    document.body.append(view);
    await until(() => pipelines.mock.calls.length > 0);
    view.remove();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(destroyed).not.toHaveBeenCalled();
    release();
    await until(() => destroyed.mock.calls.length > 0);
    expect(printed).not.toHaveBeenCalled();
  });

  test('ends when another crowd is requested', async () => {
    const view = createView({ crowd: 'cr_00000000' });
    await showUntil(view, 'error');
    const loaded = next(view, 'load');
    view.crowd = CROWD_ID;
    await loaded;
    expect(view.state).toBe('ready');
    expect(isShown(inside(view, '[role=alert] p'))).toBe(false);
  });
});

describe('while it loads', () => {
  const PICTURE =
    'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>';

  test('poster and progress bar are shown, and then give way', { tags: ['nightly'] }, async () => {
    const view = createView({ poster: PICTURE });
    const loaded = next(view, 'load');
    document.body.append(view);
    await untilLoading(view);
    expect(view.matches(':state(loading)')).toBe(true);
    expect(view.dataset['state']).toBe('loading');
    expect(isShown(inside(view, '[part=poster]'))).toBe(true);
    expect(isShown(inside(view, '[role=progressbar]'))).toBe(true);
    await loaded;
    expect(view.matches(':state(ready)')).toBe(true);
    expect(view.dataset['state']).toBe('ready');
    await until(() => !isShown(inside(view, '[part=poster]')));
    await until(() => !isShown(inside(view, '[role=progressbar]')));
    expect(inside(view, '[role=progressbar]').getAttribute('aria-valuenow')).toBe('1.00');
  });

  test('slots take the place of poster, progress bar and message, and can show the progress', async () => {
    const view = createView({ crowd: 'cr_00000000', poster: PICTURE });
    view.innerHTML =
      '<b slot="poster">poster</b><b slot="progress-bar">bar</b><b slot="error">sorry</b><b id="over">over</b>';
    const failed = next(view, 'error');
    document.body.append(view);
    await untilLoading(view);
    const [poster, bar, error, over] = view.querySelectorAll('b');
    expect([poster, bar, over].every(isShown)).toBe(true);
    expect(isShown(inside(view, '[part=poster]'))).toBe(false);
    expect(getComputedStyle(bar).getPropertyValue('--crowd-view-progress')).toBe('0');
    await failed;
    await until(() => isShown(error));
    expect(isShown(inside(view, '[part=error]'))).toBe(false);
  });

  test('CSS variables colour it', { tags: ['nightly'] }, async () => {
    const view = createView();
    view.style.setProperty('--crowd-view-progress-color', 'rgb(1, 2, 3)');
    view.style.setProperty('--crowd-view-background', 'rgb(4, 5, 6)');
    document.body.append(view);
    expect(getComputedStyle(inside(view, '[part=progress-value]')).backgroundColor).toBe('rgb(1, 2, 3)');
    expect(getComputedStyle(view).backgroundColor).toBe('rgb(4, 5, 6)');
    await next(view, 'load');
  });

  test('loading="lazy" waits until it is close to what is seen', async () => {
    const spacer = document.createElement('div');
    spacer.style.height = '4000px';
    document.body.append(spacer);
    const view = createView({ loading: 'lazy' });
    const loaded = next(view, 'load');
    document.body.append(view);
    await frames(5);
    expect(view.state).toBeUndefined();
    view.scrollIntoView();
    await loaded;
    expect(view.state).toBe('ready');
    spacer.remove();
  });
});
