/**
 * The script file for pages that show crowds by elements alone: defines `<crowd-view>`, and exports nothing. It requests at once
 * all that the elements of the page need: their crowds, the code, and a renderer of three. `script.ts` exports names, so that a
 * browser runs it only after all code is loaded, and requests crowds after that.
 *
 * The built file has no static imports, since each would be a round trip: of those below, types and a number are left.
 *
 * @module
 */
import { DEFAULT_CLONE_LIMIT } from '../clone-limit.js';
import type { EarlyRequest } from './early-request.js';

/** Elements that will load as soon as they are defined. */
const LOADING = 'crowd-view:is([crowd], [src]):not([loading="lazy"])';

/**
 * Early requests for files, by address, shared by all elements of the page; undefined for a file that the loader has taken or
 * requested itself.
 */
const files = new Map<string, EarlyRequest<string> | undefined>();
Object.assign(globalThis, { [Symbol.for('three-crowd early files')]: files });

// Elements that are defined already have sent their requests.
const views = customElements.get('crowd-view') ? [] : [...document.querySelectorAll(LOADING)];
for (const view of views) askEarly(view);
for (const backend of new Set(views.map((view) => view.getAttribute('backend')))) {
  // The element reports a failure.
  preloadRenderer(backend).catch(() => {});
}
await import('./index.js');

/** Sends the request that the client will send, which then takes this response. */
function askEarly(view: Element): void {
  const [crowd, key] = [view.getAttribute('crowd'), view.getAttribute('api-key')];
  if (!/^cr_[A-Za-z0-9]{8}$/.test(crowd ?? '') || 'response' in view || 'tokenProvider' in view) return;
  try {
    const base = new URL(view.getAttribute('src') || location.href, document.baseURI);
    if (!base.pathname.endsWith('/')) base.pathname += '/';
    const early = send(
      new Request(new URL(`v1/crowd/${crowd}`, base), {
        headers: { Accept: 'application/json', ...(key && { Authorization: `Bearer ${key}` }) },
      }),
    );
    Object.assign(view, { [Symbol.for('three-crowd early answer')]: early });
    early.answer.then((answer) => askForFiles(view, answer)).catch(() => {});
  } catch {
    // The client throws the error of an invalid address or key.
  }
}

/**
 * Requests files that the loader will request: the manifest of the bone texture, which decides about further requests, and then
 * the master file, which would delay the code if it came first. The client reports errors of the response.
 *
 * At 10 Mbit/s and 40 ms, 1,000 people are handed over in 1.39 s in place of 1.53 (medians of 7 in turns). Rejected: all clips
 * as well, and both files at once: the renderer was ready 0.35 s and 0.1 s later, and the first picture no earlier.
 */
async function askForFiles(view: Element, answer: Response): Promise<void> {
  const { assets, characters } = await answer.clone().json();
  const ask = (address: unknown): Promise<Response> | undefined => {
    if (!address || typeof address !== 'string') return undefined;
    const { href } = new URL(address, answer.url);
    if (!files.has(href)) files.set(href, send(href));
    return files.get(href)?.answer;
  };
  const mode = view.getAttribute('mode');
  const most = Math.floor(Number(view.getAttribute('max-characters'))) || Infinity;
  const isCloned =
    mode === 'clones' || (mode !== 'instanced' && Math.min(characters.length, most) <= DEFAULT_CLONE_LIMIT);
  // Without the texture, the loader does not read its manifest.
  if (!isCloned && assets.bone_tex_bin) await ask(assets.bone_tex_manifest);
  ask(assets.skeleton_glb);
}

function send<Sent extends Request | string>(request: Sent): EarlyRequest<Sent> {
  const controller = new AbortController();
  const answer = fetch(request, { signal: controller.signal });
  answer.catch(() => {});
  return { request, answer, abort: () => controller.abort() };
}

async function preloadRenderer(backend: string | null): Promise<void> {
  const isWebGPU =
    backend === 'webgpu-webgl2' || (backend !== 'webgl' && (await navigator.gpu?.requestAdapter()));
  await (isWebGPU
    ? Promise.all([import('../stage/webgpu-renderer.js'), import('../render/webgpu/index.js')])
    : import('../stage/webgl-renderer.js'));
}
