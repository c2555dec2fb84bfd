import { ACESFilmicToneMapping, PCFShadowMap, WebGLRenderer } from 'three';
import type { WebGPURenderer } from 'three/webgpu';
import type { BackendName } from 'three-crowd';

export type ExampleRenderer = WebGLRenderer | WebGPURenderer;

/** WebGPU where the browser has it, else the classic WebGL renderer; `?backend=` asks for one by name. */
export async function createRenderer(container: HTMLElement): Promise<ExampleRenderer> {
  const asked = new URLSearchParams(location.search).get('backend') as BackendName | null;
  const backend = asked ?? ((await navigator.gpu?.requestAdapter()) ? 'webgpu' : 'webgl');
  const renderer =
    backend === 'webgl' ? new WebGLRenderer({ antialias: true }) : await createWebGPURenderer(backend);
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  renderer.toneMapping = ACESFilmicToneMapping;
  renderer.toneMappingExposure = 1.02;
  renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
  container.append(renderer.domElement);
  return renderer;
}

/** Loaded on demand: a page that draws with WebGL never downloads it. */
async function createWebGPURenderer(backend: BackendName): Promise<WebGPURenderer> {
  const { WebGPURenderer } = await import('three/webgpu');
  const renderer = new WebGPURenderer({ antialias: true, forceWebGL: backend === 'webgpu-webgl2' });
  await renderer.init();
  return renderer;
}
