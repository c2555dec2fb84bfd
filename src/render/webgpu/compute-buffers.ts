import type { IndirectStorageBufferAttribute, StorageBufferAttribute } from 'three/webgpu';
import { type ClipInfo, TINTS } from '../../protocol/index.js';
import type { LocalPoses } from '../../rig/index.js';
import type { CharacterTable, PartsInUse } from '../characters/index.js';
import {
  BATCH,
  CLUSTER_VERTICES,
  CONTROL,
  clipTexels,
  type FarLevels,
  LEVELS,
  NEAR_MESH,
  refCountedByRenderer,
  rigTexels,
} from '../drawing/index.js';
import { createControlAttribute, StorageAttribute, WIREFRAME_INDICES } from './three-internals.js';

/**
 * Instances of a draw: the ones in the camera's view, the ones in the shadows' views, some of the camera's that kernels of
 * `Occlusion` keep, or the camera's as a wireframe.
 */
export type ControlView = 'camera' | 'shadow' | 'kept' | 'wireframe';

const VIEWS: readonly ControlView[] = ['camera', 'shadow', 'kept', 'wireframe'];
/** Views with lists of their own. */
const LISTED = VIEWS.length - 1;

export function drawByte(view: ControlView, draw: number, draws: number): number {
  return 4 * (CONTROL.draws + (VIEWS.indexOf(view) * draws + draw) * CONTROL.drawWords);
}

/** Byte offset of the merged far draw, after `draws` others. */
export function farDrawByte(view: ControlView, draws: number): number {
  return drawByte('camera', VIEWS.length * draws, draws) + 4 * VIEWS.indexOf(view) * CONTROL.farDrawWords;
}

/** Number of vertices that all draws of a view shade. `words` are the control buffer's. */
export function verticesOf(words: Uint32Array, view: ControlView, draws: number): number {
  const places = Array.from({ length: draws }, (_, draw) => drawByte(view, draw, draws) / 4);
  return [...places, farDrawByte(view, draws) / 4].reduce(
    (sum, at) => sum + words[at] * words[at + CONTROL.instanceCount],
    0,
  );
}

/** The range of a geometry's index that a draw shows. */
export interface IndexRun {
  readonly firstIndex: number;
  readonly indexCount: number;
}

/** A draw before its instances are counted. */
export interface DrawStart extends IndexRun {
  /** Offset of its list in the instances of one view. */
  readonly first: number;
}

/** The control buffer before the first frame. */
export function initialControl(
  draws: readonly DrawStart[],
  /** Instances of all lists of one view. */
  instances: number,
  /** Vertices of a batch, and batches of one view. */
  far: { readonly vertices: number; readonly batches: number },
): Uint32Array<ArrayBuffer> {
  const count = draws.length;
  // The arguments of the far wireframe are those of an indexed draw, which has a word more.
  const words = new Uint32Array(farDrawByte('wireframe', count) / 4 + CONTROL.drawWords);
  draws.forEach(({ indexCount, firstIndex, first }, draw) => {
    for (const [n, view] of VIEWS.slice(0, LISTED).entries()) {
      words.set([indexCount, 0, firstIndex, 0, n * instances + first], drawByte(view, draw, count) / 4);
    }
    const edges = [WIREFRAME_INDICES * indexCount, 0, WIREFRAME_INDICES * firstIndex, 0, first];
    words.set(edges, drawByte('wireframe', draw, count) / 4);
  });
  for (const [n, view] of VIEWS.slice(0, LISTED).entries()) {
    words.set([far.vertices, 0, 0, n * far.batches], farDrawByte(view, count) / 4);
  }
  words.set([WIREFRAME_INDICES * far.vertices, 0, 0, 0, 0], farDrawByte('wireframe', count) / 4);
  return words;
}

export interface ComputeBuffersOptions {
  readonly table: CharacterTable;
  readonly parts: PartsInUse;
  readonly clips: readonly ClipInfo[];
  readonly localPoses: LocalPoses;
  readonly draws: readonly DrawCapacity[];
  /** Draws of the further surfaces of parts, each with the list of one of `draws`. @default none */
  readonly further?: readonly FurtherDraw[];
  readonly far: FarLevels | undefined;
  /** True to make room for lists of the kept instances. @default false */
  readonly keeps?: boolean;
}

/** Bytes of the largest buffer of instances or pairs, with the kept ones. */
export function listBytes({ draws, far }: Pick<ComputeBuffersOptions, 'draws' | 'far'>): number {
  const instances = draws.reduce((sum, { count }) => sum + count, 0);
  return 2 * Uint32Array.BYTES_PER_ELEMENT * LISTED * Math.max(instances, far?.pairs ?? 0);
}

export interface DrawCapacity extends IndexRun {
  readonly count: number;
}

/** A draw of the same instances as another. */
export interface FurtherDraw extends IndexRun {
  readonly like: number;
}

type BufferName =
  | 'crowdTable'
  | 'crowdMoves'
  | 'crowdParts'
  | 'crowdInstances'
  | 'crowdPairs'
  | 'crowdLevels'
  | 'crowdSlots'
  | 'crowdClips'
  | 'crowdLocals'
  | 'crowdRig'
  | 'crowdPose'
  | 'crowdMatrices';

/** The buffers of a crowd on the GPU. Kernels use the same names. */
export interface ComputeBuffers {
  readonly control: IndirectStorageBufferAttribute;
  readonly slots: number;
  /** Instances of all part lists of one view. */
  readonly instances: number;
  /** Pairs of the far draw of one view. */
  readonly farPairs: number;
  readonly attributes: Readonly<Record<BufferName, StorageBufferAttribute>>;
  /** The table of layers; undefined in a crowd without. */
  readonly layers: StorageBufferAttribute | undefined;
  /** The `attributes` that JavaScript writes only once. */
  readonly gpuOnly: readonly StorageBufferAttribute[];
  dispose(): void;
}

/** Shared by the crowds of the same poses. */
const acquireLocals = refCountedByRenderer(({ data }: LocalPoses) => new StorageAttribute(data, 4));
const acquireRig = refCountedByRenderer((poses: LocalPoses) => new StorageAttribute(rigTexels(poses), 4));

export function createComputeBuffers(renderer: object, data: ComputeBuffersOptions): ComputeBuffers {
  const { table, localPoses } = data;
  const slots = data.far?.slots ?? table.count;
  const bones = localPoses.parents.length;
  const { draws, instances } = layOut(data.draws, data.further ?? [], slots);
  const farPairs = data.far?.pairs ?? 0;
  const views = data.keeps ? LISTED : LISTED - 1;
  const far = { vertices: BATCH * CLUSTER_VERTICES, batches: farPairs / BATCH };
  const control = createControlAttribute(initialControl(draws, instances, far));
  const locals = acquireLocals(renderer, localPoses);
  const rig = acquireRig(renderer, localPoses);
  const layers = localPoses.limbs && table.layers && new StorageAttribute(table.layers.words, 4);
  const attributes = {
    crowdTable: new StorageAttribute(table.words, 4),
    crowdMoves: new StorageAttribute(table.moves.words, 4),
    crowdParts: new StorageAttribute(partWords(draws, data), 1),
    crowdInstances: instanceBuffer(views * instances),
    crowdPairs: instanceBuffer(Math.max(1, views * farPairs)),
    crowdLevels: new StorageAttribute(new Uint32Array(table.count), 1),
    crowdSlots: new StorageAttribute(new Uint32Array(slots + 1), 1),
    crowdClips: new StorageAttribute(clipTexels(data.clips), 4),
    crowdLocals: locals.resource,
    crowdRig: rig.resource,
    crowdPose: new StorageAttribute(new Float32Array(slots * bones * localPoses.size), 4),
    crowdMatrices: matrixBuffer(slots, bones),
  };
  return {
    control,
    slots,
    instances,
    farPairs,
    attributes,
    layers,
    gpuOnly: [
      attributes.crowdInstances,
      attributes.crowdPairs,
      attributes.crowdLevels,
      attributes.crowdSlots,
      attributes.crowdPose,
      attributes.crowdMatrices,
    ],
    dispose: () => {
      for (const attribute of [control, ...Object.values(attributes)]) {
        if (attribute !== locals.resource && attribute !== rig.resource) attribute.dispose();
      }
      layers?.dispose();
      locals.dispose();
      rig.dispose();
    },
  };
}

/** Two words an instance: palette slot, with the cluster where there is one; packed colour. */
function instanceBuffer(instances: number): StorageBufferAttribute {
  return new StorageAttribute(new Uint32Array(2 * instances), 2);
}

/** Three rows for each (slot, bone). */
export function matrixBuffer(slots: number, bones: number): StorageBufferAttribute {
  return new StorageAttribute(new Float32Array(slots * bones * 12), 4);
}

/** Offset of each draw's list in the instances of one view. */
function layOut(
  sizes: readonly DrawCapacity[],
  further: readonly FurtherDraw[],
  slots: number,
): { draws: DrawStart[]; instances: number } {
  let instances = 0;
  const draws = sizes.map(({ count, ...run }) => {
    const draw = { ...run, first: instances };
    instances += Math.min(count, slots);
    return draw;
  });
  const others = further.map(({ like, ...run }) => ({ ...run, first: draws[like].first }));
  return { draws: [...draws, ...others], instances };
}

/**
 * Offset of each draw's list or, for the further surfaces of a part, the draw with the same list; the shared parts; the tint
 * of each part, and its clusters at each level.
 */
function partWords(
  draws: readonly DrawStart[],
  { parts: { parts: lists, shared }, far, further = [] }: ComputeBuffersOptions,
): Uint32Array {
  return Uint32Array.from([
    ...draws.slice(0, draws.length - further.length).map(({ first }) => first),
    ...further.map(({ like }) => like),
    ...shared,
    ...lists.flatMap(({ tint }, n) => [
      TINTS.indexOf(tint),
      ...Array.from({ length: LEVELS }, (_, level) => (level * lists.length + n) * 2).flatMap((range) => [
        far?.ranges[range] ?? NEAR_MESH,
        far?.ranges[range + 1] ?? 0,
      ]),
    ]),
  ]);
}
