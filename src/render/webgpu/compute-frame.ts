import { uniform, uniformArray } from 'three/tsl';
import {
  type ComputeNode,
  type IndirectStorageBufferAttribute,
  type Node,
  type StorageBufferAttribute,
  type StorageBufferNode,
  Vector2,
  Vector4,
  type WebGPURenderer,
} from 'three/webgpu';
import type { RowRun, RowTable } from '../characters/index.js';
import type { CameraView, Planes } from '../drawing/index.js';
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
import { nameUniformArray, readBuffer, releaseMirror, StorageAttribute } from './three-internals.js';

/** Shadow frusta that a frame can be culled against; with more, nobody is culled. */
const MAX_SHADOWS = 15;
/** Planes of a frustum. */
const SIDES = 6;

export type ComputeFrameOptions = ComputeBuffersOptions & {
  readonly extent: CharacterExtent;
};

/**
 * One frame of a crowd on the GPU: who is seen, by the camera and by the shadows, and each of them posed once. It
 * leaves behind the palette and the arguments of every part's indirect draws.
 */
export class ComputeFrame {
  readonly control: IndirectStorageBufferAttribute;
  /** Palette slot and packed colour of every draw's instances, the camera's lists and then the shadows'. */
  readonly instances: StorageBufferNode<'uvec2'>;
  /** Slot and cluster in one word, and packed colour, of every instance of the merged far draws, likewise. */
  readonly pairs: StorageBufferNode<'uvec2'>;
  /** Row of the character table of each slot, after one word that counts the slots. */
  readonly slots: StorageBufferNode<'uint'>;
  /** Three rows for each (slot, bone), in the crowd's space. */
  readonly matrices: StorageBufferNode<'vec4'>;
  readonly #renderer: WebGPURenderer;
  readonly #options: ComputeFrameOptions;
  readonly #shaders: ShaderFunctions;
  readonly #buffers: ComputeBuffers;
  readonly #library: ReturnType<typeof kernelLibrary>;
  readonly #culling: readonly ComputeNode[];
  /** Of this frame, and of the one before where that is computed, too. */
  readonly #posing: PoseKernels[];
  /**
   * True if a character has had a layer. Until then the kernels of layers are left out: a first picture has none, and to build those
   * kernels takes 0.27 of the 0.46 s that all take of a processor that emulates the GPU.
   */
  #hasHadLayers: boolean;
  /** What runs in each frame. */
  #kernels: ComputeNode[] = [];
  readonly #cull: CullUniforms;
  readonly #time = uniform(0);
  readonly #stepLeft = uniform(0);
  readonly #previous: PreviousFrame;
  readonly #hasPrevious = uniform(0, 'uint');
  #previousPalette: PreviousPalette | undefined;
  /** True if the buffers that only the GPU writes have been made there. */
  #areBuffersMade = false;

  constructor(renderer: WebGPURenderer, options: ComputeFrameOptions, shaders: ShaderFunctions) {
    const { table, localPoses, extent, further = [], parts } = options;
    const draws = options.draws.length + further.length;
    const buffers = createComputeBuffers(renderer, options);
    const { attributes } = buffers;
    this.#renderer = renderer;
    this.#shaders = shaders;
    this.#options = options;
    this.#buffers = buffers;
    this.#previous = previousFrameOf(renderer, table);
    this.#cull = new CullUniforms(extent, this.#stepLeft);
    this.#library = kernelLibrary({
      bones: localPoses.parents.length,
      instances: buffers.instances,
      farPairs: buffers.farPairs,
      hasFar: options.far !== undefined,
      draws,
      lists: options.draws.length,
      shared: parts.shared.length,
    });
    this.#culling = cullKernels(buffers, this.#library, this.#cull.inputs, {
      characters: table.count,
      draws,
    });
    this.#posing = [
      poseKernels(
        buffers,
        localPoses,
        {
          time: this.#time,
          stepLeft: this.#stepLeft,
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
    this.slots = readBuffer(attributes.crowdSlots, 'crowdSlots', 'uint');
    this.matrices = readBuffer(attributes.crowdMatrices, 'crowdMatrices', 'vec4');
    if (this.#previous.isStarted) this.#createPreviousPalette();
  }

  /** 1 where the frame before is known. */
  get hasPrevious(): Node<'uint'> {
    return this.#hasPrevious;
  }

  /**
   * {@link matrices} as they were in the frame before, by this frame's slots. Asking for them has them computed from the
   * next frame on; {@link hasPrevious} says whether they are.
   */
  previousMatrices(): StorageBufferNode<'vec4'> {
    this.#previous.start(this.#time.value);
    const { matrices } = this.#previousPalette ?? this.#createPreviousPalette();
    return readBuffer(matrices, 'crowdPreviousMatrices', 'vec4');
  }

  /**
   * Culls and poses for one frame.
   *
   * @param view undefined where nobody is to be culled or drawn far
   * @param shadows views of the shadows
   * @param count of the first rows of the table, which alone are seen
   */
  run(
    seconds: number,
    view: CameraView | undefined,
    shadows: readonly Planes[],
    lodScreenHeight: number,
    count = this.#options.table.count,
  ): void {
    this.#time.value = seconds;
    this.#stepLeft.value = this.#options.table.stepLeft;
    this.#advancePrevious(seconds);
    this.#cull.set(count, view, shadows, lodScreenHeight);
    this.#renderer.compute(this.#kernels);
    if (!this.#areBuffersMade) this.#releaseMirrors();
  }

  uploadTable(changes: readonly RowRun[]): void {
    uploadRows(this.#buffers.attributes.crowdTable, this.#options.table, changes, LARGEST_GAP_WORDS);
  }

  uploadMoves(changes: readonly RowRun[]): void {
    uploadRows(this.#buffers.attributes.crowdMoves, this.#options.table.moves, changes, LARGEST_GAP_WORDS);
  }

  uploadLayers(changes: readonly RowRun[]): void {
    const { layers } = this.#buffers;
    // Of few, who are near: with what lies between them, 344 kB were uploaded a frame in place of 141, and the GPU was waited for.
    // With up to 16 or 48 records of others between two, 110 or 25 calls in place of 162, the main thread took as long.
    if (layers && this.#options.table.layers) uploadRows(layers, this.#options.table.layers, changes, 0);
    if (this.#hasHadLayers) return;
    this.#hasHadLayers = true;
    this.#arrange();
  }

  dispose(): void {
    for (const node of this.#culling) node.dispose();
    for (const { plain, layered = [] } of this.#posing) {
      for (const node of new Set([...plain, ...layered])) node.dispose();
    }
    this.#buffers.dispose();
    this.#previousPalette?.table.dispose();
    this.#previousPalette?.moves.dispose();
    this.#previousPalette?.layers?.dispose();
    this.#previousPalette?.matrices.dispose();
  }

  #createPreviousPalette(): PreviousPalette {
    const { table, localPoses } = this.#options;
    const palette = {
      table: new StorageAttribute(this.#previous.words, 4),
      moves: new StorageAttribute(this.#previous.moveWords, 4),
      layers: this.#buffers.layers && new StorageAttribute(this.#previous.layerWords, 4),
      matrices: matrixBuffer(table.count, localPoses.parents.length),
      time: uniform(0),
      stepLeft: uniform(0),
    };
    this.#previousPalette = palette;
    this.#areBuffersMade = false;
    this.#posing.push(poseKernels(this.#buffers, localPoses, palette, this.#shaders));
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
    palette.stepLeft.value = this.#previous.stepLeft;
    this.#hasPrevious.value = this.#previous.isKnown ? 1 : 0;
  }

  #releaseMirrors(): void {
    this.#areBuffersMade = true;
    const { gpuOnly } = this.#buffers;
    for (const attribute of gpuOnly) releaseMirror(attribute);
    if (this.#previousPalette) releaseMirror(this.#previousPalette.matrices);
  }
}

/** What the poses of the frame before are computed from and into. */
interface PreviousPalette {
  readonly table: StorageBufferAttribute;
  readonly moves: StorageBufferAttribute;
  readonly layers: StorageBufferAttribute | undefined;
  readonly matrices: StorageBufferAttribute;
  readonly time: ReturnType<typeof uniform<'float', number>>;
  readonly stepLeft: ReturnType<typeof uniform<'float', number>>;
}

/**
 * Where there are more ranges than the first, words between two that are no more than the second are uploaded with them: in a
 * step, rows and moves of most people change. With each range for itself, 5,000 walkers took 57 to 67 calls a frame in place of
 * 42, and as many bytes.
 */
const FEW_RANGES = 8;
const LARGEST_GAP_WORDS = 1024;

/** Uploads rows before the next frame; without a range, the whole buffer would be written. */
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

/** The culling kernel's inputs, set anew for each frame. */
class CullUniforms {
  readonly inputs: CullInputs;
  readonly #extent: CharacterExtent;
  readonly #count = uniform(0, 'uint');
  readonly #shadows = uniform(-1, 'int');
  readonly #depth = uniform(new Vector4());
  readonly #far = uniform(new Vector2());
  readonly #planes = uniformArray(
    Array.from({ length: SIDES * (MAX_SHADOWS + 1) }, () => new Vector4(0, 0, 0, 1)),
    'vec4',
  );

  constructor(extent: CharacterExtent, stepLeft: Node<'float'>) {
    this.#extent = extent;
    this.inputs = {
      count: this.#count,
      extent: uniform(new Vector2(extent.centerY, extent.radius)),
      shadows: this.#shadows,
      depth: this.#depth,
      far: this.#far,
      stepLeft,
      planes: nameUniformArray(this.#planes, 'crowdPlanes'),
    };
  }

  set(
    count: number,
    view: CameraView | undefined,
    shadows: readonly Planes[],
    lodScreenHeight: number,
  ): void {
    this.#count.value = count;
    this.#setPlanes(0, view?.planes);
    if (view) this.#depth.value.copy(view.depth);
    // With a depth of 0 everywhere, nothing is far.
    else this.#depth.value.set(0, 0, 0, 0);
    this.#far.value.set((view?.focal ?? 0) * (this.#extent.maxY - this.#extent.minY), lodScreenHeight);
    // Who is drawn without a camera casts a shadow, too: the shadows' lists are apart from the camera's.
    this.#shadows.value = view && shadows.length <= MAX_SHADOWS ? shadows.length : -1;
    for (let s = 0; s < this.#shadows.value; s++) this.#setPlanes(s + 1, shadows[s]);
  }

  #setPlanes(frustum: number, source: Planes | undefined): void {
    for (let k = 0; k < SIDES; k++) {
      const target = this.#planes.array[frustum * SIDES + k] as Vector4;
      const plane = source?.[k];
      if (plane) target.set(plane.normal.x, plane.normal.y, plane.normal.z, plane.constant);
      // A plane that everything is in front of.
      else target.set(0, 0, 0, 1);
    }
  }
}
