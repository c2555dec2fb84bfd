import type { WebGPURenderer as Renderer, StorageBufferAttribute } from 'three/webgpu';
import { create, globals } from 'webgpu';
import type { Part } from '../../../src/render/characters/part.js';
import { type BoundedClip, characterExtent } from '../../../src/render/poses/clip-bounds.js';
import { ComputeFrame, type ComputeFrameOptions } from '../../../src/render/webgpu/compute-frame.js';
import type { ShaderFunctions } from '../../../src/render/webgpu/shader-functions.js';

/**
 * three's `WebGPURenderer` in Node, on Dawn: for compute, since it has no real canvas. Throws where there is no
 * GPU: a missing one must fail the run and never skip it.
 *
 * @param raised limits that are to be as high as the GPU has them; by default none is
 */
export async function createNodeRenderer(
  raised: readonly (keyof GPUSupportedLimits)[] = [],
): Promise<Renderer> {
  const gpu = create([]);
  const adapter = await gpu.requestAdapter();
  if (!adapter) {
    throw new Error(
      'No WebGPU adapter in Node. Install Chromium, whose software GPU these tests take, or name a Vulkan driver in ' +
        'VK_ICD_FILENAMES.',
    );
  }
  Object.assign(globalThis, globals, {
    self: globalThis,
    requestAnimationFrame: setImmediate,
    cancelAnimationFrame: clearImmediate,
  });
  Object.defineProperty(globalThis, 'navigator', { value: { gpu, userAgent: 'node' }, configurable: true });
  const device = await adapter.requestDevice({
    requiredFeatures: [...adapter.features] as GPUFeatureName[],
    requiredLimits: Object.fromEntries(raised.map((limit) => [limit, Number(adapter.limits[limit])])),
  });
  // three reads its globals as it is loaded.
  const { WebGPURenderer } = await import('three/webgpu');
  const renderer = new WebGPURenderer({ device, canvas: createCanvas() });
  renderer.onError = (info: unknown) => {
    throw new Error(`The renderer failed: ${JSON.stringify(info)}`);
  };
  await renderer.init();
  return renderer;
}

/** The kernels over characters that all wear the same parts, and have no far mesh. */
export function createNearFrame(
  renderer: Renderer,
  shaders: ShaderFunctions,
  crowd: Pick<ComputeFrameOptions, 'table' | 'localPoses'> & {
    readonly clips: readonly BoundedClip[];
    readonly parts: readonly Part[];
  },
): ComputeFrame {
  const parts = crowd.parts.map((part) => ({
    part,
    tint: 'garment' as const,
    kind: 0,
    capacity: 2 * crowd.table.count,
  }));
  const data = {
    ...crowd,
    parts: { parts, shared: [] },
    extent: characterExtent(crowd.clips),
    draws: parts.map(({ capacity }) => ({ count: capacity, firstIndex: 0, indexCount: 3 })),
    far: undefined,
  };
  return new ComputeFrame(renderer, data, shaders);
}

/** Content of a buffer after the kernels have run. */
export async function readBuffer(
  renderer: Renderer,
  attribute: StorageBufferAttribute,
): Promise<ArrayBuffer> {
  return (await renderer.getArrayBufferAsync(attribute)) as ArrayBuffer;
}

/** Properties of a canvas that three reads before it draws. */
function createCanvas(): HTMLCanvasElement {
  const canvas = {
    width: 1,
    height: 1,
    style: {},
    addEventListener: () => {},
    removeEventListener: () => {},
    setAttribute: () => {},
    getContext: () => ({ configure: () => {}, unconfigure: () => {} }),
  };
  return canvas as unknown as HTMLCanvasElement;
}
