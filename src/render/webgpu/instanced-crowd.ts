import { int, texture, vec4 } from 'three/tsl';
import type { DataTexture, InstancedBufferGeometry, NodeMaterial, WebGPURenderer } from 'three/webgpu';
import {
  CameraView,
  CrowdDraws,
  characterExtent,
  clipTexture,
  createFarGeometry,
  createFarTier,
  createInstancedGeometry,
  type InstancedCrowd,
  type InstancedCrowdData,
  type InstanceList,
  instancesOf,
  leaseFarVertexTexture,
  meshDraws,
  plainColor,
  showInstances,
  TABLE_WIDTH,
  tableTexture,
  VisibleLists,
} from '../shared/index.js';
import { createFarNodes } from './far-nodes.js';
import { createNodeMaterial, createTintedNodeMaterial } from './node-material.js';
import { createPaletteTexturePose } from './palette-texture-pose.js';
import type { PoseSource } from './pose-source.js';
import { createSampledPose } from './sampled-pose.js';
import type { ShaderFunctions } from './shader-functions.js';
import {
  COLOR_TEXEL,
  createTableNodes,
  instanceCharacter,
  instanceSlot,
  type TableNodes,
} from './table-nodes.js';

/** A draw of this frame's instances. */
interface InstancedDraw {
  readonly geometry: InstancedBufferGeometry;
  readonly list: InstanceList;
}

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
  const pose = choosePose(data, renderer, table, clips, shaders);
  // The merged draw reads the palette.
  const hasFar = pose.palette !== undefined || data.farDraws === 'parts';
  const far = hasFar && data.farParts ? createFarTier(data.parts, data.farParts, data.farDraws) : undefined;
  const visible = new VisibleLists(data.table, data.parts, characterExtent(clipInfo), far);

  const draws = new CrowdDraws(data);
  const owned: { dispose(): void }[] = [draws, rows, clips, pose];
  const released: (() => void)[] = [];
  const shown: InstancedDraw[] = [];
  const addDraw = (
    name: string,
    geometry: InstancedBufferGeometry,
    material: NodeMaterial,
    list: InstanceList,
  ): void => {
    draws.add(name, geometry, material, instancesOf(geometry, list));
    shown.push({ geometry, list });
  };
  meshDraws(data.parts, far).forEach((list, n) => {
    const tint = table.color(instanceCharacter(), list.tint);
    const material = createTintedNodeMaterial(list.part, tint, renderer, shaders);
    material.positionNode = pose.position;
    const { geometry, release } = createInstancedGeometry(list.part, renderer, visible.draws[n]);
    released.push(release);
    addDraw(list.name, geometry, material, visible.draws[n]);
  });
  if (far?.merged && pose.palette) {
    const vertices = leaseFarVertexTexture(far.merged.words);
    owned.push(vertices);
    const nodes = createFarNodes(
      {
        pair: instanceSlot(),
        vertex: (index, half) =>
          texture<'uvec4'>(vertices.resource).load(
            shaders.crowdTexel(index.mul(2).add(half), int(TABLE_WIDTH)),
          ),
        palette: pose.palette,
        colors: table.row(instanceCharacter(), COLOR_TEXEL),
      },
      shaders,
    );
    const material = plainColor(createNodeMaterial(far.merged.material, vec4(nodes.surface, 1), renderer));
    material.positionNode = nodes.position;
    addDraw('far', createFarGeometry(visible.merged), material, visible.merged);
  }

  const view = new CameraView();
  return {
    object: draws.object,
    drawCalls: draws.count,
    update: ({ seconds, camera, farBelow }) => {
      table.time.value = seconds;
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
    updateTable: () => {
      rows.needsUpdate = true;
    },
    dispose: () => {
      for (const release of released) release();
      for (const thing of owned) thing.dispose();
    },
  };
}

function choosePose(
  data: InstancedCrowdData,
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
