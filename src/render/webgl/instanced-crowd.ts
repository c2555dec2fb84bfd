import type { InstancedBufferGeometry, Material, WebGLRenderer } from 'three';
import {
  CameraView,
  CrowdDraws,
  type CrowdFrame,
  characterExtent,
  clipTexture,
  createFarGeometry,
  createFarTier,
  createInstancedGeometry,
  type FarMesh,
  type InstancedCrowd,
  type InstancedCrowdData,
  type InstanceList,
  instancesOf,
  leaseFarVertexTexture,
  meshDraws,
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
  // The merged draw reads the palette.
  const hasFar = usesPalette || data.farDraws === 'parts';
  const far = hasFar && data.farParts ? createFarTier(data.parts, data.farParts, data.farDraws) : undefined;
  const visible = new VisibleLists(data.table, data.parts, characterExtent(clipInfo), far);

  const draws = new CrowdDraws(data);
  const owned: { dispose(): void }[] = [draws, rows, table.crowdClips.value, pose];
  const released: (() => void)[] = [];
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
  meshDraws(data.parts, far).forEach((list, n) => {
    const instances = visible.draws[n];
    const { geometry, release } = createInstancedGeometry(list.part, renderer, instances);
    released.push(release);
    addDraw(list.name, geometry, createInstancedMaterial(list, pose), instances, pose);
  });
  if (far?.merged) {
    const program = farProgram(far.merged, pose, owned);
    const material = createFarMaterial(far.merged.material, program);
    addDraw('far', createFarGeometry(visible.merged), material, visible.merged, program);
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
      for (const release of released) release();
      for (const thing of owned) thing.dispose();
    },
  };
}

function farProgram(far: FarMesh, pose: PoseSource, owned: { dispose(): void }[]): PoseProgram {
  const vertices = leaseFarVertexTexture(far.words);
  owned.push(vertices);
  const uniforms = { ...pose.uniforms, crowdFarVertices: { value: vertices.resource } };
  return { declarations: FAR_POSE, uniforms };
}
