import type { DataTexture, WebGPURenderer } from 'three/webgpu';
import {
  acquireFarVertexTexture,
  clipTexture,
  createCulledCrowd,
  type DrawMaterials,
  type FarMesh,
  farVertexTexels,
  type InstancedCrowd,
  type InstancedCrowdOptions,
  tableTexture,
} from '../drawing/index.js';
import { createFarNodes } from './far-nodes.js';
import { createFarMaterial, createTintedNodeMaterial } from './node-material.js';
import type { PaletteReads, PoseSource } from './palette-nodes.js';
import { createPaletteTexturePose } from './palette-texture-pose.js';
import { createSampledPose } from './sampled-pose.js';
import type { ShaderFunctions } from './shader-functions.js';
import { createTableNodes, instancePair, type TableNodes } from './table-nodes.js';
import { loadTexel } from './three-internals.js';

/** One instanced mesh a part for `WebGPURenderer`: culled on the CPU, posed once a character into a texture. */
export function createInstancedCrowd(
  options: InstancedCrowdOptions,
  renderer: WebGPURenderer,
  shaders: ShaderFunctions,
): InstancedCrowd {
  const rows = tableTexture(options.table);
  const clips = clipTexture(options.boneTexture.manifest.clipInfo);
  const { layers } = options.table;
  const records = options.localPoses?.limbs && layers && tableTexture(layers);
  const table = createTableNodes(rows, clips, shaders, records);
  const pose = createPose(options, renderer, table, clips, shaders);
  const { palette } = pose;
  const owned: { dispose(): void }[] = [rows, clips, pose, ...(records ? [records] : [])];
  return createCulledCrowd(options, renderer, {
    hasPalette: palette !== undefined,
    createMaterials: (part) => {
      const tint = shaders.crowdColor(instancePair().y);
      const color = createTintedNodeMaterial(part, tint, renderer, shaders);
      color.positionNode = pose.position;
      return { color };
    },
    createFarMaterials: (far) => {
      const vertices = acquireFarVertexTexture(far.words);
      owned.push(vertices);
      return createFarMaterials(far, vertices.resource, palette as PaletteReads, renderer, shaders);
    },
    pose: (seconds, visible) => {
      table.time.value = seconds;
      pose.update(visible);
    },
    // The whole texture is uploaded: three (r187) knows update ranges of textures for the classic renderer only.
    updateTable: () => {
      rows.needsUpdate = true;
    },
    updateLayers: () => {
      if (records) records.needsUpdate = true;
    },
    dispose: () => {
      for (const thing of owned) thing.dispose();
    },
  });
}

function createFarMaterials(
  far: FarMesh,
  vertices: DataTexture,
  palette: PaletteReads,
  renderer: WebGPURenderer,
  shaders: ShaderFunctions,
): DrawMaterials {
  const nodes = createFarNodes(
    {
      instance: instancePair(),
      vertex: (index, quarter) =>
        loadTexel<'uvec4'>(vertices, shaders.crowdTexel(index.mul(farVertexTexels(far)).add(quarter))),
      palette,
    },
    shaders,
  );
  const color = createFarMaterial(far, nodes, renderer);
  color.positionNode = nodes.position;
  return { color };
}

function createPose(
  { boneTexture, localPoses, table: characters }: InstancedCrowdOptions,
  renderer: WebGPURenderer,
  table: TableNodes,
  clips: DataTexture,
  shaders: ShaderFunctions,
): PoseSource {
  return localPoses
    ? createPaletteTexturePose(renderer, { localPoses, characters, table, clips }, shaders)
    : createSampledPose(boneTexture, table, shaders);
}
