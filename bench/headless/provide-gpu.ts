import { cpus } from 'node:os';
import { create, globals } from 'webgpu';

/** Exact timestamps; pages get them rounded to 100 microseconds. */
const DAWN_OPTIONS = [
  'enable-dawn-features=allow_unsafe_apis',
  'disable-dawn-features=timestamp_quantization',
];

/**
 * Gives Node the parts of a browser that a renderer uses: WebGPU, from the package `webgpu`, and animation
 * frames. Throws if Vulkan, Metal or Direct3D finds no GPU.
 */
export async function provideGpu(): Promise<void> {
  const gpu = create(DAWN_OPTIONS);
  if (!(await gpu.requestAdapter())) {
    throw new Error(
      'No GPU was found. On Linux it takes the driver’s Vulkan part and libvulkan.so.1 (apt-get install libvulkan1). ' +
        'For a GPU in software, name its file in VK_ICD_FILENAMES, such as the vk_swiftshader_icd.json beside Chromium, ' +
        'and the folder of its libvulkan.so.1 in LD_LIBRARY_PATH.',
    );
  }
  Object.assign(globalThis, globals);
  Object.defineProperty(globalThis, 'navigator', {
    configurable: true,
    value: { gpu, userAgent: `Node ${process.versions.node}`, hardwareConcurrency: cpus().length },
  });
  Object.assign(globalThis, {
    self: globalThis,
    requestAnimationFrame: (callback: (time: number) => void) =>
      setTimeout(() => callback(performance.now())),
    cancelAnimationFrame: clearTimeout,
  });
}
