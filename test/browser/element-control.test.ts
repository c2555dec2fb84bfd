import { Box3, Vector3 } from 'three';
import { describe, expect, test, vi } from 'vitest';
import type { CrowdViewElement } from '../../src/element/index.js';
import { canvasOf, frames, next, showView as showSample, until } from '../support/browser/crowd-view.js';
import { testInTurn } from '../support/in-turn.js';

/** A view of one person, since these tests draw many frames. */
const showView = (attributes: Readonly<Record<string, string>> = {}): Promise<CrowdViewElement> =>
  showSample({ 'max-characters': '1', ...attributes });

/** Seconds that the animation advances in the next few frames. */
async function watchAnimation(view: CrowdViewElement): Promise<number> {
  const update = vi.spyOn(view.crowdObject!, 'update');
  await frames(6);
  const seconds = update.mock.calls.reduce((sum, [delta]) => sum + delta, 0);
  update.mockRestore();
  return seconds;
}

function preferReducedMotion(): { set(matches: boolean): void; restore(): void } {
  const query = Object.assign(new EventTarget(), { matches: true });
  const matchMedia = vi.spyOn(globalThis, 'matchMedia').mockReturnValue(query as unknown as MediaQueryList);
  return {
    set: (matches) => {
      query.matches = matches;
      query.dispatchEvent(new Event('change'));
    },
    restore: () => matchMedia.mockRestore(),
  };
}

describe('the animation', () => {
  test('runs, and holds while it is paused', async () => {
    const view = await showView();
    expect(view.paused).toBe(false);
    expect(await watchAnimation(view)).toBeGreaterThan(0.05);
    view.pause();
    expect(view.paused).toBe(true);
    expect(await watchAnimation(view)).toBe(0);
    view.play();
    expect(await watchAnimation(view)).toBeGreaterThan(0.05);
  });

  test('waits to be asked with autoplay="false"', { tags: ['nightly'] }, async () => {
    const view = await showView({ autoplay: 'false' });
    expect(await watchAnimation(view)).toBe(0);
    view.autoplay = true;
    expect(await watchAnimation(view)).toBeGreaterThan(0.05);
  });

  test('runs at time-scale', { tags: ['nightly'] }, async () => {
    const view = await showView({ 'time-scale': '0' });
    expect(await watchAnimation(view)).toBe(0);
    view.timeScale = 50;
    // Steps are at most 0.1 s, so that six frames at a time scale of 1 are 0.6 s; at 60 frames a second they are 5 s at 50.
    expect(await watchAnimation(view)).toBeGreaterThan(1);
  });

  test('stops for people who prefer reduced motion, unless they ask for it', async () => {
    const preference = preferReducedMotion();
    const view = await showView();
    expect(await watchAnimation(view)).toBe(0);
    view.play();
    expect(await watchAnimation(view)).toBeGreaterThan(0.05);
    preference.set(false);
    expect(view.paused).toBe(false);
    preference.set(true);
    expect(view.paused).toBe(true);
    preference.restore();
  });
});

describe('the camera', () => {
  const distance = (view: CrowdViewElement): number => {
    const center = new Box3().setFromObject(view.crowdObject!).getCenter(new Vector3());
    return view.objects!.camera.position.distanceTo(center);
  };
  const angle = (view: CrowdViewElement): number => {
    const { x, z } = view.objects!.camera.position;
    const center = new Box3().setFromObject(view.crowdObject!).getCenter(new Vector3());
    return Math.atan2(x - center.x, z - center.z);
  };
  const press = async (view: CrowdViewElement, key: string, modifiers: KeyboardEventInit = {}) => {
    const event = new KeyboardEvent('keydown', { key, cancelable: true, bubbles: true, ...modifiers });
    canvasOf(view).dispatchEvent(event);
    await frames(2);
    return event.defaultPrevented;
  };

  test('is turned, zoomed and put back with keys', async () => {
    const view = await showView();
    const start = { angle: angle(view), distance: distance(view), height: view.objects!.camera.position.y };
    expect(await press(view, 'ArrowRight')).toBe(true);
    const right = angle(view);
    expect(right).not.toBeCloseTo(start.angle, 2);
    await press(view, 'ArrowLeft');
    await press(view, 'ArrowLeft');
    expect(Math.sign(angle(view) - start.angle)).toBe(-Math.sign(right - start.angle));
    await press(view, 'ArrowUp');
    const { y } = view.objects!.camera.position;
    expect(y).not.toBeCloseTo(start.height, 2);
    await press(view, '+');
    expect(distance(view)).toBeLessThan(start.distance * 0.98);
    await press(view, '-');
    await press(view, '-');
    expect(distance(view)).toBeGreaterThan(start.distance * 1.02);
    await press(view, 'Home');
    await until(
      () => Math.abs(distance(view) - start.distance) < 5e-4 && Math.abs(angle(view) - start.angle) < 5e-4,
    );
  });

  test('has its horizon where the attribute says, and stays above the ground when it goes away', {
    tags: ['nightly'],
  }, async () => {
    const view = await showView();
    const { camera } = view.objects!;
    /** How far down in the picture the horizon is, as a part of its height: ground that is far away is as far down. */
    const horizon = (): number => {
      camera.updateMatrixWorld();
      const ahead = camera.getWorldDirection(new Vector3()).setY(0).normalize();
      const far = camera.position.clone().setY(0).addScaledVector(ahead, 1e6);
      return (1 - far.project(camera).y) / 2;
    };
    expect(horizon()).toBeLessThan(0.4);
    view.horizon = 0.6;
    await frames(2);
    expect(horizon()).toBeCloseTo(0.6, 3);
    const before = distance(view);
    for (let presses = 0; presses < 12; presses++) await press(view, '-');
    expect(distance(view)).toBeGreaterThan(2 * before);
    expect(camera.position.y).toBeGreaterThan(0.5);
    await press(view, 'Home');
    await until(() => distance(view) < 1.01 * before);
    expect(horizon()).toBeCloseTo(0.6, 3);
  });

  test('leaves other keys, and keys with modifiers, to the page', { tags: ['nightly'] }, async () => {
    const view = await showView();
    expect(await press(view, 'a')).toBe(false);
    expect(await press(view, 'ArrowLeft', { ctrlKey: true })).toBe(false);
  });

  test('is dragged with the pointer', { tags: ['nightly'] }, async () => {
    const view = await showView();
    const before = angle(view);
    drag(canvasOf(view), 60);
    await frames(3);
    expect(Math.abs(angle(view) - before)).toBeGreaterThan(0.1);
  });

  test('stays where it is with camera-controls="false"', { tags: ['nightly'] }, async () => {
    const view = await showView({ 'camera-controls': 'false' });
    const before = angle(view);
    expect(await press(view, 'ArrowRight')).toBe(false);
    drag(canvasOf(view), 60);
    await frames(3);
    expect(angle(view)).toBe(before);
    expect(canvasOf(view).tabIndex).toBe(-1);
    view.cameraControls = true;
    expect(canvasOf(view).tabIndex).toBe(0);
    expect(await press(view, 'ArrowRight')).toBe(true);
  });

  test('moves while the animation is held', { tags: ['nightly'] }, async () => {
    const view = await showView({ autoplay: 'false' });
    const render = vi.spyOn(view.objects!.renderer, 'render');
    await frames(5);
    render.mockClear();
    await frames(5);
    expect(render).not.toHaveBeenCalled();
    await press(view, 'ArrowRight');
    expect(render).toHaveBeenCalled();
  });
});

describe('shadows', () => {
  test('are cast unless shadows="false"', { tags: ['nightly'] }, async () => {
    const view = await showView({ shadows: 'true' });
    const sun = () => view.objects!.scene.children.find((child) => 'shadow' in child)!;
    expect(sun().castShadow).toBe(true);
    view.shadows = false;
    expect(sun().castShadow).toBe(false);
    await frames(3);
  });
});

describe('a click', () => {
  /** Where a point of the scene is on the page. */
  function placeOnPage(view: CrowdViewElement, point: Vector3): { x: number; y: number } {
    const { left, top, width, height } = canvasOf(view).getBoundingClientRect();
    const { x, y } = point.clone().project(view.objects!.camera);
    return { x: left + ((x + 1) / 2) * width, y: top + ((1 - y) / 2) * height };
  }

  testInTurn(['instanced', 'clones'], [0])('on a character selects it (%s)', async (mode) => {
    const view = await showView({ autoplay: 'false', mode });
    const { x, y, z } = view.crowdObject!.get(0);
    const chest = new Vector3(x, y + 1.2, z);
    const selected = next(view, 'select');
    click(canvasOf(view), placeOnPage(view, chest));
    const selection = await selected;
    expect(selection.character).toBe(0);
    expect(selection.part).toBe(view.crowdObject!.get(0).parts.body);
    expect(selection.point.distanceTo(chest)).toBeLessThan(0.4);
  });

  test('beside everybody, or at the end of a drag, selects nobody', { tags: ['nightly'] }, async () => {
    const view = await showView({ autoplay: 'false' });
    const onSelect = vi.fn();
    view.addEventListener('select', onSelect);
    const { left, top } = canvasOf(view).getBoundingClientRect();
    click(canvasOf(view), { x: left + 3, y: top + 3 });
    const { x, y, z } = view.crowdObject!.get(0);
    const chest = placeOnPage(view, new Vector3(x, y + 1.2, z));
    canvasOf(view).dispatchEvent(
      new PointerEvent('pointerdown', { clientX: chest.x - 40, clientY: chest.y, pointerId: 1 }),
    );
    canvasOf(view).dispatchEvent(new MouseEvent('click', { clientX: chest.x, clientY: chest.y }));
    await frames(1);
    expect(onSelect).not.toHaveBeenCalled();
  });
});

function click(canvas: HTMLCanvasElement, { x, y }: { x: number; y: number }): void {
  canvas.dispatchEvent(new PointerEvent('pointerdown', { clientX: x, clientY: y, pointerId: 1 }));
  canvas.dispatchEvent(new PointerEvent('pointerup', { clientX: x, clientY: y, pointerId: 1 }));
  canvas.dispatchEvent(new MouseEvent('click', { clientX: x, clientY: y }));
}

function drag(canvas: HTMLCanvasElement, by: number): void {
  // Only real pointers can be captured.
  canvas.setPointerCapture = canvas.releasePointerCapture = () => {};
  const { left, top } = canvas.getBoundingClientRect();
  const at = (x: number): PointerEventInit => ({
    clientX: left + 100 + x,
    clientY: top + 90,
    pointerId: 1,
    pointerType: 'mouse',
    button: 0,
    bubbles: true,
    composed: true,
  });
  canvas.dispatchEvent(new PointerEvent('pointerdown', at(0)));
  canvas.dispatchEvent(new PointerEvent('pointermove', { ...at(by), button: -1 }));
  canvas.dispatchEvent(new PointerEvent('pointerup', at(by)));
}
