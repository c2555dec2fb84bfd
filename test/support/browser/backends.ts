import { WebGLRenderer, type WebGLRendererParameters, type WebGLRenderTarget } from 'three';
import { WebGPURenderer } from 'three/webgpu';
import type { BackendName, CrowdMode } from 'three-crowd';
import { onTestFinished } from 'vitest';

export const BACKENDS: readonly BackendName[] = ['webgpu', 'webgpu-webgl2', 'webgl'];

/** All backends and modes. Clones are the same objects on all renderers. */
export const TIERS: readonly (readonly [BackendName, CrowdMode])[] = [
  ...BACKENDS.map((backend) => [backend, 'instanced'] as const),
  ['webgl', 'clones'],
];

export type TestRenderer = WebGLRenderer | WebGPURenderer;

/** {@link makeRenderer}, disposed of after the test unless the test does it. */
export async function createRenderer(backend: BackendName, width = 320, height = 180): Promise<TestRenderer> {
  const renderer = await makeRenderer(backend, width, height);
  const dispose = renderer.dispose.bind(renderer);
  let isDisposed = false;
  renderer.dispose = () => {
    if (!isDisposed) dispose();
    isDisposed = true;
  };
  onTestFinished(() => renderer.dispose());
  return renderer;
}

/** A renderer on the named backend, without antialiasing. Throws where the browser does not have the backend. */
export async function makeRenderer(backend: BackendName, width = 320, height = 180): Promise<TestRenderer> {
  if (backend === 'webgl') {
    const renderer = createWebGLRenderer({ antialias: false });
    renderer.setSize(width, height, false);
    return renderer;
  }
  if (backend === 'webgpu') await requestAdapter();
  const renderer = new WebGPURenderer({ antialias: false, forceWebGL: backend === 'webgpu-webgl2' });
  renderer.setSize(width, height, false);
  await renderer.init();
  if (isWebGPU(renderer) !== (backend === 'webgpu'))
    throw new Error(`Asked for ${backend}, got the other backend.`);
  renderer.onError = (info: unknown) => {
    throw new Error(`The renderer failed: ${JSON.stringify(info)}`);
  };
  return renderer;
}

/** True if a renderer draws with WebGPU itself. */
export function isWebGPU(renderer: TestRenderer): boolean {
  return (
    'backend' in renderer && (renderer.backend as { isWebGPUBackend?: boolean }).isWebGPUBackend === true
  );
}

/**
 * A renderer whose context ends when it is disposed of, as that of three's WebGL2 backend does: of more than 16 a browser
 * ends the oldest, and with it a renderer that the tests of the page share.
 */
export function createWebGLRenderer(parameters: WebGLRendererParameters = {}): WebGLRenderer {
  const renderer = new WebGLRenderer(parameters);
  const { dispose } = renderer;
  renderer.dispose = () => {
    dispose.call(renderer);
    renderer.forceContextLoss();
  };
  return renderer;
}

/** On a WebGPU device of the default features, whose draws cannot begin at any instance: crowds then cull on the CPU. */
export async function createPlainRenderer(): Promise<TestRenderer> {
  const device = await (await requestAdapter()).requestDevice();
  const renderer = new WebGPURenderer({ antialias: false, device });
  await renderer.init();
  return renderer;
}

async function requestAdapter(): Promise<GPUAdapter> {
  const adapter = await navigator.gpu?.requestAdapter();
  if (!adapter) throw new Error('This browser has no WebGPU adapter; the tests need one.');
  return adapter;
}

/** The pixels of a target: 4 numbers each, in the target's own type. */
export async function readPixels(
  renderer: TestRenderer,
  target: WebGLRenderTarget,
): Promise<Float32Array | Uint8Array> {
  const { width, height } = target;
  if (renderer instanceof WebGLRenderer) {
    const pixels =
      target.texture.type === 1015
        ? new Float32Array(width * height * 4)
        : new Uint8Array(width * height * 4);
    renderer.readRenderTargetPixels(target, 0, 0, width, height, pixels);
    return pixels;
  }
  const pixels = await renderer.readRenderTargetPixelsAsync(target as never, 0, 0, width, height);
  return withoutPadding(pixels as Float32Array | Uint8Array, width, height);
}

/** WebGPU pads the rows of what it reads back to 256 bytes. */
function withoutPadding<T extends Float32Array | Uint8Array>(pixels: T, width: number, height: number): T {
  const row = width * 4;
  const padded = (Math.ceil((row * pixels.BYTES_PER_ELEMENT) / 256) * 256) / pixels.BYTES_PER_ELEMENT;
  if (pixels.length <= row * height) return pixels;
  const tight = pixels.slice(0, row * height) as T;
  for (let y = 0; y < height; y++) tight.set(pixels.subarray(y * padded, y * padded + row), y * row);
  return tight;
}
