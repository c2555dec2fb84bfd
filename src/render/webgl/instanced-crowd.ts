import { Group, Mesh } from 'three';
import {
  createDataTextures,
  createInstancedGeometry,
  crowdSphere,
  disposeDataTextures,
  type InstancedCrowd,
  type InstancedCrowdData,
} from '../shared/index.js';
import { createCrowdUniforms } from './crowd-uniforms.js';
import {
  createInstancedDepthMaterial,
  createInstancedDistanceMaterial,
  createInstancedMaterial,
} from './instanced-material.js';

/** One instanced mesh a part, posed in the vertex shader, for the classic `WebGLRenderer`. */
export function createInstancedCrowd(data: InstancedCrowdData): InstancedCrowd {
  const { nBones, clipInfo } = data.boneTexture.manifest;
  const textures = createDataTextures(data.table, data.boneTexture);
  const uniforms = createCrowdUniforms(textures, nBones);
  const depth = createInstancedDepthMaterial(uniforms);
  const distance = createInstancedDistanceMaterial(uniforms);
  const bounds = crowdSphere(data.table, clipInfo);
  const object = new Group();
  const meshes = data.parts.map((list) => {
    const mesh = new Mesh(createInstancedGeometry(list, bounds), createInstancedMaterial(list, uniforms));
    mesh.name = list.part.name;
    mesh.castShadow = data.castShadow;
    mesh.receiveShadow = data.receiveShadow;
    mesh.customDepthMaterial = depth;
    mesh.customDistanceMaterial = distance;
    object.add(mesh);
    return mesh;
  });
  return {
    object,
    setTime: (seconds) => {
      uniforms.crowdTime.value = seconds;
    },
    updateTable: () => {
      textures.table.needsUpdate = true;
    },
    dispose: () => {
      for (const mesh of meshes) {
        mesh.geometry.dispose();
        mesh.material.dispose();
      }
      depth.dispose();
      distance.dispose();
      disposeDataTextures(textures);
    },
  };
}
