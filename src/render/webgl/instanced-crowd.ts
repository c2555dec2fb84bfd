import { type Camera, Frustum, Group, type InstancedBufferAttribute, Mesh, type WebGLRenderer } from 'three';
import {
  type CrowdFrame,
  characterExtent,
  clipTexture,
  createInstancedGeometry,
  frustumPlanes,
  type InstancedCrowd,
  type InstancedCrowdData,
  type InstanceList,
  ShadowViews,
  tableTexture,
  uploadInstances,
  VisibleLists,
} from '../shared/index.js';
import {
  createInstancedDepthMaterial,
  createInstancedDistanceMaterial,
  createInstancedMaterial,
} from './instanced-material.js';
import { createPalettePose } from './palette-pose.js';
import type { PoseSource, TableUniforms } from './pose-source.js';
import { createSampledPose } from './sampled-pose.js';

/** One instanced mesh a part for the classic `WebGLRenderer`: culled on the CPU, posed once a character. */
export function createInstancedCrowd(data: InstancedCrowdData, renderer: WebGLRenderer): InstancedCrowd {
  const { clipInfo, nBones } = data.boneTexture.manifest;
  const table: TableUniforms = {
    crowdTable: { value: tableTexture(data.table) },
    crowdClips: { value: clipTexture(clipInfo) },
    crowdTime: { value: 0 },
    crowdBoneCount: { value: nBones },
  };
  const pose = choosePose(data, renderer, table);
  const depth = createInstancedDepthMaterial(pose);
  const distance = createInstancedDistanceMaterial(pose);
  const visible = new VisibleLists(data.table, data.parts, characterExtent(clipInfo));
  const shadowViews = new ShadowViews();
  const object = new Group();
  const meshes = data.parts.lists.map((list, n) => {
    const instances = visible.instances[n];
    const geometry = createInstancedGeometry(list.part, instances);
    const mesh = new Mesh(geometry, createInstancedMaterial(list, pose));
    mesh.name = list.part.name;
    mesh.frustumCulled = false;
    mesh.castShadow = data.castShadow;
    mesh.receiveShadow = data.receiveShadow;
    mesh.customDepthMaterial = depth;
    mesh.customDistanceMaterial = distance;
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
    update: ({ seconds, camera }: CrowdFrame) => {
      table.crowdTime.value = seconds;
      object.updateWorldMatrix(true, false);
      camera?.updateMatrixWorld();
      const shadows = shadowViews.take();
      visible.update(camera && frustumPlanes(camera as Camera, object.matrixWorld, frustum), shadows);
      meshes.forEach(({ geometry }, n) => {
        const { totalCount, viewCount } = visible.instances[n] as InstanceList;
        uploadInstances(geometry.getAttribute('crowdInstance') as InstancedBufferAttribute, totalCount);
        geometry.instanceCount = viewCount;
      });
      pose.update(visible);
    },
    updateTable: () => {
      table.crowdTable.value.needsUpdate = true;
    },
    dispose: () => {
      for (const mesh of meshes) {
        mesh.geometry.dispose();
        mesh.material.dispose();
      }
      depth.dispose();
      distance.dispose();
      table.crowdTable.value.dispose();
      table.crowdClips.value.dispose();
      pose.dispose();
    },
  };
}

function choosePose(data: InstancedCrowdData, renderer: WebGLRenderer, table: TableUniforms): PoseSource {
  const canRenderFloats = renderer.extensions.has('EXT_color_buffer_float');
  return data.localPoses && canRenderFloats
    ? createPalettePose(renderer, data.localPoses, data.table.count, table)
    : createSampledPose(data.boneTexture, table);
}
