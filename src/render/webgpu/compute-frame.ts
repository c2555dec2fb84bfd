import { int, ivec2, uniform, uniformArray } from 'three/tsl';
import {
  type ComputeNode,
  type DataTexture,
  type IndirectStorageBufferAttribute,
  type Node,
  type StorageBufferAttribute,
  type StorageBufferNode,
  Vector2,
  Vector4,
  type WebGPURenderer,
} from 'three/webgpu';
import type { RowRun, RowTable } from '../characters/index.js';
import {
  type CameraView,
  clipTexture,
  LEVELS,
  SAMPLED_LEVEL,
  type TableRuns,
  type View,
} from '../drawing/index.js';
import type { CharacterExtent } from '../poses/index.js';
import {
  type ComputeBuffers,
  type ComputeBuffersOptions,
  createComputeBuffers,
  matrixBuffer,
} from './compute-buffers.js';
import { type CullInputs, cullKernels, kernelLibrary } from './kernels.js';
import { type PoseKernels, poseKernels } from './pose-kernels.js';
import { type PreviousFrame, previousFrameOf } from './previous-frame.js';
import type { ShaderFunctions } from './shader-functions.js';
import {
  createTableNodes,
  readTableBuffers,
  type StepUniform,
  stepUniform,
  type TableNodes,
  type TableReads,
} from './table-nodes.js';
import {
  loadTexel,
  nameUniformArray,
  readBuffer,
  releaseMirror,
  StorageAttribute,
} from './three-internals.js';

/** Maximum of shadow frusta that a frame is culled against; with more, no character is culled. */
const MAX_SHADOWS = 15;
/** Planes of a frustum, and the row that gives the largest error of a level. */
const FRUSTUM_ROWS = 7;

export type ComputeFrameOptions = ComputeBuffersOptions & {
  readonly extent: CharacterExtent;
};

/**
 * One frame of a crowd on the GPU: culls by the camera and the shadows, and poses each visible character once. Fills the
 * palette and the arguments of the indirect draws.
 */
export class ComputeFrame {
  readonly control: IndirectStorageBufferAttribute;
  /** Palette slot and packed colour of every draw's instances, the camera's lists and then the shadows'. */
  readonly instances: StorageBufferNode<'uvec2'>;
  /** Slot and cluster in one word, and packed colour, of every instance of the merged far draws, likewise. */
  readonly pairs: StorageBufferNode<'uvec2'>;
  /**
   * The character table in the vertex stage, without layers. Clips come from a texture: devices allow 8 storage buffers in a
   * stage, all of which the far draw takes with motion vectors.
   */
  readonly reads: TableReads;
  readonly table: TableNodes;
  /** Row of the character table of each slot, after one word that counts the slots. */
  readonly slots: StorageBufferNode<'uint'>;
  /** Three rows for each (slot, bone), in the crowd's space. */
  readonly matrices: StorageBufferNode<'vec4'>;
  readonly #renderer: WebGPURenderer;
  readonly #options: ComputeFrameOptions;
  readonly #shaders: ShaderFunctions;
  readonly buffers: ComputeBuffers;
  /** Constants and functions of kernels that read {@link buffers}. */
  readonly library: ReturnType<typeof kernelLibrary>;
  readonly #culling: readonly ComputeNode[];
  /** Kernels of this frame and, if it is computed, of the previous one. */
  readonly #posing: PoseKernels[];
  /**
   * True once a character has had a layer. Until then the kernels of layers are not built, so that the first frame comes
   * sooner: they take 0.27 of the 0.46 s of all kernels on a software GPU.
   */
  #hasHadLayers: boolean;
  #kernels: ComputeNode[] = [];
  readonly #cull: CullUniforms;
  readonly #time = uniform(0);
  readonly #step = stepUniform();
  readonly #clips: DataTexture;
  readonly #previous: PreviousFrame;
  readonly #hasPrevious = uniform(0, 'uint');
  #previousPalette: PreviousPalette | undefined;
  /** True once three has made the buffers that only the GPU writes. */
  #areBuffersMade = false;

  constructor(renderer: WebGPURenderer, options: ComputeFrameOptions, shaders: ShaderFunctions) {
    const { table, localPoses, extent, further = [], parts } = options;
    const draws = options.draws.length + further.length;
    const buffers = createComputeBuffers(renderer, options);
    const { attributes } = buffers;
    this.#renderer = renderer;
    this.#shaders = shaders;
    this.#options = options;
    this.buffers = buffers;
    this.#clips = clipTexture(options.clips);
    this.#previous = previousFrameOf(renderer, table);
    this.#cull = new CullUniforms(extent, this.#step);
    this.library = kernelLibrary(localPoses.parents.length, {
      CROWD_SLOTS: buffers.slots,
      CROWD_SAMPLED_LEVEL: buffers.slots < table.count ? SAMPLED_LEVEL : LEVELS + 1,
      CROWD_DRAW_COUNT: draws,
      CROWD_LISTS: options.draws.length,
      CROWD_SHARED: parts.shared.length,
      CROWD_INSTANCES: buffers.instances,
      CROWD_FAR_PAIRS: buffers.farPairs,
      CROWD_LEVELS: options.far ? LEVELS : 0,
      CROWD_HAS_ATLAS: options.far?.merged?.grid ? 1 : 0,
    });
    this.#culling = cullKernels(buffers, this.library, this.#cull.inputs, {
      characters: table.count,
      draws,
    });
    this.#posing = [
      poseKernels(
        buffers,
        localPoses,
        {
          time: this.#time,
          step: this.#step,
          table: attributes.crowdTable,
          moves: attributes.crowdMoves,
          layers: buffers.layers,
          matrices: attributes.crowdMatrices,
        },
        shaders,
      ),
    ];
    this.#hasHadLayers = table.layers?.words.some((word) => word !== 0) ?? false;
    this.#arrange();
    this.control = buffers.control;
    this.instances = readBuffer(attributes.crowdInstances, 'crowdInstances', 'uvec2');
    this.pairs = readBuffer(attributes.crowdPairs, 'crowdPairs', 'uvec2');
    this.reads = this.#readTable(attributes.crowdTable, attributes.crowdMoves);
    this.table = createTableNodes(this.reads, shaders, this.#time, this.#step);
    this.slots = readBuffer(attributes.crowdSlots, 'crowdSlots', 'uint');
    this.matrices = readBuffer(attributes.crowdMatrices, 'crowdMatrices', 'vec4');
    if (this.#previous.isStarted) this.#createPreviousPalette();
  }

  /** 1 if the previous frame is known, else 0. */
  get hasPrevious(): Node<'uint'> {
    return this.#hasPrevious;
  }

  /**
   * {@link matrices} of the previous frame, by this frame's slots. Computed from the first call on; {@link hasPrevious} is 1
   * if they are valid.
   */
  previousMatrices(): StorageBufferNode<'vec4'> {
    return readBuffer(this.#startPrevious().matrices, 'crowdPreviousMatrices', 'vec4');
  }

  /** {@link table} of the previous frame, likewise. */
  previousTable(): TableNodes {
    const { table, moves, time, step } = this.#startPrevious();
    return createTableNodes(this.#readTable(table, moves, 'crowdPrevious'), this.#shaders, time, step);
  }

  /**
   * Culls and poses for one frame.
   *
   * @param view undefined to draw every character near
   * @param shadows views of the shadows
   * @param lodThreshold largest error of a level, pixels of the camera and texels of the shadows
   * @param count number of rows to cull, from the first on
   */
  run(
    seconds: number,
    view: CameraView | undefined,
    shadows: readonly View[],
    lodThreshold: number,
    count = this.#options.table.count,
  ): void {
    this.#time.value = seconds;
    this.#step.value.set(this.#options.table.stepLeft, this.#options.table.step);
    this.#advancePrevious(seconds);
    this.#cull.set(count, view, shadows, lodThreshold);
    this.#renderer.compute(this.#kernels);
    if (!this.#areBuffersMade) this.#releaseMirrors();
  }

  upload({ rows, moves, layers }: TableRuns): void {
    const { table } = this.#options;
    const { attributes, layers: records } = this.buffers;
    uploadRows(attributes.crowdTable, table, rows, LARGEST_GAP_WORDS);
    uploadRows(attributes.crowdMoves, table.moves, moves, LARGEST_GAP_WORDS);
    // Without joining ranges: few records change, and joining them uploaded 344 kB a frame in place of 141 and was no faster.
    if (records && table.layers) uploadRows(records, table.layers, layers, 0);
    if (this.#hasHadLayers || layers.length === 0) return;
    this.#hasHadLayers = true;
    this.#arrange();
  }

  dispose(): void {
    for (const node of this.#culling) node.dispose();
    for (const { plain, layered = [] } of this.#posing) {
      for (const node of new Set([...plain, ...layered])) node.dispose();
    }
    this.buffers.dispose();
    this.#clips.dispose();
    this.#previousPalette?.table.dispose();
    this.#previousPalette?.moves.dispose();
    this.#previousPalette?.layers?.dispose();
    this.#previousPalette?.matrices.dispose();
  }

  #readTable(table: StorageBufferAttribute, moves: StorageBufferAttribute, name?: string): TableReads {
    const clip: TableReads['clip'] = (number) => loadTexel(this.#clips, ivec2(int(number), int(0)));
    return readTableBuffers({ table, moves, layers: undefined }, clip, name);
  }

  #startPrevious(): PreviousPalette {
    this.#previous.start(this.#time.value);
    return this.#previousPalette ?? this.#createPreviousPalette();
  }

  #createPreviousPalette(): PreviousPalette {
    const { localPoses } = this.#options;
    const palette = {
      table: new StorageAttribute(this.#previous.rows.words, 4),
      moves: new StorageAttribute(this.#previous.moves.words, 4),
      layers: this.buffers.layers && new StorageAttribute(this.#previous.layers.words, 4),
      matrices: matrixBuffer(this.buffers.slots, localPoses.parents.length),
      time: uniform(0),
      step: stepUniform(),
    };
    this.#previousPalette = palette;
    this.#areBuffersMade = false;
    this.#posing.push(poseKernels(this.buffers, localPoses, palette, this.#shaders));
    this.#arrange();
    return palette;
  }

  #arrange(): void {
    const posing = this.#posing.flatMap(({ plain, layered }) => (this.#hasHadLayers && layered) || plain);
    this.#kernels = [...this.#culling, ...posing];
  }

  #advancePrevious(seconds: number): void {
    const palette = this.#previousPalette;
    if (!palette) return;
    if (this.#previous.advance(seconds)) {
      palette.table.needsUpdate = true;
      palette.moves.needsUpdate = true;
      if (palette.layers) palette.layers.needsUpdate = true;
    }
    palette.time.value = this.#previous.seconds;
    palette.step.value.set(this.#previous.stepLeft, this.#previous.step);
    this.#hasPrevious.value = this.#previous.isKnown ? 1 : 0;
  }

  #releaseMirrors(): void {
    this.#areBuffersMade = true;
    const { gpuOnly } = this.buffers;
    for (const attribute of gpuOnly) releaseMirror(attribute);
    if (this.#previousPalette) releaseMirror(this.#previousPalette.matrices);
  }
}

/** Inputs and output of the poses of the previous frame. */
interface PreviousPalette {
  readonly table: StorageBufferAttribute;
  readonly moves: StorageBufferAttribute;
  readonly layers: StorageBufferAttribute | undefined;
  readonly matrices: StorageBufferAttribute;
  readonly time: ReturnType<typeof uniform<'float', number>>;
  readonly step: StepUniform;
}

/**
 * Number of ranges from which they are joined, and the largest gap between joined ranges, in words. In a step most rows and
 * moves change: without joining, 5,000 walkers took 57 to 67 calls a frame in place of 42, for as many bytes.
 */
const FEW_RANGES = 8;
const LARGEST_GAP_WORDS = 1024;

function uploadRows(
  attribute: StorageBufferAttribute,
  { rowWords }: RowTable,
  changes: readonly RowRun[],
  gapWords: number,
): void {
  if (changes.length === 0) return;
  const largestGap = changes.length > FEW_RANGES ? gapWords : 0;
  let [{ first }] = changes;
  let end = first;
  for (const run of changes) {
    if ((run.first - end) * rowWords > largestGap) {
      attribute.addUpdateRange(first * rowWords, (end - first) * rowWords);
      first = run.first;
    }
    end = run.first + run.count;
  }
  attribute.addUpdateRange(first * rowWords, (end - first) * rowWords);
  attribute.needsUpdate = true;
}

/** Inputs of the culling kernel. */
class CullUniforms {
  readonly inputs: CullInputs;
  readonly #extent: CharacterExtent;
  readonly #count = uniform(0, 'uint');
  readonly #shadows = uniform(-1, 'int');
  readonly #frustums = uniformArray(
    Array.from({ length: FRUSTUM_ROWS * (MAX_SHADOWS + 1) }, () => new Vector4(0, 0, 0, 1)),
    'vec4',
  );

  constructor(extent: CharacterExtent, step: StepUniform) {
    this.#extent = extent;
    this.inputs = {
      count: this.#count,
      extent: uniform(new Vector2(extent.centerY, extent.radius)),
      shadows: this.#shadows,
      step,
      frustums: nameUniformArray(this.#frustums, 'crowdFrustums'),
    };
  }

  set(count: number, view: View | undefined, shadows: readonly View[], lodThreshold: number): void {
    this.#count.value = count;
    this.#setFrustum(0, view, lodThreshold);
    // Without a camera all characters also cast shadows: the shadows have lists of their own.
    this.#shadows.value = view && shadows.length <= MAX_SHADOWS ? shadows.length : -1;
    for (let s = 0; s < this.#shadows.value; s++) this.#setFrustum(s + 1, shadows[s], lodThreshold);
  }

  #setFrustum(frustum: number, view: View | undefined, lodThreshold: number): void {
    const rows = this.#frustums.array as Vector4[];
    const first = frustum * FRUSTUM_ROWS;
    for (let k = 0; k < FRUSTUM_ROWS - 1; k++) {
      const plane = view?.planes[k];
      if (plane) rows[first + k].set(plane.normal.x, plane.normal.y, plane.normal.z, plane.constant);
      // A plane with everything in front of it.
      else rows[first + k].set(0, 0, 0, 1);
    }
    const row = rows[first + FRUSTUM_ROWS - 1];
    const size = (view?.focal ?? 0) * this.#extent.height;
    // An allowed error of 0 makes every character near.
    if (view && size > 0) row.copy(view.depth).multiplyScalar(lodThreshold / size);
    else row.set(0, 0, 0, 0);
  }
}
