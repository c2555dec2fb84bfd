import type { WebGPURenderer } from 'three/webgpu';
import type { Backend, InstancedCrowdOptions, WebGPULikeRenderer } from '../drawing/index.js';
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
  const computes = ({ table, localPoses }: Pick<InstancedCrowdOptions, 'table' | 'localPoses'>): boolean =>
    localPoses !== undefined && canDrawIndirect(renderer, table.count, localPoses.parents.length);
  return {
    name: usesWebGPU ? 'webgpu' : 'webgpu-webgl2',
    createInstancedCrowd: (data) => {
      const { table, localPoses, onWarning } = data;
      if (localPoses && computes(data)) {
        return new ComputeCrowd(data, localPoses, renderer, shaders);
      }
      const lack = localPoses && explainLackOfRoom(renderer, table.count, localPoses.parents.length);
      if (lack && !hasWarned) onWarning(lack);
      hasWarned ||= lack !== undefined;
      return createInstancedCrowd(data, renderer, shaders);
    },
    createTintedMaterial: (part, dithers) => createTintedMaterial(part, dithers, renderer, shaders),
    renewMaterial: renewNodes,
  };
}
