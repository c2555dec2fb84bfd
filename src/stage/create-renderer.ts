import { ACESFilmicToneMapping, PCFShadowMap, REVISION, type WebGLRenderer } from 'three';
import type { WebGPURenderer } from 'three/webgpu';
import { UnsupportedError } from '../errors/index.js';
import type { BackendName } from '../index.js';

/** Backend: `auto` selects WebGPU if the browser and three support it for crowds, else WebGL2. */
export type BackendChoice = 'auto' | BackendName;

/** Either renderer of three. */
export type ViewRenderer = WebGLRenderer | WebGPURenderer;

/** False in the classic script: it is one file, which cannot import others, and the build leaves the WebGPU half out of it. */
const HAS_WEBGPU_HALF = Boolean(import.meta.url);

/** Oldest release of three whose `WebGPURenderer` draws a crowd; with an older one, `auto` is `WebGLRenderer`. */
const OLDEST_FOR_WEBGPU = 181;

/**
 * Creates a renderer for a view, ready to draw.
 *
 * @throws {UnsupportedError} if the browser does not support the chosen backend
 */
export async function createRenderer(choice: BackendChoice): Promise<ViewRenderer> {
  const renderer = (await shouldUseWebGPU(choice)) ? await createWebGPU(choice) : await createWebGL();
  renderer.toneMapping = ACESFilmicToneMapping;
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  return renderer;
}

/** Frees a renderer with its context: browsers allow only a few contexts, and collect unused ones late. */
export function disposeRenderer(renderer: ViewRenderer): void {
  renderer.dispose();
  if ('forceContextLoss' in renderer) renderer.forceContextLoss();
}

/**
 * True if a view is drawn with `WebGPURenderer`.
 *
 * @param release of three: 187 for 0.187.0
 * @throws {UnsupportedError} if WebGPU is requested and the browser has none
 */
export async function shouldUseWebGPU(
  choice: BackendChoice,
  release = Number.parseInt(REVISION, 10),
): Promise<boolean> {
  if (choice === 'webgl') return false;
  if (choice === 'auto') return HAS_WEBGPU_HALF && release >= OLDEST_FOR_WEBGPU && (await hasWebGPU());
  if (choice === 'webgpu' && !(await hasWebGPU())) {
    throw new UnsupportedError(
      'This browser gives this page no WebGPU, which also needs a secure page. Use backend="auto" to fall back to WebGL.',
    );
  }
  return true;
}

async function hasWebGPU(): Promise<boolean> {
  try {
    return (await navigator.gpu?.requestAdapter()) != null;
  } catch {
    return false;
  }
}

/** Loads three's WebGPU half on demand: a page that draws with WebGL never downloads it. */
async function createWebGPU(choice: BackendChoice): Promise<WebGPURenderer> {
  const { WebGPURenderer, bufferLimits } = import.meta.url
    ? await import('./webgpu-renderer.js')
    : refuseWebGPU(choice);
  const forceWebGL = choice === 'webgpu-webgl2';
  return explainFailure(async () => {
    const renderer = new WebGPURenderer({
      antialias: true,
      alpha: true,
      forceWebGL,
      requiredLimits: forceWebGL ? {} : await bufferLimits(),
    });
    await renderer.init();
    return renderer;
  });
}

function refuseWebGPU(choice: BackendChoice): never {
  throw new UnsupportedError(
    `backend="${choice}" is not part of the classic script. Use the module script, or backend="webgl".`,
  );
}

/** Loads `WebGLRenderer` on demand, too: it is a fifth of three, which a page that draws with WebGPU does not need. */
async function createWebGL(): Promise<WebGLRenderer> {
  const { WebGLRenderer } = await import('./webgl-renderer.js');
  return explainFailure(async () => new WebGLRenderer({ antialias: true, alpha: true }));
}

/** @throws {UnsupportedError} with the error of `create` as its cause */
async function explainFailure<T>(create: () => Promise<T>): Promise<T> {
  try {
    return await create();
  } catch (cause) {
    throw new UnsupportedError('This browser cannot draw in 3D here: it gave no WebGL2 context.', { cause });
  }
}
