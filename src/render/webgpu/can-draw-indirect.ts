import type { WebGPURenderer } from 'three/webgpu';
import { AFFINE_SIZE } from '../../math/index.js';

/** Storage buffers that the vertex stage of a crowd binds at most: the far draw's, with motion vectors. */
const VERTEX_STORAGE_BUFFERS = 4;

/** Limits of compatibility mode that WebGPU's types do not all name. */
type Limits = GPUSupportedLimits & { readonly maxStorageBuffersInVertexStage?: number };

/**
 * Whether the GPU can cull and count the draws of a crowd: a WebGPU device with storage buffers in the vertex stage, which
 * compatibility devices lack, with draws that may start at any instance, which are dropped in silence elsewhere, and
 * with room in one buffer for the palette of everybody. With 41 bones and a device's default limits, that is 68,000
 * characters; ask for more with the renderer's `requiredLimits`.
 */
export function canDrawIndirect(renderer: WebGPURenderer, characters: number, bones: number): boolean {
  const { isWebGPUBackend, device } = renderer.backend as { isWebGPUBackend?: boolean; device?: GPUDevice };
  if (!isWebGPUBackend || !device) return false;
  const limits: Limits = device.limits;
  const palette = characters * bones * AFFINE_SIZE * Float32Array.BYTES_PER_ELEMENT;
  const buffers = limits.maxStorageBuffersInVertexStage ?? limits.maxStorageBuffersPerShaderStage;
  return (
    device.features.has('core-features-and-limits') &&
    device.features.has('indirect-first-instance') &&
    buffers >= VERTEX_STORAGE_BUFFERS &&
    palette <= Math.min(limits.maxStorageBufferBindingSize, limits.maxBufferSize)
  );
}
