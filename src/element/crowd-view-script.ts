/**
 * The script file for pages that show crowds by elements alone: defines `<crowd-view>`, and exports nothing. It runs as soon as
 * it is there, and asks at once for all that the elements of the page need: their crowds, the code, and a renderer of three.
 * `script.ts` has names to import, so that a browser runs it only when all code is there, and crowds are asked for after that.
 *
 * As built, it imports nothing before it runs, since each file would be a round trip: of its imports, types and a number are left.
 *
 * @module
 */
import { DEFAULT_CLONE_LIMIT } from '../clone-limit.js';
import type { EarlyRequest } from './early-request.js';

/** Elements that will load as soon as they are defined. */
const LOADING = 'crowd-view:is([crowd], [src]):not([loading="lazy"])';

/**
 * Files asked for, by address: once for all elements of the page, as they load them. Undefined for those that the loader has
 * taken or asked for itself.
 */
const files = new Map<string, EarlyRequest<string> | undefined>();
Object.assign(globalThis, { [Symbol.for('three-crowd early files')]: files });

// Where they are defined already, they have.
const views = customElements.get('crowd-view') ? [] : [...document.querySelectorAll(LOADING)];
for (const view of views) askEarly(view);
for (const backend of new Set(views.map((view) => view.getAttribute('backend')))) {
  // Its user reports a failure.
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
    const early = send(
      new Request(new URL(`v1/crowd/${crowd}`, base), {
        headers: { Accept: 'application/json', ...(key && { Authorization: `Bearer ${key}` }) },
      }),
    );
    Object.assign(view, { [Symbol.for('three-crowd early answer')]: early });
    early.answer.then((answer) => askForFiles(view, answer)).catch(() => {});
  } catch {
    // An address or a key that cannot be sent: the client says what is wrong with it.
  }
}

/**
 * Asks for files that the loader will ask for: what describes the poses of instances, since clips are asked for by what it
 * says, and then the master file, which would take the line from the code before. Whatever is wrong with the answer is told by
 * the client.
 *
 * At 10 Mbit/s and 40 ms, 1,000 people are handed over in 1.39 s in place of 1.53 (medians of 7 in turns). Rejected: all clips
 * too, and both files at once. The renderer was there 0.35 s and 0.1 s later than by the files of the loader alone, and the
 * first picture no earlier.
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
