import type { InstancedBufferGeometry, Material, WebGLRenderer } from 'three';
import {
  CameraView,
  CrowdDraws,
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
  instancesOf,
  showInstances,
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
import { TableTexture } from './table-texture.js';

/** A draw of this frame's instances. */
interface InstancedDraw {
  readonly geometry: InstancedBufferGeometry;
  readonly list: InstanceList;
}

/** One instanced mesh a part for the classic `WebGLRenderer`: culled on the CPU, posed once a character. */
export function createInstancedCrowd(data: InstancedCrowdData, renderer: WebGLRenderer): InstancedCrowd {
  const { clipInfo, nBones } = data.boneTexture.manifest;
  const rows = new TableTexture(data.table);
  const table: TableUniforms = {
    crowdTable: { value: rows.texture },
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

  const draws = new CrowdDraws(data);
  const owned: { dispose(): void }[] = [draws, rows, table.crowdClips.value, pose];
  const shown: InstancedDraw[] = [];
  const addDraw = (
    name: string,
    geometry: InstancedBufferGeometry,
    material: Material,
    list: InstanceList,
    program: PoseProgram,
  ): void => {
    const mesh = draws.add(name, geometry, material, instancesOf(geometry, list));
    mesh.customDepthMaterial = createInstancedDepthMaterial(program);
    mesh.customDistanceMaterial = createInstancedDistanceMaterial(program);
    owned.push(mesh.customDepthMaterial, mesh.customDistanceMaterial);
    shown.push({ geometry, list });
  };
  data.parts.lists.forEach((list, n) => {
    const instances = visible.near[n];
    const geometry = createInstancedGeometry(list.part, instances);
    addDraw(list.part.name, geometry, createInstancedMaterial(list, pose), instances, pose);
  });
  if (far) {
    const program = farProgram(far, pose, owned);
    const material = createFarMaterial(far.material, program);
    addDraw('far', createFarGeometry(visible.far), material, visible.far, program);
  }

  const view = new CameraView();
  return {
    object: draws.object,
    drawCalls: draws.count,
    update: ({ seconds, camera, farBelow }: CrowdFrame) => {
      table.crowdTime.value = seconds;
      draws.object.updateWorldMatrix(true, false);
      camera?.updateMatrixWorld();
      visible.update(
        camera && view.set(camera, draws.object.matrixWorld),
        draws.shadowViews.take(),
        farBelow,
      );
      for (const { geometry, list } of shown) showInstances(geometry, list);
      pose.update(visible);
    },
    updateTable: (changes) => rows.update(changes),
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
