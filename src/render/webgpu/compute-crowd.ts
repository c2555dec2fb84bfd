import { instanceIndex, storage, vec4 } from 'three/tsl';
import {
  BufferGeometry,
  type Node,
  type NodeMaterial,
  type StorageBufferNode,
  type WebGPURenderer,
} from 'three/webgpu';
import type { LocalPoses } from '../../rig/index.js';
import {
  CrowdMeshes,
  createClusterGeometry,
  createFarLevel,
  createPartGeometry,
  type InstancedCrowd,
  type InstancedCrowdOptions,
  partDraws,
  refCounted,
} from '../drawing/index.js';
import { characterExtent } from '../poses/index.js';
import { type ControlView, drawByte, farDrawByte } from './compute-buffers.js';
import { ComputeFrame } from './compute-frame.js';
import { checkDrawing } from './device.js';
import { createFarNodes } from './far-nodes.js';
import { createNodeMaterial, createTintedNodeMaterial } from './node-material.js';
import { type MatrixRow, type PaletteReads, palettePosition } from './palette-nodes.js';
import type { ShaderFunctions } from './shader-functions.js';
import { StorageAttribute } from './three-internals.js';

/** Shared by the crowds that show the same. */
const leaseFarVertices = refCounted((words: Uint32Array) => new StorageAttribute(words, 4));

/** One indirect draw a part: culled, posed and counted on the GPU. JavaScript does the same work for any crowd. */
export function createComputeCrowd(
  data: InstancedCrowdOptions,
  localPoses: LocalPoses,
  renderer: WebGPURenderer,
  shaders: ShaderFunctions,
): InstancedCrowd {
  const { clipInfo } = data.boneTexture.manifest;
  const far = data.farParts && createFarLevel(data.parts, data.farParts, data.farDraws);
  const meshes = partDraws(data.parts, far);
  const geometries = meshes.map(({ part }) => createPartGeometry(part, renderer, new BufferGeometry()));
  const frame = new ComputeFrame(renderer, {
    table: data.table,
    parts: data.parts,
    clips: clipInfo,
    localPoses,
    extent: characterExtent(clipInfo),
    draws: meshes.map(({ capacity: count }, n) => ({
      count,
      indexCount: geometries[n].geometry.index?.count ?? 0,
    })),
    far,
  });
  const rowOf =
    (matrices: ComputeFrame['matrices']): MatrixRow =>
    (slot, joint, r) =>
      matrices.element(
        slot.mul(localPoses.parents.length).add(joint).mul(3).add(r),
      ) as unknown as Node<'vec4'>;
  const palette: PaletteReads = {
    row: rowOf(frame.matrices),
    previousRow: () => rowOf(frame.previousMatrices()),
    hasPrevious: frame.hasPrevious,
  };

  const draws = new CrowdMeshes(data);
  const owned: { dispose(): void }[] = [draws, frame];
  const addDraw = (
    name: string,
    geometry: BufferGeometry,
    material: NodeMaterial,
    byteOf: (view: ControlView) => number,
  ): void => {
    geometry.setIndirect(frame.control, byteOf('camera'));
    draws.add(name, geometry, material, {
      forCamera: () => {
        geometry.indirectOffset = byteOf('camera');
      },
      forShadow: () => {
        geometry.indirectOffset = byteOf('shadow');
      },
    });
  };
  const instance = elementOf(frame.instances);
  const position = palettePosition(instance.x, palette);
  meshes.forEach((list, n) => {
    const material = createTintedNodeMaterial(list.part, shaders.crowdColor(instance.y), renderer, shaders);
    material.positionNode = position;
    addDraw(list.name, geometries[n].geometry, material, (view) => drawByte(view, n, meshes.length));
  });
  if (far?.merged) {
    const lease = leaseFarVertices(far.merged.words);
    owned.push(lease);
    const vertices = storage(lease.resource, 'uvec4', lease.resource.count).toReadOnly();
    const nodes = createFarNodes(
      {
        instance: elementOf(frame.pairs),
        vertex: (index, half) => vertices.element(index.mul(2).add(half)) as unknown as Node<'uvec4'>,
        palette,
      },
      shaders,
    );
    const material = createNodeMaterial(far.merged.material, vec4(nodes.surface, 1), renderer);
    material.positionNode = nodes.position;
    addDraw('far', createClusterGeometry(), material, (view) => farDrawByte(view, meshes.length));
  }

  return {
    object: draws.object,
    drawCalls: draws.count,
    update: ({ seconds, camera, lodScreenHeight }) => {
      frame.run(seconds, draws.views.viewOf(camera), draws.views.shadows(), lodScreenHeight);
    },
    updateTable: (changes) => frame.uploadTable(changes),
    check: () => checkDrawing(renderer, draws.object, () => frame.run(0, undefined, [], 0)),
    dispose: () => {
      for (const { release } of geometries) release();
      for (const thing of owned) thing.dispose();
    },
  };
}

/** What a list says of this instance. */
function elementOf(list: StorageBufferNode<'uvec2'>): Node<'uvec2'> {
  return list.element(instanceIndex) as unknown as Node<'uvec2'>;
}
