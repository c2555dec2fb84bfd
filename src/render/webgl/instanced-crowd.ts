import type { Mesh, WebGLRenderer } from 'three';
import {
  acquireFarVertexTexture,
  CpuCulledMeshes,
  clipTexture,
  createFarLevel,
  type FarMesh,
  type InstancedCrowd,
  type InstancedCrowdOptions,
  partDraws,
} from '../drawing/index.js';
import { FAR_POSE } from './crowd-chunk.js';
import {
  createFarMaterial,
  createInstancedDepthMaterial,
  createInstancedDistanceMaterial,
  createInstancedMaterial,
} from './materials.js';
import { createPalettePose } from './palette-pose.js';
import { createSampledPose, type PoseProgram, type PoseSource, type TableUniforms } from './pose-source.js';
import { TableTexture } from './table-texture.js';
import { castShadowWith } from './three-internals.js';

/** One instanced mesh a part for the classic `WebGLRenderer`: culled on the CPU, posed once a character. */
export function createInstancedCrowd(data: InstancedCrowdOptions, renderer: WebGLRenderer): InstancedCrowd {
  const { clipInfo, nBones } = data.boneTexture.manifest;
  const rows = new TableTexture(data.table, renderer);
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
  const far = hasFar && data.farParts ? createFarLevel(data.parts, data.farParts, data.farDraws) : undefined;
  const draws = new CpuCulledMeshes(data, far, usesPalette);
  const owned: { dispose(): void }[] = [draws, rows, table.crowdClips.value, pose];
  const castAs = (mesh: Mesh, program: PoseProgram): void => {
    const depth = createInstancedDepthMaterial(program);
    const distance = createInstancedDistanceMaterial(program);
    castShadowWith(mesh, depth, distance);
    owned.push(depth, distance);
  };
  partDraws(data.parts, far).forEach((draw, n) => {
    castAs(draws.addPart(draw, n, renderer, createInstancedMaterial(draw.part, pose)), pose);
  });
  if (far?.merged) {
    const program = farProgram(far.merged, pose, owned);
    castAs(draws.addFar(createFarMaterial(far.merged.material, program)), program);
  }

  return {
    object: draws.object,
    drawCalls: draws.count,
    update: (frame) => {
      table.crowdTime.value = frame.seconds;
      pose.update(draws.cull(frame));
    },
    updateTable: (changes) => rows.update(changes),
    dispose: () => {
      for (const thing of owned) thing.dispose();
    },
  };
}

function farProgram(far: FarMesh, pose: PoseSource, owned: { dispose(): void }[]): PoseProgram {
  const vertices = acquireFarVertexTexture(far.words);
  owned.push(vertices);
  const uniforms = { ...pose.uniforms, crowdFarVertices: { value: vertices.resource } };
  return { declarations: FAR_POSE, uniforms };
}
