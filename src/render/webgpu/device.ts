import { type Object3D, PerspectiveCamera, RenderTarget, type WebGPURenderer } from 'three/webgpu';
import { UnsupportedError } from '../../errors/index.js';
import { AFFINE_SIZE } from '../../math/index.js';
import { gpuDevice, HAS_INDIRECT_OFFSETS, renderInto } from './three-internals.js';

/** Maximum of storage buffers in a crowd's vertex stage: the far draw's, with motion vectors. WebGPU promises as many. */
const VERTEX_STORAGE_BUFFERS = 8;

/** Limits of compatibility mode, which WebGPU's types lack in part. */
type Limits = GPUSupportedLimits & { readonly maxStorageBuffersInVertexStage?: number };

/**
 * True if the GPU can cull and count the draws of a crowd: a WebGPU device with storage buffers in the vertex stage, which
 * compatibility devices lack, with indirect draws that may start at any instance (other devices skip them without an error), and
 * with buffers large enough for the palette. With three 0.181, too, the CPU culls.
 */
export function canDrawIndirect(renderer: WebGPURenderer, slots: number, bones: number): boolean {
  const device = gpuDevice(renderer);
  return device !== undefined && isCapable(device) && poseBytes(slots, bones) <= roomIn(device);
}

/**
 * Explains that the CPU culls because of the device's limits; undefined if it does so for another reason.
 *
 * With 45 bones, a device's default limits allow 62,000 slots.
 */
export function explainLackOfRoom(
  renderer: WebGPURenderer,
  slots: number,
  bones: number,
): string | undefined {
  const device = gpuDevice(renderer);
  if (!device || !isCapable(device)) return undefined;
  const bytes = poseBytes(slots, bones);
  const room = roomIn(device);
  if (bytes <= room) return undefined;
  return (
    `three-crowd: the poses of ${slots} characters of ${bones} bones take a buffer of ${bytes} bytes, and this WebGPU ` +
    `device's limits allow ${room}. So the CPU culls this crowd. Make the WebGPURenderer with requiredLimits: ` +
    '{ maxBufferSize, maxStorageBufferBindingSize } that are as high, as far as the limits of the adapter go.'
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

/** Bytes of the palette. */
function poseBytes(slots: number, bones: number): number {
  return slots * bones * AFFINE_SIZE * Float32Array.BYTES_PER_ELEMENT;
}

/** True if the device can make a buffer of that size. */
export function hasRoom(renderer: WebGPURenderer, bytes: number): boolean {
  const device = gpuDevice(renderer);
  return device !== undefined && bytes <= roomIn(device);
}

function roomIn({ limits }: GPUDevice): number {
  return Math.min(limits.maxStorageBufferBindingSize, limits.maxBufferSize);
}

/**
 * Draws a crowd once into a target of one pixel. three only logs a pipeline that fails, and the crowd would be invisible.
 *
 * @throws {UnsupportedError} with the device's error
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
    // Pops the scopes even if the render throws: they would catch the page's later errors.
    popped = [device.popErrorScope(), device.popErrorScope(), device.popErrorScope()];
    target.dispose();
  }
  const errors = await Promise.all(popped).catch((cause: unknown) => {
    throw new UnsupportedError(
      'The WebGPU device was lost during the check. Load the page again; if that does not help, draw with WebGLRenderer.',
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
