import { Group, Mesh, type WebGPURenderer } from 'three/webgpu';
import {
  createDataTextures,
  createInstancedGeometry,
  crowdSphere,
  disposeDataTextures,
  type InstancedCrowd,
  type InstancedCrowdData,
} from '../shared/index.js';
import { createTintedNodeMaterial } from './node-material.js';
import { createPoseNodes } from './pose-nodes.js';
import type { ShaderFunctions } from './shader-functions.js';

/** One instanced mesh a part, posed in the vertex stage, for `WebGPURenderer` on either of its backends. */
export function createInstancedCrowd(
  data: InstancedCrowdData,
  renderer: WebGPURenderer,
  shaders: ShaderFunctions,
): InstancedCrowd {
  const { nBones, texWidth, clipInfo } = data.boneTexture.manifest;
  const textures = createDataTextures(data.table, data.boneTexture);
  const pose = createPoseNodes(textures, nBones, texWidth, shaders);
  const bounds = crowdSphere(data.table, clipInfo);
  const object = new Group();
  const meshes = data.parts.map((list) => {
    const material = createTintedNodeMaterial(list.part, pose.tint(list.tint), renderer, shaders);
    material.positionNode = pose.position;
    const mesh = new Mesh(createInstancedGeometry(list, bounds), material);
    mesh.name = list.part.name;
    mesh.castShadow = data.castShadow;
    mesh.receiveShadow = data.receiveShadow;
    object.add(mesh);
    return mesh;
  });
  return {
    object,
    setTime: pose.setTime,
    updateTable: () => {
      textures.table.needsUpdate = true;
    },
    dispose: () => {
      for (const mesh of meshes) {
        mesh.geometry.dispose();
        mesh.material.dispose();
      }
      disposeDataTextures(textures);
    },
  };
}
