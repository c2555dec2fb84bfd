/**
 * The script file for pages that show crowds by elements alone: defines `<crowd-view>`, and exports nothing. It runs as soon as
 * it is there, and asks at once for all that the elements of the page need: their crowds, the code, and a renderer of three.
 * `script.ts` has names to import, so that a browser runs it only when all code is there, and crowds are asked for after that.
 *
 * It imports nothing itself, since each file would be a round trip before it runs.
 *
 * @module
 */
import type { EarlyAnswer } from './early-answer.js';

/** Elements that will load as soon as they are defined. */
const LOADING = 'crowd-view:is([crowd], [src]):not([loading="lazy"])';

// Where they are defined already, they have.
const views = customElements.get('crowd-view') ? [] : [...document.querySelectorAll(LOADING)];
for (const view of views) askEarly(view);
for (const backend of new Set(views.map((view) => view.getAttribute('backend')))) {
  // Whoever draws with it is told of a failure.
  preloadRenderer(backend).catch(() => {});
}
await import('./index.js');

/** Sends what the client will send, which takes the answer for its own where it is one to the same request. */
function askEarly(view: Element): void {
  const [crowd, key] = [view.getAttribute('crowd'), view.getAttribute('api-key')];
  if (!/^cr_[A-Za-z0-9]{8}$/.test(crowd ?? '') || 'response' in view || 'tokenProvider' in view) return;
  try {
    const base = new URL(view.getAttribute('src') || location.href, document.baseURI);
    if (!base.pathname.endsWith('/')) base.pathname += '/';
    const controller = new AbortController();
    const request = new Request(new URL(`v1/crowd/${crowd}`, base), {
      headers: { Accept: 'application/json', ...(key && { Authorization: `Bearer ${key}` }) },
      signal: controller.signal,
    });
    const answer = fetch(request);
    answer.catch(() => {});
    const early: EarlyAnswer = { request, answer, abort: () => controller.abort() };
    Object.assign(view, { [Symbol.for('three-crowd early answer')]: early });
  } catch {
    // An address or a key that cannot be sent: the client says what is wrong with it.
  }
}

async function preloadRenderer(backend: string | null): Promise<void> {
  const isWebGPU =
    backend === 'webgpu-webgl2' || (backend !== 'webgl' && (await navigator.gpu?.requestAdapter()));
  await (isWebGPU ? import('../stage/webgpu-renderer.js') : import('../stage/webgl-renderer.js'));
}
