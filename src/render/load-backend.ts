import type { WebGLRenderer } from 'three';
import { UnsupportedError } from '../errors/index.js';
import type { Backend, CrowdRenderer, WebGPULikeRenderer } from './drawing/index.js';

/**
 * The backend of a renderer, read off it once, after it is ready: `WebGPURenderer` falls back to WebGL2 in silence.
 * Only the half that is used is downloaded.
 *
 * @throws {UnsupportedError} for anything but three's two renderers
 */
export async function loadBackend(renderer: CrowdRenderer): Promise<Backend> {
  if (isWebGPURenderer(renderer)) {
    await renderer.init();
    // The build leaves the WebGPU half out of the classic script, which is one file and has no address.
    const { webgpuBackend } = import.meta.url ? await import('./webgpu/index.js') : refuseWebGPU();
    return webgpuBackend(renderer);
  }
  if ((renderer as { isWebGLRenderer?: boolean }).isWebGLRenderer === true) {
    const { webglBackend } = await import('./webgl/index.js');
    return webglBackend(renderer as WebGLRenderer);
  }
  throw new UnsupportedError(
    "A crowd is drawn with three's WebGPURenderer or WebGLRenderer; `renderer` is neither. Pass the one you render with.",
  );
}

function isWebGPURenderer(renderer: CrowdRenderer): renderer is WebGPULikeRenderer {
  return (renderer as { isWebGPURenderer?: boolean }).isWebGPURenderer === true;
}

function refuseWebGPU(): never {
  throw new UnsupportedError(
    'The classic script draws with WebGLRenderer alone. Load the module script to draw with WebGPURenderer.',
  );
}
