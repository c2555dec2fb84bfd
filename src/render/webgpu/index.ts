import type { WebGPURenderer } from 'three/webgpu';
import { type Backend, createFarLevels, type WebGPULikeRenderer } from '../drawing/index.js';
import { ComputeCrowd } from './compute-crowd.js';
import { canDrawIndirect, explainLackOfRoom } from './device.js';
import { createInstancedCrowd } from './instanced-crowd.js';
import { createTintedMaterial, renewNodes } from './node-material.js';
import { loadShaderFunctions } from './shader-functions.js';
import { gpuDevice } from './three-internals.js';

/** `WebGPURenderer`, on WebGPU or on its WebGL2 backend. To be called after `await renderer.init()`. */
export async function webgpuBackend(like: WebGPULikeRenderer): Promise<Backend> {
  const renderer = like as WebGPURenderer;
  const usesWebGPU = gpuDevice(renderer) !== undefined;
  const shaders = await loadShaderFunctions(usesWebGPU ? 'wgsl' : 'glsl');
  let hasWarned = false;
  return {
    name: usesWebGPU ? 'webgpu' : 'webgpu-webgl2',
    createInstancedCrowd: (data) => {
      const { table, parts, localPoses, farSources, onWarning } = data;
      if (!localPoses) return createInstancedCrowd(data, undefined, renderer, shaders);
      const far = farSources && createFarLevels(parts, farSources, table.count);
      const slots = far?.slots ?? table.count;
      const bones = localPoses.parents.length;
      if (canDrawIndirect(renderer, slots, bones)) {
        return new ComputeCrowd(data, localPoses, far, renderer, shaders);
      }
      // With the levels of detail that are still being made, fewer characters may need a palette slot.
      const lack = far?.coming ? undefined : explainLackOfRoom(renderer, slots, bones);
      if (lack && !hasWarned) onWarning(lack);
      hasWarned ||= lack !== undefined;
      return createInstancedCrowd(data, far, renderer, shaders);
    },
    createTintedMaterial: (part, dithers) => createTintedMaterial(part, dithers, renderer, shaders),
    renewMaterial: renewNodes,
  };
}
