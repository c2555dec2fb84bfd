import { varying } from 'three/tsl';
import { Frustum, Group, type InstancedBufferAttribute, Mesh, type WebGPURenderer } from 'three/webgpu';
import {
  characterExtent,
  clipTexture,
  createInstancedGeometry,
  frustumPlanes,
  type InstancedCrowd,
  type InstancedCrowdData,
  ShadowViews,
  tableTexture,
  uploadInstances,
  VisibleLists,
} from '../shared/index.js';
import { createTintedNodeMaterial } from './node-material.js';
import { createPaletteTexturePose } from './palette-texture-pose.js';
import type { PoseSource } from './pose-source.js';
import { createSampledPose } from './sampled-pose.js';
import type { ShaderFunctions } from './shader-functions.js';
import { createTableNodes, instanceCharacter, type TableNodes } from './table-nodes.js';

/** One instanced mesh a part for `WebGPURenderer`: culled on the CPU, posed once a character into a texture. */
export function createInstancedCrowd(
  data: InstancedCrowdData,
  renderer: WebGPURenderer,
  shaders: ShaderFunctions,
): InstancedCrowd {
  const { clipInfo } = data.boneTexture.manifest;
  const rows = tableTexture(data.table);
  const clips = clipTexture(clipInfo);
  const table = createTableNodes(rows, clips, shaders);
  const pose = choosePose(data, renderer, table, shaders);
  const visible = new VisibleLists(data.table, data.parts, characterExtent(clipInfo));
  const shadowViews = new ShadowViews();
  const object = new Group();
  const meshes = data.parts.lists.map((list, n) => {
    const instances = visible.instances[n];
    const geometry = createInstancedGeometry(list.part, instances);
    const tint = varying(table.color(instanceCharacter(), list.tint));
    const material = createTintedNodeMaterial(list.part, tint, renderer, shaders);
    material.positionNode = pose.position;
    const mesh = new Mesh(geometry, material);
    mesh.name = list.part.name;
    mesh.frustumCulled = false;
    mesh.castShadow = data.castShadow;
    mesh.receiveShadow = data.receiveShadow;
    // Shadows are also cast by characters out of the camera's sight; these stand behind the others in the list.
    mesh.onBeforeShadow = (_renderer, _object, _camera, shadowCamera) => {
      if (n === 0) shadowViews.record(shadowCamera, object.matrixWorld);
      geometry.instanceCount = instances.totalCount;
    };
    mesh.onAfterShadow = () => {
      geometry.instanceCount = instances.viewCount;
    };
    object.add(mesh);
    return mesh;
  });

  const frustum = new Frustum();
  return {
    object,
    update: ({ seconds, camera }) => {
      table.time.value = seconds;
      object.updateWorldMatrix(true, false);
      camera?.updateMatrixWorld();
      const shadows = shadowViews.take();
      visible.update(camera && frustumPlanes(camera, object.matrixWorld, frustum), shadows);
      meshes.forEach(({ geometry }, n) => {
        const { totalCount, viewCount } = visible.instances[n];
        uploadInstances(geometry.getAttribute('crowdInstance') as InstancedBufferAttribute, totalCount);
        geometry.instanceCount = viewCount;
      });
      pose.update(visible);
    },
    updateTable: () => {
      rows.needsUpdate = true;
    },
    dispose: () => {
      for (const mesh of meshes) {
        mesh.geometry.dispose();
        mesh.material.dispose();
      }
      rows.dispose();
      clips.dispose();
      pose.dispose();
    },
  };
}

function choosePose(
  data: InstancedCrowdData,
  renderer: WebGPURenderer,
  table: TableNodes,
  shaders: ShaderFunctions,
): PoseSource {
  return data.localPoses
    ? createPaletteTexturePose(renderer, data.localPoses, data.table.count, table, shaders)
    : createSampledPose(data.boneTexture, table, shaders);
}
