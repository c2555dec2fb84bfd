import { instanceIndex, storage, uniform, uniformArray, wgslFn } from 'three/tsl';
import {
  type ComputeNode,
  IndirectStorageBufferAttribute,
  type Node,
  StorageBufferAttribute,
  type StorageBufferNode,
  Vector2,
  Vector4,
  type WebGPURenderer,
} from 'three/webgpu';
import argsSource from '../../../shaders/webgpu/crowd-args.wgsl?raw';
import cullSource from '../../../shaders/webgpu/crowd-cull.wgsl?raw';
import localSource from '../../../shaders/webgpu/crowd-local.wgsl?raw';
import paletteSource from '../../../shaders/webgpu/crowd-palette.wgsl?raw';
import resetSource from '../../../shaders/webgpu/crowd-reset.wgsl?raw';
import type { ClipInfo } from '../../protocol/index.js';
import type { LocalPoses } from '../../rig/index.js';
import {
  type CameraView,
  type CharacterExtent,
  type CharacterTable,
  CLUSTER_VERTICES,
  clipTexels,
  type FarMesh,
  type PartLists,
  type Planes,
  rigTexels,
} from '../shared/index.js';
import { type DrawStart, initialControl } from './control-words.js';
import { kernelLibrary } from './kernel-sources.js';

/** Shadow frusta that a frame can be culled against; more are taken to see everything. */
const MAX_SHADOWS = 15;
const GROUP = 64;
const BYTES_A_MATRIX = 48;
/** No depth anywhere: nothing is far. */
const NOWHERE = new Vector4();

export interface ComputeFrameData {
  readonly table: CharacterTable;
  readonly parts: PartLists;
  readonly clips: readonly ClipInfo[];
  readonly localPoses: LocalPoses;
  readonly extent: CharacterExtent;
  /** Indices of each part list's mesh. */
  readonly indexCounts: readonly number[];
  readonly far: FarMesh | undefined;
}

/**
 * One frame of a crowd on the GPU: who is seen, by the camera and by the shadows, and each of them posed once. It
 * leaves behind the palette and the arguments of every part's indirect draws.
 */
export interface ComputeFrame {
  readonly control: IndirectStorageBufferAttribute;
  /** Palette slots of every draw's instances, the camera's lists and then the shadows'. */
  readonly instances: StorageBufferNode<'uint'>;
  /** Slot and cluster of every instance of the far draws, the camera's and then the shadows'. */
  readonly pairs: StorageBufferNode<'uint'>;
  /** Row of the character table of each slot, after one word that counts the slots. */
  readonly slots: StorageBufferNode<'uint'>;
  readonly table: StorageBufferNode<'uvec4'>;
  /** Three rows for each (slot, bone), in the crowd's space. */
  readonly matrices: StorageBufferNode<'vec4'>;
  run(seconds: number, view: CameraView | undefined, shadows: readonly Planes[], farBelow: number): void;
  /** Uploads the whole table, or `count` rows from `first` on. */
  uploadTable(first?: number, count?: number): void;
  dispose(): void;
}

export function createComputeFrame(renderer: WebGPURenderer, data: ComputeFrameData): ComputeFrame {
  const { table, parts, localPoses, clips } = data;
  const bones = localPoses.parents.length;
  const capacity = paletteCapacity(renderer, table.count, bones);
  const { draws, instances } = layOut(parts, data.indexCounts);
  const farPairs = data.far?.pairs ?? 0;
  const control = new IndirectStorageBufferAttribute(
    initialControl(draws, instances, { vertices: CLUSTER_VERTICES, pairs: farPairs }),
    1,
  );
  const attributes = {
    crowdTable: new StorageBufferAttribute(table.words, 4),
    crowdParts: new StorageBufferAttribute(partWords(draws, parts, data.far), 1),
    crowdInstances: new StorageBufferAttribute(new Uint32Array(2 * instances), 1),
    crowdPairs: new StorageBufferAttribute(new Uint32Array(Math.max(1, 2 * farPairs)), 1),
    crowdWasFar: new StorageBufferAttribute(new Uint32Array(table.count), 1),
    crowdSlots: new StorageBufferAttribute(new Uint32Array(capacity + 1), 1),
    crowdClips: new StorageBufferAttribute(clipTexels(clips), 4),
    crowdLocals: new StorageBufferAttribute(localPoses.data, 4),
    crowdRig: new StorageBufferAttribute(rigTexels(localPoses), 4),
    crowdPose: new StorageBufferAttribute(new Float32Array(capacity * bones * 8), 4),
    crowdMatrices: new StorageBufferAttribute(new Float32Array(capacity * bones * 12), 4),
  };
  const written = <T extends 'uint' | 'vec4'>(name: keyof typeof attributes, type: T): StorageBufferNode<T> =>
    storage(attributes[name], type, attributes[name].count).setName(name);
  const read = <T extends 'uint' | 'vec4' | 'uvec4'>(
    name: keyof typeof attributes,
    type: T,
  ): StorageBufferNode<T> =>
    storage(attributes[name], type, attributes[name].count).toReadOnly().setName(name);

  const library = kernelLibrary({
    bones,
    capacity,
    instances,
    farPairs,
    lists: parts.lists.length,
    shared: parts.shared.length,
  });
  const planes = uniformArray(
    Array.from({ length: 6 * (MAX_SHADOWS + 1) }, () => new Vector4(0, 0, 0, 1)),
    'vec4',
  );
  const planesNode = (planes as unknown as StorageBufferNode<'vec4'>).setName('crowdPlanes');
  const count = uniform(table.count, 'uint');
  const extent = uniform(new Vector2(data.extent.centerY, data.extent.radius));
  const shadowCount = uniform(-1, 'int');
  const time = uniform(0);
  const depth = uniform(new Vector4());
  const far = uniform(new Vector2());
  const controlNode = storage(control, 'uint', control.array.length).toAtomic().setName('crowdControl');
  const tableNode = read('crowdTable', 'uvec4');
  const rows = Math.ceil(table.count / GROUP);

  const kernels = [
    kernel('crowd reset', resetSource, [library, controlNode], {}, [
      Math.ceil((2 * draws.length) / GROUP),
      1,
      1,
    ]),
    kernel(
      'crowd cull',
      cullSource,
      [
        library,
        controlNode,
        tableNode,
        read('crowdParts', 'uint'),
        written('crowdInstances', 'uint'),
        written('crowdPairs', 'uint'),
        written('crowdWasFar', 'uint'),
        written('crowdSlots', 'uint'),
        planesNode,
      ],
      { count, extent, shadows: shadowCount, depth, far },
      [rows, 1, 1],
    ),
    kernel('crowd args', argsSource, [library, controlNode, written('crowdSlots', 'uint')], {}, [1, 1, 1]),
    kernel(
      'crowd local',
      localSource,
      [
        library,
        tableNode,
        read('crowdSlots', 'uint'),
        read('crowdClips', 'vec4'),
        read('crowdLocals', 'vec4'),
        written('crowdPose', 'vec4'),
      ],
      { time },
      control,
    ),
    kernel(
      'crowd palette',
      paletteSource,
      [
        library,
        tableNode,
        read('crowdSlots', 'uint'),
        read('crowdRig', 'vec4'),
        read('crowdPose', 'vec4'),
        written('crowdMatrices', 'vec4'),
      ],
      {},
      control,
    ),
  ];

  const setPlanes = (frustum: number, source: Planes): void => {
    for (let k = 0; k < 6; k++) {
      const target = planes.array[frustum * 6 + k] as Vector4;
      const plane = source[k];
      if (plane) target.set(plane.normal.x, plane.normal.y, plane.normal.z, plane.constant);
      else target.set(0, 0, 0, 1);
    }
  };
  return {
    control,
    instances: read('crowdInstances', 'uint'),
    pairs: read('crowdPairs', 'uint'),
    slots: read('crowdSlots', 'uint'),
    table: tableNode,
    matrices: read('crowdMatrices', 'vec4'),
    run: (seconds, view, shadows, farBelow) => {
      time.value = seconds;
      setPlanes(0, view?.planes ?? []);
      depth.value.copy(view?.depth ?? NOWHERE);
      far.value.set((view?.focal ?? 0) * (data.extent.maxY - data.extent.minY), farBelow);
      shadowCount.value = shadows.length <= MAX_SHADOWS ? shadows.length : -1;
      for (let s = 0; s < shadowCount.value; s++) setPlanes(s + 1, shadows[s]);
      renderer.compute(kernels);
    },
    uploadTable: (first, rowCount = 1) => {
      const attribute = attributes.crowdTable;
      if (first !== undefined) attribute.addUpdateRange(first * 16, rowCount * 16);
      else attribute.clearUpdateRanges();
      attribute.needsUpdate = true;
    },
    dispose: () => {
      for (const node of kernels) node.dispose();
      for (const attribute of [control, ...Object.values(attributes)]) attribute.dispose();
    },
  };
}

/** A kernel over `groups` workgroups, or over as many as the first words of a control buffer say. */
function kernel(
  name: string,
  source: string,
  includes: Node[],
  args: Record<string, Node>,
  groups: number[] | IndirectStorageBufferAttribute,
): ComputeNode {
  const call = wgslFn(source, includes)({ i: instanceIndex, ...args } as never) as unknown as {
    compute(groups: number[] | IndirectStorageBufferAttribute, size: number[]): ComputeNode;
  };
  return call.compute(groups, [GROUP]).setName(name);
}

/** Where each part's list begins among the instances of one view. */
function layOut(parts: PartLists, indexCounts: readonly number[]): { draws: DrawStart[]; instances: number } {
  let instances = 0;
  const draws = parts.lists.map(({ count }, list) => {
    const draw = { indexCount: indexCounts[list], first: instances };
    instances += count;
    return draw;
  });
  return { draws, instances };
}

/** Where each part's list begins; the parts that all wear; the clusters of each part's far mesh. */
function partWords(
  draws: readonly DrawStart[],
  { shared }: PartLists,
  far: FarMesh | undefined,
): Uint32Array {
  return Uint32Array.from([
    ...draws.map(({ first }) => first),
    ...shared,
    ...(far?.ranges ?? new Uint32Array(draws.length * 2)),
  ]);
}

/** Characters whose matrices fit into one storage binding. */
function paletteCapacity(renderer: WebGPURenderer, characters: number, bones: number): number {
  const { device } = renderer.backend as unknown as { device: GPUDevice };
  const bytes = Math.min(device.limits.maxStorageBufferBindingSize, device.limits.maxBufferSize);
  return Math.min(characters, Math.floor(bytes / (bones * BYTES_A_MATRIX)));
}
