import { instanceIndex, uint, uniform, wgsl } from 'three/tsl';
import type { CodeNode, ComputeNode, Node, StorageBufferAttribute } from 'three/webgpu';
import agentsSource from '../../../shaders/webgpu/crowd-walk-agents.wgsl?raw';
import clearSource from '../../../shaders/webgpu/crowd-walk-clear.wgsl?raw';
import contactsSource from '../../../shaders/webgpu/crowd-walk-contacts.wgsl?raw';
import decideSource from '../../../shaders/webgpu/crowd-walk-decide.wgsl?raw';
import edgesSource from '../../../shaders/webgpu/crowd-walk-edges.wgsl?raw';
import finishSource from '../../../shaders/webgpu/crowd-walk-finish.wgsl?raw';
import gatherSource from '../../../shaders/webgpu/crowd-walk-gather.wgsl?raw';
import scanSource from '../../../shaders/webgpu/crowd-walk-scan.wgsl?raw';
import scatterSource from '../../../shaders/webgpu/crowd-walk-scatter.wgsl?raw';
import seeSource from '../../../shaders/webgpu/crowd-walk-see.wgsl?raw';
import showSource from '../../../shaders/webgpu/crowd-walk-show.wgsl?raw';
import type { ClipInfo } from '../../protocol/index.js';
import { CONTACT_ITERATIONS, type GpuSimulation, STRETCH } from '../../simulate/gpu/index.js';
import {
  type CharacterTable,
  FADE_SECONDS,
  GAIT,
  type GaitClip,
  JOG_ABOVE,
  SLOWEST_PLAYBACK,
  STEPS_BEFORE_IDLE,
  WALK_BELOW,
} from '../characters/index.js';
import { type GpuWalkers, refCounted, WORKGROUP, withConstants } from '../drawing/index.js';
import type { ComputeBuffers } from './compute-buffers.js';
import {
  atomicBuffer,
  createKernel,
  readBuffer,
  releaseMirror,
  StorageAttribute,
  toThreeWgsl,
  writtenBuffer,
} from './three-internals.js';

/** Those who walk, and what they walk in. */
class WalkState {
  readonly agents: StorageBufferAttribute;
  readonly corners: StorageBufferAttribute;
  readonly obstacles: StorageBufferAttribute;

  constructor({ agents, corners, obstacles }: GpuSimulation) {
    this.agents = new StorageAttribute(agents.numbers, 4);
    this.corners = new StorageAttribute(corners, 4);
    this.obstacles = new StorageAttribute(obstacles, 4);
  }

  dispose(): void {
    for (const attribute of [this.agents, this.corners, this.obstacles]) attribute.dispose();
  }
}

/** Held from one drawing to the next, so that a crowd that is drawn anew goes on from where it is. */
const acquireState = refCounted((simulation: GpuSimulation) => new WalkState(simulation));

/** What a step works with, written by the GPU alone. */
function createScratch({ size, grid }: GpuSimulation['ground']) {
  const cells = grid.columns * grid.rows;
  return {
    cells: new StorageAttribute(new Uint32Array(cells + 1), 1),
    sums: new StorageAttribute(new Uint32Array(countSums(cells).words), 1),
    order: new StorageAttribute(new Uint32Array(size), 1),
    sorted: new StorageAttribute(new Float32Array(2 * 4 * size), 4),
    places: new StorageAttribute(new Float32Array(2 * 4 * size), 4),
  };
}

/** Words of the prefix sum above the cells. */
function countSums(cells: number): { lower: number; upper: number; words: number } {
  const lower = Math.ceil(cells / STRETCH);
  const upper = Math.ceil(lower / STRETCH);
  return { lower, upper, words: lower + upper + 1 };
}

/** The kernels that let people walk, and that write where they are into the character table of one drawing. */
export class GpuWalk {
  readonly #walkers: GpuWalkers;
  readonly #table: CharacterTable;
  readonly #state: ReturnType<typeof acquireState>;
  readonly #scratch: ReturnType<typeof createScratch>;
  /** Those of one step, in order; some come more than once. */
  readonly #step: readonly ComputeNode[];
  readonly #show: ComputeNode;
  readonly #now = uniform(0);
  readonly #steps = uniform(0, 'uint');
  readonly #timeScale = uniform(1);
  readonly #shift = uniform(0);
  readonly #obstacles = uniform(0, 'uint');
  #obstacleVersion = -1;
  #rebasedSeconds: number;
  /** Whether rows have to be written again. */
  #isStale = true;
  /** Whether a step was collected, which makes the buffers that only the GPU writes … */
  #hasStepped = false;
  /** … and whether their JavaScript copies were freed since. */
  #isReleased = false;

  /**
   * @param clips by their numbers
   * @param library constants and functions of the crowd's other kernels
   * @param stepLeft share of the present step that is still to come
   */
  constructor(
    walkers: GpuWalkers,
    table: CharacterTable,
    clips: readonly ClipInfo[],
    attributes: Pick<ComputeBuffers['attributes'], 'crowdTable' | 'crowdMoves' | 'crowdClips'>,
    library: CodeNode,
    stepLeft: Node<'float'>,
  ) {
    const { simulation } = walkers;
    this.#walkers = walkers;
    this.#table = table;
    this.#rebasedSeconds = table.rebasedSeconds;
    this.#state = acquireState(simulation);
    this.#scratch = createScratch(simulation.ground);
    const agents = writtenBuffer(this.#state.resource.agents, 'crowdAgents', 'vec4');
    const walk = wgsl(
      [simulation.declarations, ...gaitDeclarations(walkers, clips), agentsSource].join('\n'),
    );
    const buffers = { ...this.#state.resource, ...this.#scratch };
    this.#step = stepKernels(buffers, simulation, walk, agents, this.#obstacles);
    this.#show = kernel(
      'crowd walk show',
      showSource,
      [
        library,
        walk,
        agents,
        writtenBuffer(attributes.crowdTable, 'crowdTable', 'uvec4'),
        writtenBuffer(attributes.crowdMoves, 'crowdMoves', 'uvec4'),
        readBuffer(attributes.crowdClips, 'crowdClips', 'vec4'),
      ],
      {
        now: this.#now,
        stepLeft,
        steps: this.#steps,
        timeScale: this.#timeScale,
        shift: this.#shift,
      },
      simulation.size,
    );
  }

  /** Rows were uploaded, which say where people began. */
  rowsWereUploaded(): void {
    this.#isStale = true;
  }

  /**
   * Adds to `kernels` what has to run before this frame is culled: the steps that are due, and what writes their outcome
   * into the table.
   *
   * @param now crowd seconds
   */
  collect(kernels: ComputeNode[], now: number): void {
    const { simulation } = this.#walkers;
    const steps = simulation.takeSteps();
    this.#upload();
    for (let step = 0; step < steps; step++) kernels.push(...this.#step);
    this.#hasStepped ||= steps > 0;
    this.#shift.value = this.#table.rebasedSeconds - this.#rebasedSeconds;
    this.#rebasedSeconds = this.#table.rebasedSeconds;
    if (steps === 0 && !this.#isStale && this.#shift.value === 0) return;
    this.#isStale = false;
    this.#now.value = now;
    this.#steps.value = steps;
    this.#timeScale.value = simulation.timeScale;
    kernels.push(this.#show);
  }

  /** Frees the JavaScript copies of what only the GPU writes. To be called once the kernels have run. */
  releaseMirrors(): void {
    if (!this.#hasStepped || this.#isReleased) return;
    this.#isReleased = true;
    for (const attribute of Object.values(this.#scratch)) releaseMirror(attribute);
  }

  dispose(): void {
    for (const node of new Set([...this.#step, this.#show])) node.dispose();
    for (const attribute of Object.values(this.#scratch)) attribute.dispose();
    this.#state.dispose();
  }

  #upload(): void {
    const { simulation } = this.#walkers;
    const { agents, obstacles } = this.#state.resource;
    for (const { first, count } of simulation.agents.takeChanges()) {
      agents.addUpdateRange(first, count);
      agents.needsUpdate = true;
    }
    if (this.#obstacleVersion === simulation.obstacleVersion) return;
    this.#obstacleVersion = simulation.obstacleVersion;
    this.#obstacles.value = simulation.obstacleCount;
    obstacles.needsUpdate = true;
  }
}

/** The kernels of one step, in their order. */
function stepKernels(
  buffers: Readonly<
    Record<
      Exclude<keyof WalkState, 'dispose'> | keyof ReturnType<typeof createScratch>,
      StorageBufferAttribute
    >
  >,
  { ground }: GpuSimulation,
  walk: CodeNode,
  agents: Node,
  obstacleCount: Node<'uint'>,
): readonly ComputeNode[] {
  const { size, grid } = ground;
  const cells = grid.columns * grid.rows;
  const sums = countSums(cells);
  const edges = wgsl(toThreeWgsl(edgesSource));
  const counters = atomicBuffer(buffers.cells, 'crowdCells');
  const starts = readBuffer(buffers.cells, 'crowdCells', 'uint');
  const corners = readBuffer(buffers.corners, 'crowdCorners', 'vec4');
  const obstacles = readBuffer(buffers.obstacles, 'crowdObstacles', 'vec4');
  const sorted = readBuffer(buffers.sorted, 'crowdSorted', 'vec4');
  const places = writtenBuffer(buffers.places, 'crowdPlaces', 'vec4');
  const scan = (level: number, invocations: number): ComputeNode =>
    kernel(
      `crowd walk scan ${level}`,
      scanSource,
      [
        walk,
        writtenBuffer(buffers.cells, 'crowdCells', 'uint'),
        writtenBuffer(buffers.sums, 'crowdSums', 'uint'),
      ],
      { level: uint(level) },
      invocations,
    );
  const contacts = [0, 1].map((half) =>
    kernel(
      `crowd walk contacts ${half}`,
      contactsSource,
      [walk, edges, starts, sorted, agents, places, corners, obstacles],
      { half: uint(half), obstacles: obstacleCount },
      size,
    ),
  );
  return [
    kernel(
      'crowd walk clear',
      clearSource,
      [walk, writtenBuffer(buffers.cells, 'crowdCells', 'uint')],
      {},
      cells + 1,
    ),
    kernel(
      'crowd walk decide',
      decideSource,
      [walk, edges, agents, counters, corners, obstacles],
      { obstacles: obstacleCount },
      size,
    ),
    scan(0, sums.lower),
    scan(1, sums.upper),
    scan(2, 1),
    scan(3, cells),
    kernel(
      'crowd walk scatter',
      scatterSource,
      [walk, agents, counters, writtenBuffer(buffers.order, 'crowdOrder', 'uint')],
      {},
      size,
    ),
    kernel(
      'crowd walk gather',
      gatherSource,
      [
        walk,
        agents,
        starts,
        readBuffer(buffers.order, 'crowdOrder', 'uint'),
        writtenBuffer(buffers.sorted, 'crowdSorted', 'vec4'),
      ],
      {},
      size,
    ),
    kernel('crowd walk see', seeSource, [walk, edges, agents, starts, sorted, places, corners], {}, size),
    ...Array.from({ length: CONTACT_ITERATIONS }, (_, n) => contacts[n % 2]),
    kernel(
      'crowd walk finish',
      finishSource,
      [walk, agents, starts, sorted, places],
      { half: uint(CONTACT_ITERATIONS % 2) },
      size,
    ),
  ];
}

/** What shaders know of the clips that go with speeds. */
function gaitDeclarations({ walk, jog }: GpuWalkers, clips: readonly ClipInfo[]): string[] {
  const number = (name: string, value: number): string =>
    `const WALK_${name}: f32 = ${Number.isInteger(value) ? `${value}.0` : value};`;
  // Number, seconds, metres a second.
  const clip = (name: string, { clip, speed }: GaitClip): string =>
    `const WALK_${name}_CLIP = vec3<f32>(${clip}, ${clip < 0 ? 1 : clips[clip].duration}, ${speed});`;
  return [
    clip('WALK', walk),
    clip('JOG', jog),
    number('GAIT_STANDING', GAIT.standing),
    number('GAIT_WALKING', GAIT.walking),
    number('GAIT_JOGGING', GAIT.jogging),
    number('FADE_TO_STAND', FADE_SECONDS.toStand),
    number('FADE_TO_WALK', FADE_SECONDS.toWalk),
    number('STEPS_BEFORE_IDLE', STEPS_BEFORE_IDLE),
    number('JOG_ABOVE', JOG_ABOVE),
    number('WALK_BELOW', WALK_BELOW),
    number('SLOWEST_PLAYBACK', SLOWEST_PLAYBACK),
  ];
}

/** A kernel whose first argument is the number of the invocation. */
function kernel(
  name: string,
  source: string,
  includes: Node[],
  args: Readonly<Record<string, Node>>,
  invocations: number,
): ComputeNode {
  const groups = [Math.ceil(invocations / WORKGROUP), 1, 1];
  return createKernel(
    name,
    withConstants(source),
    includes,
    { i: instanceIndex, ...args },
    groups,
    WORKGROUP,
  );
}
