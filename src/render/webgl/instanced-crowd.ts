import { Group, type InstancedBufferGeometry, type Material, Mesh, type WebGLRenderer } from 'three';
import {
  CameraView,
  type CrowdFrame,
  characterExtent,
  clipTexture,
  createFarGeometry,
  createFarMesh,
  createInstancedGeometry,
  type FarMesh,
  farVertexTexture,
  type InstancedCrowd,
  type InstancedCrowdData,
  type InstanceList,
  ShadowViews,
  showInstances,
  tableTexture,
  VisibleLists,
} from '../shared/index.js';
import { FAR_POSE } from './crowd-chunk.js';
import {
  createFarMaterial,
  createInstancedDepthMaterial,
  createInstancedDistanceMaterial,
  createInstancedMaterial,
} from './instanced-material.js';
import { createPalettePose } from './palette-pose.js';
import type { PoseProgram, PoseSource, TableUniforms } from './pose-source.js';
import { createSampledPose } from './sampled-pose.js';

/** A draw of this frame's instances. */
interface InstancedDraw {
  readonly mesh: Mesh<InstancedBufferGeometry, Material>;
  readonly list: InstanceList;
}

/** One instanced mesh a part for the classic `WebGLRenderer`: culled on the CPU, posed once a character. */
export function createInstancedCrowd(data: InstancedCrowdData, renderer: WebGLRenderer): InstancedCrowd {
  const { clipInfo, nBones } = data.boneTexture.manifest;
  const table: TableUniforms = {
    crowdTable: { value: tableTexture(data.table) },
    crowdClips: { value: clipTexture(clipInfo) },
    crowdTime: { value: 0 },
    crowdBoneCount: { value: nBones },
  };
  const usesPalette = data.localPoses !== undefined && renderer.extensions.has('EXT_color_buffer_float');
  const pose: PoseSource = usesPalette
    ? createPalettePose(renderer, data.localPoses, data.table.count, table)
    : createSampledPose(data.boneTexture, table);
  const far = usesPalette && data.farParts ? createFarMesh(data.parts, data.farParts) : undefined;
  const visible = new VisibleLists(data.table, data.parts, characterExtent(clipInfo), far);

  const shadowViews = new ShadowViews();
  const object = new Group();
  const owned: { dispose(): void }[] = [table.crowdTable.value, table.crowdClips.value, pose];
  const addDraw = (
    name: string,
    geometry: InstancedBufferGeometry,
    material: Material,
    list: InstanceList,
    program: PoseProgram,
  ): InstancedDraw => {
    const mesh = new Mesh(geometry, material);
    mesh.name = name;
    mesh.frustumCulled = false;
    mesh.castShadow = data.castShadow;
    mesh.receiveShadow = data.receiveShadow;
    mesh.customDepthMaterial = createInstancedDepthMaterial(program);
    mesh.customDistanceMaterial = createInstancedDistanceMaterial(program);
    const isFirst = object.children.length === 0;
    // Shadows are also cast by characters out of the camera's sight; these stand behind the others in the list.
    mesh.onBeforeShadow = (_renderer, _object, _camera, shadowCamera) => {
      if (isFirst) shadowViews.record(shadowCamera, object.matrixWorld);
      geometry.instanceCount = list.totalCount;
    };
    mesh.onAfterShadow = () => {
      geometry.instanceCount = list.viewCount;
    };
    object.add(mesh);
    owned.push(geometry, material, mesh.customDepthMaterial, mesh.customDistanceMaterial);
    return { mesh, list };
  };
  const draws = data.parts.lists.map((list, n) => {
    const instances = visible.near[n];
    const geometry = createInstancedGeometry(list.part, instances);
    return addDraw(list.part.name, geometry, createInstancedMaterial(list, pose), instances, pose);
  });
  if (far) {
    const program = farProgram(far, pose, owned);
    const material = createFarMaterial(far.material, program);
    draws.push(addDraw('far', createFarGeometry(visible.far), material, visible.far, program));
  }

  const view = new CameraView();
  return {
    object,
    drawCalls: draws.length,
    update: ({ seconds, camera, farBelow }: CrowdFrame) => {
      table.crowdTime.value = seconds;
      object.updateWorldMatrix(true, false);
      camera?.updateMatrixWorld();
      visible.update(camera && view.set(camera, object.matrixWorld), shadowViews.take(), farBelow);
      for (const { mesh, list } of draws) showInstances(mesh.geometry, list);
      pose.update(visible);
    },
    updateTable: () => {
      table.crowdTable.value.needsUpdate = true;
    },
    dispose: () => {
      for (const thing of owned) thing.dispose();
    },
  };
}

function farProgram(far: FarMesh, pose: PoseSource, owned: { dispose(): void }[]): PoseProgram {
  const vertices = farVertexTexture(far);
  owned.push(vertices);
  return { declarations: FAR_POSE, uniforms: { ...pose.uniforms, crowdFarVertices: { value: vertices } } };
}
