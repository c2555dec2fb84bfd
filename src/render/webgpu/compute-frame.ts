import { uniform, uniformArray } from 'three/tsl';
import {
  type IndirectStorageBufferAttribute,
  type Node,
  StorageBufferAttribute,
  type StorageBufferNode,
  Vector2,
  Vector4,
  type WebGPURenderer,
} from 'three/webgpu';
import { ROW_WORDS, type RowRun } from '../characters/index.js';
import type { CameraView, Planes } from '../drawing/index.js';
import type { CharacterExtent } from '../poses/index.js';
import { type ComputeBuffersOptions, createComputeBuffers, matrixBuffer } from './compute-buffers.js';
import { cullKernels, kernelLibrary, poseKernels } from './kernels.js';
import { PreviousFrame } from './previous-frame.js';
import { nameUniformArray, readBuffer } from './three-internals.js';

/** Shadow frusta that a frame can be culled against; more are taken to see everything. */
const MAX_SHADOWS = 15;
/** No planes: everything is inside. */
const UNBOUNDED: Planes = [];
/** No depth anywhere: nothing is far. */
const NOWHERE = new Vector4(0, 0, 0, 0);

export type ComputeFrameOptions = ComputeBuffersOptions & { readonly extent: CharacterExtent };

/**
 * One frame of a crowd on the GPU: who is seen, by the camera and by the shadows, and each of them posed once. It
 * leaves behind the palette and the arguments of every part's indirect draws.
 */
export interface ComputeFrame {
  readonly control: IndirectStorageBufferAttribute;
  /** Palette slot and packed colour of every draw's instances, the camera's lists and then the shadows'. */
  readonly instances: StorageBufferNode<'uvec2'>;
  /** Slot and cluster in one word, and packed colour, of every instance of the merged far draws, likewise. */
  readonly pairs: StorageBufferNode<'uvec2'>;
  /** Row of the character table of each slot, after one word that counts the slots. */
  readonly slots: StorageBufferNode<'uint'>;
  /** Three rows for each (slot, bone), in the crowd's space. */
  readonly matrices: StorageBufferNode<'vec4'>;
  /**
   * The same for the frame before, by this frame's slots. Asking for them makes them be computed from the next frame
   * on; `hasPast` says whether they are.
   */
  previousMatrices(): StorageBufferNode<'vec4'>;
  readonly hasPrevious: Node<'uint'>;
  run(
    seconds: number,
    view: CameraView | undefined,
    shadows: readonly Planes[],
    lodScreenHeight: number,
  ): void;
  uploadTable(changes: readonly RowRun[]): void;
  dispose(): void;
}

export function createComputeFrame(renderer: WebGPURenderer, data: ComputeFrameOptions): ComputeFrame {
  const { table, parts, localPoses, extent, draws } = data;
  const bones = localPoses.parents.length;
  const buffers = createComputeBuffers(data);
  const { attributes, control, instances, farPairs } = buffers;
  const size = { characters: table.count, draws: draws.length };
  const library = kernelLibrary({
    bones,
    localTexels: localPoses.size / 4,
    instances,
    farPairs,
    hasFar: data.far !== undefined,
    draws: size.draws,
    shared: parts.shared.length,
  });
  const planes = uniformArray(
    Array.from({ length: 6 * (MAX_SHADOWS + 1) }, () => new Vector4(0, 0, 0, 1)),
    'vec4',
  );
  const shadows = uniform(-1, 'int');
  const depth = uniform(new Vector4());
  const far = uniform(new Vector2());
  const time = uniform(0);
  const kernels = [
    ...cullKernels(
      buffers,
      library,
      {
        count: uniform(table.count, 'uint'),
        extent: uniform(new Vector2(extent.centerY, extent.radius)),
        shadows,
        depth,
        far,
        planes: nameUniformArray(planes, 'crowdPlanes'),
      },
      size,
    ),
    ...poseKernels(buffers, library, {
      time,
      table: attributes.crowdTable,
      matrices: attributes.crowdMatrices,
    }),
  ];
  const past = new PreviousFrame(renderer, table.words);
  const oldTime = uniform(0);
  let oldTable: StorageBufferAttribute | undefined;
  const hasPast = uniform(0, 'uint');
  let oldMatrices: StorageBufferAttribute | undefined;

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
    instances: readBuffer(attributes.crowdInstances, 'crowdInstances', 'uvec2'),
    pairs: readBuffer(attributes.crowdPairs, 'crowdPairs', 'uvec2'),
    slots: readBuffer(attributes.crowdSlots, 'crowdSlots', 'uint'),
    matrices: readBuffer(attributes.crowdMatrices, 'crowdMatrices', 'vec4'),
    hasPrevious: hasPast,
    previousMatrices: () => {
      if (!oldMatrices) {
        oldMatrices = matrixBuffer(table.count, bones);
        oldTable = new StorageBufferAttribute(past.words, 4);
        const pose = { time: oldTime, table: oldTable, matrices: oldMatrices };
        kernels.push(...poseKernels(buffers, library, pose));
      }
      return readBuffer(oldMatrices, 'crowdOldMatrices', 'vec4');
    },
    run: (seconds, view, seenByShadows, lodScreenHeight) => {
      time.value = seconds;
      if (oldTable) {
        if (past.advance(seconds)) oldTable.needsUpdate = true;
        oldTime.value = past.seconds;
        hasPast.value = 1;
      }
      setPlanes(0, view?.planes ?? UNBOUNDED);
      depth.value.copy(view?.depth ?? NOWHERE);
      far.value.set((view?.focal ?? 0) * (extent.maxY - extent.minY), lodScreenHeight);
      shadows.value = seenByShadows.length <= MAX_SHADOWS ? seenByShadows.length : -1;
      for (let s = 0; s < shadows.value; s++) setPlanes(s + 1, seenByShadows[s]);
      renderer.compute(kernels);
    },
    uploadTable: (changes) => {
      // Without a range, the whole buffer would be written.
      if (changes.length === 0) return;
      for (const { first, count } of changes) {
        attributes.crowdTable.addUpdateRange(first * ROW_WORDS, count * ROW_WORDS);
      }
      attributes.crowdTable.needsUpdate = true;
    },
    dispose: () => {
      for (const node of kernels) node.dispose();
      buffers.dispose();
      oldTable?.dispose();
      oldMatrices?.dispose();
    },
  };
}
