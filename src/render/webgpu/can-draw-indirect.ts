import type { WebGPURenderer } from 'three/webgpu';

/** Storage buffers that the vertex stage of a crowd binds. */
const VERTEX_STORAGE_BUFFERS = 4;

/** Limits of compatibility mode that WebGPU's types do not all name. */
type Limits = GPUSupportedLimits & { readonly maxStorageBuffersInVertexStage?: number };

/**
 * Whether the GPU can cull and count the draws: a WebGPU device with storage buffers in the vertex stage, which
 * compatibility devices lack, and with draws that may start at any instance, which are dropped in silence elsewhere.
 */
export function canDrawIndirect(renderer: WebGPURenderer): boolean {
  const { isWebGPUBackend, device } = renderer.backend as { isWebGPUBackend?: boolean; device?: GPUDevice };
  if (!isWebGPUBackend || !device) return false;
  const limits: Limits = device.limits;
  const buffers = limits.maxStorageBuffersInVertexStage ?? limits.maxStorageBuffersPerShaderStage;
  return (
    device.features.has('core-features-and-limits') &&
    device.features.has('indirect-first-instance') &&
    buffers >= VERTEX_STORAGE_BUFFERS
  );
}
