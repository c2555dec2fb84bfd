import { attribute, int, select } from 'three/tsl';
import type { DataTexture, Node, WebGPURenderer } from 'three/webgpu';
import {
  acquireFarVertexTexture,
  clipTexture,
  createCulledCrowd,
  type FarLevels,
  farVertexTexels,
  type InstancedCrowd,
  type InstancedCrowdOptions,
  tableTexture,
} from '../drawing/index.js';
import { type FarReads, pairInBatch } from './far-nodes.js';
import {
  createFarMaterial,
  instanceNodes,
  renewNodes,
  TintedNodeMaterials,
  watchReplaced,
} from './node-material.js';
import type { PaletteReads, PoseSource } from './palette-nodes.js';
import { createPaletteTexturePose } from './palette-texture-pose.js';
import { createBoneReads, createSampledPose } from './sampled-pose.js';
import type { ShaderFunctions } from './shader-functions.js';
import { createTableNodes, instancePair, readTableTextures, type TableNodes } from './table-nodes.js';
import { loadTexel } from './three-internals.js';

/** One instanced mesh a part for `WebGPURenderer`: culled on the CPU, posed once a character into a texture. */
export function createInstancedCrowd(
  options: InstancedCrowdOptions,
  far: FarLevels | undefined,
  renderer: WebGPURenderer,
  shaders: ShaderFunctions,
): InstancedCrowd {
  const { table: characters, localPoses } = options;
  const clips = clipTexture(options.boneTexture.manifest.clipInfo);
  const textures = {
    rows: tableTexture(characters),
    moves: tableTexture(characters.moves),
    layers: localPoses?.limbs && characters.layers && tableTexture(characters.layers),
  };
  const { rows, moves, layers } = textures;
  const tables = readTableTextures(textures, clips, shaders);
  const table = createTableNodes(tables, shaders);
  const slots = far?.slots ?? characters.count;
  const pose = createPose(options, slots, renderer, table, clips, shaders);
  const { palette } = pose;
  const owned: { dispose(): void }[] = [rows, moves, clips, pose, ...(layers ? [layers] : [])];
  const instance = instancePair();
  const materials = new TintedNodeMaterials(
    instanceNodes(instance, characters.usesOpacity, shaders),
    renderer,
    shaders,
    pose.position,
  );
  const attachTo = watchReplaced(options.onWarning);
  let pairs: DataTexture | undefined;
  return createCulledCrowd(options, renderer, {
    hasPalette: palette !== undefined,
    far,
    createMaterials: (part) => ({ color: materials.create(part), attachTo }),
    createFarMaterials: (mesh, words) => {
      const vertices = acquireFarVertexTexture(renderer, mesh.words);
      pairs = tableTexture(words);
      const bones = slots < characters.count ? createBoneReads(options.boneTexture) : undefined;
      if (bones) owned.push(bones);
      owned.push(vertices, pairs);
      const reads: FarReads = {
        pair: pairOf(pairs, shaders),
        vertex: (index, quarter) =>
          loadTexel(vertices.resource, shaders.crowdTexel(index.mul(farVertexTexels(mesh)).add(quarter))),
        row: tables.row,
        palette: palette as PaletteReads,
        sampled: bones && { slots, table, bones },
      };
      const color = createFarMaterial(mesh, reads, characters.usesOpacity, renderer, shaders);
      return { color, attachTo };
    },
    pose: (seconds, visible) => {
      table.time.value = seconds;
      table.step.value.set(characters.stepLeft, characters.step);
      pose.update(visible.posed);
      if (pairs && visible.merged.camera.count + visible.merged.shadow.count > 0) pairs.needsUpdate = true;
    },
    // Uploads the whole texture: three (r187) has update ranges of textures for the classic renderer only.
    upload: (changes) => {
      if (changes.rows.length > 0) rows.needsUpdate = true;
      if (changes.moves.length > 0) moves.needsUpdate = true;
      if (layers && changes.layers.length > 0) layers.needsUpdate = true;
    },
    renewMaterial: renewNodes,
    dispose: () => {
      for (const thing of owned) thing.dispose();
    },
  });
}

/** The pair of this vertex. A texel has two. */
function pairOf(pairs: DataTexture, shaders: ShaderFunctions): Node<'uvec2'> {
  const number = attribute<'uint'>('crowdBatch', 'uint').add(pairInBatch());
  const two = loadTexel<'uvec4'>(pairs, shaders.crowdTexel(int(number.div(2))));
  return select(number.mod(2).equal(0), two.xy, two.zw) as Node<'uvec2'>;
}

function createPose(
  { boneTexture, localPoses, table: characters }: InstancedCrowdOptions,
  slots: number,
  renderer: WebGPURenderer,
  table: TableNodes,
  clips: DataTexture,
  shaders: ShaderFunctions,
): PoseSource {
  return localPoses
    ? createPaletteTexturePose(renderer, { localPoses, characters, slots, table, clips }, shaders)
    : createSampledPose(boneTexture, table, shaders);
}
