import { type Object3D, PerspectiveCamera, RenderTarget, type WebGPURenderer } from 'three/webgpu';
import { UnsupportedError } from '../../errors/index.js';
import { AFFINE_SIZE } from '../../math/index.js';
import { gpuDevice, HAS_INDIRECT_OFFSETS, renderInto } from './three-internals.js';

/** Storage buffers that the vertex stage of a crowd binds at most: the far draw's, with motion vectors. */
const VERTEX_STORAGE_BUFFERS = 4;

/** Limits of compatibility mode that WebGPU's types do not all name. */
type Limits = GPUSupportedLimits & { readonly maxStorageBuffersInVertexStage?: number };

/**
 * True if the GPU can cull and count the draws of a crowd: a WebGPU device with storage buffers in the vertex stage, which
 * compatibility devices lack, with indirect draws that may start at any instance (other devices skip them without an error), and
 * with room for the poses of everybody. three 0.181 culls on the CPU, too.
 */
export function canDrawIndirect(renderer: WebGPURenderer, characters: number, bones: number): boolean {
  const device = gpuDevice(renderer);
  return device !== undefined && isCapable(device) && poseBytes(characters, bones) <= roomIn(device);
}

/**
 * Why the CPU culls a crowd that the GPU would if its limits were raised; undefined where that is not why.
 *
 * With 41 bones, a device's default limits have room for 68,000 characters.
 */
export function explainLackOfRoom(
  renderer: WebGPURenderer,
  characters: number,
  bones: number,
): string | undefined {
  const device = gpuDevice(renderer);
  if (!device || !isCapable(device)) return undefined;
  const bytes = poseBytes(characters, bones);
  const room = roomIn(device);
  if (bytes <= room) return undefined;
  return (
    `three-crowd: the poses of ${characters} characters of ${bones} bones take a buffer of ${bytes} bytes, and this WebGPU ` +
    `device's limits allow ${room}. So the CPU culls this crowd, and it cannot walk on the GPU. Make the WebGPURenderer ` +
    'with requiredLimits: { maxBufferSize, maxStorageBufferBindingSize } that are as high, as far as the limits of the ' +
    'adapter go.'
  );
}

function isCapable({ limits, features }: { limits: Limits; features: GPUSupportedFeatures }): boolean {
  const buffers = limits.maxStorageBuffersInVertexStage ?? limits.maxStorageBuffersPerShaderStage;
  return (
    HAS_INDIRECT_OFFSETS &&
    features.has('core-features-and-limits') &&
    features.has('indirect-first-instance') &&
    buffers >= VERTEX_STORAGE_BUFFERS
  );
}

/** Bytes of the largest buffer of a crowd: the palette of everybody. */
function poseBytes(characters: number, bones: number): number {
  return characters * bones * AFFINE_SIZE * Float32Array.BYTES_PER_ELEMENT;
}

/** Bytes that a buffer of a crowd may have. */
function roomIn({ limits }: GPUDevice): number {
  return Math.min(limits.maxStorageBufferBindingSize, limits.maxBufferSize);
}

/**
 * True if the processor does the work of the GPU, as far as the browser tells: browsers that do not know
 * `adapterInfo` of a device, or its `isFallbackAdapter`, say nothing.
 */
export function isEmulated(renderer: WebGPURenderer): boolean {
  return gpuDevice(renderer)?.adapterInfo?.isFallbackAdapter === true;
}

/**
 * Draws a crowd once into a target of one pixel, and throws where the device refuses: three only logs a pipeline that
 * fails, and the crowd would be invisible for no reason that a program could see.
 *
 * @throws {UnsupportedError} with what the device says
 */
export async function checkDrawing(
  renderer: WebGPURenderer,
  crowd: Object3D,
  pose: () => void,
): Promise<void> {
  const device = gpuDevice(renderer);
  if (!device) return;
  const target = new RenderTarget(1, 1);
  const camera = new PerspectiveCamera();
  camera.layers.enableAll();
  device.pushErrorScope('validation');
  device.pushErrorScope('internal');
  device.pushErrorScope('out-of-memory');
  let popped: Promise<GPUError | null>[] = [];
  try {
    pose();
    renderInto(renderer, target, crowd, camera);
  } finally {
    // Also where a render throws, since the scopes would catch the errors of the page from then on.
    popped = [device.popErrorScope(), device.popErrorScope(), device.popErrorScope()];
    target.dispose();
  }
  const errors = await Promise.all(popped).catch((cause: unknown) => {
    throw new UnsupportedError(
      'The WebGPU device was lost while it was tried. Load the page again; where that does not help, draw with WebGLRenderer.',
      { cause },
    );
  });
  const error = errors.find((found) => found !== null);
  if (!error) return;
  throw new UnsupportedError(
    `This WebGPU device cannot draw the crowd: ${error.message} Draw it with WebGLRenderer, or mend the material that ` +
      'the message names.',
    { cause: error },
  );
}
