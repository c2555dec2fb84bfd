import { WebGLRenderer } from 'three';
import type { WebGPURenderer } from 'three/webgpu';

/** What `<Canvas gl={…}>` draws with: as in the other examples, WebGPU where there is one, or what `?backend=` names. */
export async function createCanvasRenderer(options: object): Promise<WebGLRenderer | WebGPURenderer> {
  const { canvas } = options as { canvas: HTMLCanvasElement };
  const asked = new URLSearchParams(location.search).get('backend');
  const backend = asked ?? ((await navigator.gpu?.requestAdapter()) ? 'webgpu' : 'webgl');
  if (backend === 'webgl') return new WebGLRenderer({ canvas, antialias: true });
  const { WebGPURenderer } = await import('three/webgpu');
  const forceWebGL = backend === 'webgpu-webgl2';
  const renderer = new WebGPURenderer({ canvas, antialias: true, forceWebGL });
  await renderer.init();
  return renderer;
}
