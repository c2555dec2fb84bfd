import type { WebGLRenderer } from 'three';
import { UnsupportedError } from '../errors/index.js';
import type { Part } from './characters/index.js';
import { checkRelease } from './check-release.js';
import type {
  Backend,
  BackendName,
  CrowdRenderer,
  InstancedCrowd,
  InstancedCrowdOptions,
  RenewMaterial,
  TintedMaterial,
  WebGPULikeRenderer,
} from './drawing/index.js';

/**
 * The backend of the present renderer of a crowd. Only the crowd calls {@link setRenderer}; drawing and heroes hold it as a
 * plain {@link Backend}, and make their objects again after a change.
 */
export class CurrentBackend implements Backend {
  #backend: Backend;
  #renderer: CrowdRenderer;
  /** Number of the last call of {@link setRenderer}. */
  #lastChange = 0;

  private constructor(backend: Backend, renderer: CrowdRenderer) {
    this.#backend = backend;
    this.#renderer = renderer;
  }

  /** @throws {UnsupportedError} for anything but three's two renderers */
  static async of(renderer: CrowdRenderer): Promise<CurrentBackend> {
    return new CurrentBackend(await loadBackend(renderer), renderer);
  }

  /**
   * Changes to another renderer's backend; keeps the present one if that fails. Of several calls at once, the last one wins,
   * in whatever order their backends are ready.
   *
   * @returns false if a later call has won
   * @throws {UnsupportedError} for anything but three's two renderers
   */
  async setRenderer(renderer: CrowdRenderer): Promise<boolean> {
    const change = ++this.#lastChange;
    const backend = await loadBackend(renderer);
    if (change !== this.#lastChange) return false;
    this.#backend = backend;
    this.#renderer = renderer;
    return true;
  }

  get renderer(): CrowdRenderer {
    return this.#renderer;
  }

  get name(): BackendName {
    return this.#backend.name;
  }

  createInstancedCrowd(options: InstancedCrowdOptions): InstancedCrowd {
    return this.#backend.createInstancedCrowd(options);
  }

  createTintedMaterial(part: Part, dithers: boolean): TintedMaterial {
    return this.#backend.createTintedMaterial(part, dithers);
  }

  get renewMaterial(): RenewMaterial {
    return this.#backend.renewMaterial;
  }
}

/**
 * Checks the option `renderer`, before anything is loaded for it.
 *
 * @throws {UnsupportedError} for anything but three's two renderers
 */
export function checkRenderer(renderer: CrowdRenderer | undefined): asserts renderer is CrowdRenderer {
  if (renderer && (isWebGPURenderer(renderer) || isWebGLRenderer(renderer))) return;
  const given = renderer == null ? `it is ${renderer}` : 'what was given is neither';
  throw new UnsupportedError(
    `A crowd needs as \`renderer\` the WebGPURenderer or WebGLRenderer of three that will draw it; ${given}.`,
  );
}

/**
 * Starts the download of a renderer's backend and initialises the renderer, so that both are ready when a crowd is built.
 * {@link CurrentBackend.of} throws the error of a failure.
 */
export function preloadBackend(renderer: CrowdRenderer): void {
  loadBackend(renderer).catch(() => {});
}

/**
 * Initialises a renderer, since `WebGPURenderer` silently falls back to WebGL2, and loads its backend. Downloads only the
 * module of this backend.
 *
 * @throws {UnsupportedError} for anything but three's two renderers
 */
export async function loadBackend(renderer: CrowdRenderer): Promise<Backend> {
  checkRenderer(renderer);
  checkRelease(isWebGPURenderer(renderer) ? 'WebGPURenderer' : 'WebGLRenderer');
  if (isWebGPURenderer(renderer)) {
    const [{ webgpuBackend }] = await Promise.all([loadWebGPUHalf(), renderer.init()]);
    return webgpuBackend(renderer);
  }
  const { webglBackend } = await import('./webgl/index.js');
  return webglBackend(renderer);
}

/** The build leaves WebGPU out of the classic script, which is one file and cannot import others. */
async function loadWebGPUHalf(): Promise<typeof import('./webgpu/index.js')> {
  return import.meta.url ? import('./webgpu/index.js') : refuseWebGPU();
}

function isWebGPURenderer(renderer: CrowdRenderer): renderer is WebGPULikeRenderer {
  return (renderer as { isWebGPURenderer?: boolean }).isWebGPURenderer === true;
}

function isWebGLRenderer(renderer: CrowdRenderer): renderer is WebGLRenderer {
  return (renderer as { isWebGLRenderer?: boolean }).isWebGLRenderer === true;
}

function refuseWebGPU(): never {
  throw new UnsupportedError(
    'The classic script draws with WebGLRenderer alone. Load the module script to draw with WebGPURenderer.',
  );
}
