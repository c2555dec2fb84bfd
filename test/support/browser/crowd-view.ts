import { inject, onTestFinished } from 'vitest';
import type { CrowdViewElement, CrowdViewEventMap } from '../../../src/element/index.js';
import '../../../src/element/index.js';

/** A small sample crowd. */
export const CROWD_ID = 'cr_Teahouse';

type EventName = keyof CrowdViewEventMap;

/** Attributes that show four people of the sample crowd where they are, drawn by the renderer that starts quickest. */
function sampleAttributes(): Record<string, string> {
  return {
    src: inject('baseUrl'),
    crowd: CROWD_ID,
    'api-key': inject('sampleKey'),
    backend: 'webgl',
    'max-characters': '4',
    motion: 'false',
    // A software GPU takes longer for the shadow map than for the picture.
    shadows: 'false',
  };
}

/** A view that is not in the document yet, of 160×90 pixels: a software GPU takes its time for each. Removed after the test. */
export function createView(attributes: Readonly<Record<string, string>> = {}): CrowdViewElement {
  const view = document.createElement('crowd-view');
  for (const [name, value] of Object.entries({ ...sampleAttributes(), ...attributes })) {
    view.setAttribute(name, value);
  }
  view.style.width = '160px';
  onTestFinished(() => view.remove());
  return view;
}

/** The detail of the next event of a kind; any error rejects, unless it is what is waited for. */
export function next<K extends EventName>(
  view: CrowdViewElement,
  name: K,
): Promise<CrowdViewEventMap[K]['detail']> {
  return new Promise((resolve, reject) => {
    view.addEventListener(name, (event) => resolve((event as CrowdViewEventMap[K]).detail), { once: true });
    if (name === 'error') return;
    const fail = (event: Event): void => reject((event as CrowdViewEventMap['error']).detail.cause);
    view.addEventListener('error', fail, { once: true });
  });
}

/** Puts a view into the page, and waits for an event. @returns the detail of the event */
export async function showUntil<K extends EventName>(
  view: CrowdViewElement,
  name: K,
): Promise<CrowdViewEventMap[K]['detail']> {
  const happened = next(view, name);
  document.body.append(view);
  return happened;
}

/** A view that has loaded. */
export async function showView(attributes?: Readonly<Record<string, string>>): Promise<CrowdViewElement> {
  const view = createView(attributes);
  await showUntil(view, 'load');
  return view;
}

export function canvasOf(view: CrowdViewElement): HTMLCanvasElement {
  return view.shadowRoot!.querySelector('canvas')!;
}

/** Pixels of a picture that is drawn now: alpha, blue, green, red from the highest byte to the lowest. */
export function pixelsOf(view: CrowdViewElement): Uint32Array {
  const { renderer, scene, camera } = view.objects!;
  const { width, height } = canvasOf(view);
  const copy = new OffscreenCanvas(width, height).getContext('2d')!;
  // A canvas can be read in the task that has drawn it.
  renderer.render(scene, camera);
  copy.drawImage(canvasOf(view), 0, 0);
  return new Uint32Array(copy.getImageData(0, 0, width, height).data.buffer);
}

/** Content of the canvas: share of opaque pixels, and number of different colours. */
export function lookAt(view: CrowdViewElement): { opaque: number; colors: number } {
  const pixels = pixelsOf(view);
  return {
    opaque: pixels.filter((pixel) => pixel >>> 24 === 255).length / pixels.length,
    colors: new Set(pixels).size,
  };
}

/** Lets the page draw a few frames. */
export async function frames(count: number): Promise<void> {
  for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame);
}

/** Waits until a view begins to load. A load that fails may be over before the next frame, so this does not wait for frames. */
export async function untilLoading(view: CrowdViewElement): Promise<void> {
  if (view.state === 'loading') return;
  await new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      if (view.state !== 'loading') return;
      observer.disconnect();
      resolve();
    });
    observer.observe(view, { attributeFilter: ['data-state'] });
  });
}

/** Waits until something holds, for what takes a time of its own. */
export async function until(holds: () => boolean): Promise<void> {
  const deadline = performance.now() + 120_000;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`This never came to hold: ${holds}`);
    await frames(1);
  }
}
