import { vec4 } from 'three/tsl';
import type { DataTexture, WebGPURenderer } from 'three/webgpu';
import {
  acquireFarVertexTexture,
  CpuCulledMeshes,
  clipTexture,
  createFarLevel,
  type InstancedCrowd,
  type InstancedCrowdOptions,
  partDraws,
  tableTexture,
} from '../drawing/index.js';
import { createFarNodes } from './far-nodes.js';
import { createNodeMaterial, createTintedNodeMaterial } from './node-material.js';
import type { PoseSource } from './palette-nodes.js';
import { createPaletteTexturePose } from './palette-texture-pose.js';
import { createSampledPose } from './sampled-pose.js';
import type { ShaderFunctions } from './shader-functions.js';
import { createTableNodes, instancePair, type TableNodes } from './table-nodes.js';
import { loadTexel } from './three-internals.js';

/** One instanced mesh a part for `WebGPURenderer`: culled on the CPU, posed once a character into a texture. */
export function createInstancedCrowd(
  data: InstancedCrowdOptions,
  renderer: WebGPURenderer,
  shaders: ShaderFunctions,
): InstancedCrowd {
  const { clipInfo } = data.boneTexture.manifest;
  const rows = tableTexture(data.table);
  const clips = clipTexture(clipInfo);
  const table = createTableNodes(rows, clips, shaders);
  const pose = choosePose(data, renderer, table, clips, shaders);
  // The merged draw reads the palette.
  const hasFar = pose.palette !== undefined || data.farDraws === 'parts';
  const far = hasFar && data.farParts ? createFarLevel(data.parts, data.farParts, data.farDraws) : undefined;
  const draws = new CpuCulledMeshes(data, far, pose.palette !== undefined);
  const owned: { dispose(): void }[] = [draws, rows, clips, pose];
  partDraws(data.parts, far).forEach((draw, n) => {
    const tint = shaders.crowdColor(instancePair().y);
    const material = createTintedNodeMaterial(draw.part, tint, renderer, shaders);
    material.positionNode = pose.position;
    draws.addPart(draw, n, renderer, material);
  });
  if (far?.merged && pose.palette) {
    const vertices = acquireFarVertexTexture(far.merged.words);
    owned.push(vertices);
    const nodes = createFarNodes(
      {
        instance: instancePair(),
        vertex: (index, half) =>
          loadTexel<'uvec4'>(vertices.resource, shaders.crowdTexel(index.mul(2).add(half))),
        palette: pose.palette,
      },
      shaders,
    );
    const material = createNodeMaterial(far.merged.material, vec4(nodes.surface, 1), renderer);
    material.positionNode = nodes.position;
    draws.addFar(material);
  }

  return {
    object: draws.object,
    drawCalls: draws.count,
    update: (frame) => {
      table.time.value = frame.seconds;
      pose.update(draws.cull(frame));
    },
    updateTable: () => {
      rows.needsUpdate = true;
    },
    dispose: () => {
      for (const thing of owned) thing.dispose();
    },
  };
}

function choosePose(
  data: InstancedCrowdOptions,
  renderer: WebGPURenderer,
  table: TableNodes,
  clips: DataTexture,
  shaders: ShaderFunctions,
): PoseSource {
  return data.localPoses
    ? createPaletteTexturePose(
        renderer,
        { localPoses: data.localPoses, characters: data.table, table, clips },
        shaders,
      )
    : createSampledPose(data.boneTexture, table, shaders);
}
