import { uniform, wgsl } from 'three/tsl';
import type { CodeNode, ComputeNode, Node, StorageBufferAttribute, WebGPURenderer } from 'three/webgpu';
import agentsSource from '../../../shaders/webgpu/crowd-walk-agents.wgsl?raw';
import fleeSource from '../../../shaders/webgpu/crowd-walk-flee.wgsl?raw';
import reportSource from '../../../shaders/webgpu/crowd-walk-report.wgsl?raw';
import showSource from '../../../shaders/webgpu/crowd-walk-show.wgsl?raw';
import type { ClipInfo } from '../../protocol/index.js';
import {
  declareFloat,
  type GpuSimulation,
  type NumberRun,
  type WalkDevice,
} from '../../simulate/gpu/index.js';
import {
  type CharacterTable,
  FADE_SECONDS,
  GAIT,
  type GaitClip,
  JOG_ABOVE,
  SLOWEST_PLAYBACK,
  STEPS_BEFORE_IDLE,
  STOP_LAST_SPEED,
  STOP_PLAYBACK,
  STOP_SHARES,
  STOP_SPEED_SHARE,
  type StopClip,
  WALK_BELOW,
} from '../characters/index.js';
import { type GpuWalkers, refCounted } from '../drawing/index.js';
import type { ComputeBuffers } from './compute-buffers.js';
import { groups, kernel } from './kernels.js';
import {
  atomicBuffer,
  gpuDevice,
  readBuffer,
  releaseMirror,
  StorageAttribute,
  writtenBuffer,
} from './three-internals.js';
import { createWalkScratch, type StepKernels, type WalkScratch, walkKernels } from './walk-kernels.js';

/** Those who walk, and what they walk in. */
class WalkState {
  readonly agents: StorageBufferAttribute;
  readonly corners: StorageBufferAttribute;
  readonly obstacles: StorageBufferAttribute;
  readonly walls: StorageBufferAttribute;
  readonly fields: StorageBufferAttribute;
  readonly hills: StorageBufferAttribute;
  readonly dangers: StorageBufferAttribute;

  constructor({ agents, paths, obstacles, walls, fields, hills, dangers }: GpuSimulation) {
    this.agents = new StorageAttribute(agents.numbers, 4);
    this.corners = new StorageAttribute(paths.numbers, 4);
    this.obstacles = new StorageAttribute(obstacles, 4);
    this.walls = new StorageAttribute(walls.texels, 4);
    this.fields = new StorageAttribute(fields.numbers, 1);
    this.hills = new StorageAttribute(hills, 4);
    this.dangers = new StorageAttribute(dangers, 4);
  }

  dispose(): void {
    const { agents, corners, obstacles, walls, fields, hills, dangers } = this;
    for (const attribute of [agents, corners, obstacles, walls, fields, hills, dangers]) attribute.dispose();
  }
}

/** Held from one drawing to the next, so that a crowd that is drawn anew goes on from where it is. */
const acquireState = refCounted((simulation: GpuSimulation) => new WalkState(simulation));

/** A step that takes so many times as long as it may shows at once that the GPU is too slow. */
const TOO_SLOW = 8;
/** Else steps are timed that the GPU gets together … */
const TIMED_STEPS = 8;
/**
 * … up to so many times, of which the quickest counts: while a page begins, the GPU takes in textures and compiles, and the page
 * itself or one that is hidden hears late that the GPU is done.
 */
const TRIALS = 5;

/** What happens between two frames is read together up to so many bytes; more takes a second time. */
const FIRST_EVENT_BYTES = 1024;

/** The kernels that let people walk, and that write where they are into the character table of one drawing. */
export class GpuWalk implements WalkDevice {
  readonly #renderer: WebGPURenderer;
  readonly #walkers: GpuWalkers;
  readonly #table: CharacterTable;
  readonly #state: ReturnType<typeof acquireState>;
  readonly #scratch: WalkScratch;
  /** Those of one step, in order; some come more than once. */
  readonly #kernels: StepKernels;
  readonly #show: ComputeNode;
  /** Before a step, where people are to flee. */
  readonly #flee: ComputeNode;
  /** After them, what has happened to people, where somebody wants to hear of it. */
  readonly #report: ComputeNode;
  readonly #events: StorageBufferAttribute;
  readonly #now = uniform(0);
  readonly #steps = uniform(0, 'uint');
  readonly #timeScale = uniform(1);
  readonly #shift = uniform(0);
  readonly #obstacles = uniform(0, 'uint');
  readonly #dangers = uniform(0, 'uint');
  readonly #formations = uniform(0, 'uint');
  #obstacleVersion = -1;
  #rebasedSeconds: number;
  /** Whether rows have to be written again. */
  #isStale = true;
  /** Whether a step was collected, which makes the buffers that only the GPU writes … */
  #hasStepped = false;
  /** … and whether their JavaScript copies were freed since. */
  #isReleased = false;
  /** Whether steps were made since people's events were listed … */
  #hasNews = false;
  /** … and those that were listed are yet to be read, … */
  #isReadDue = false;
  /** … or are being read. */
  #reading: Promise<void> | undefined;

  /**
   * @param clips by their numbers
   * @param library constants and functions of the crowd's other kernels
   * @param stepLeft share of the present step that is still to come
   */
  constructor(
    renderer: WebGPURenderer,
    walkers: GpuWalkers,
    table: CharacterTable,
    clips: readonly ClipInfo[],
    attributes: Pick<ComputeBuffers['attributes'], 'crowdTable' | 'crowdMoves' | 'crowdClips'>,
    library: CodeNode,
    stepLeft: Node<'float'>,
  ) {
    const { simulation } = walkers;
    this.#renderer = renderer;
    this.#walkers = walkers;
    this.#table = table;
    this.#rebasedSeconds = table.rebasedSeconds;
    this.#state = acquireState(simulation);
    this.#scratch = createWalkScratch(simulation);
    const agents = writtenBuffer(this.#state.resource.agents, 'crowdAgents', 'vec4');
    const walk = wgsl(
      [simulation.declarations, ...gaitDeclarations(walkers, clips), agentsSource].join('\n'),
    );
    const buffers = { ...this.#state.resource, ...this.#scratch };
    this.#kernels = walkKernels(buffers, simulation, walk, agents, this.#obstacles, this.#formations);
    this.#flee = kernel(
      'crowd walk flee',
      fleeSource,
      [walk, agents, readBuffer(buffers.dangers, 'crowdDangers', 'vec4')],
      { dangers: this.#dangers },
      groups(simulation.size),
    );
    this.#events = new StorageAttribute(new Uint32Array(simulation.size + 1), 1);
    this.#report = kernel(
      'crowd walk report',
      reportSource,
      [walk, agents, atomicBuffer(this.#events, 'crowdEvents')],
      {},
      groups(simulation.size),
    );
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
      groups(simulation.size),
    );
    simulation.device = this;
  }

  /** Whether these kernels have nothing left to do, since another simulation has taken people over. */
  get isOver(): boolean {
    return this.#walkers.simulation.isOver;
  }

  /** Whether another simulation still moves people. */
  get isWaiting(): boolean {
    return this.#walkers.simulation.isWaiting;
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
    if (this.isWaiting) {
      this.#rebasedSeconds = this.#table.rebasedSeconds;
      return;
    }
    const { simulation } = this.#walkers;
    const steps = simulation.takeSteps();
    this.#upload();
    const forgets = simulation.isAsked && !simulation.isHeard;
    if (forgets) this.#listEvents(kernels);
    simulation.isHeard ||= forgets;
    if (this.#dangers.value > 0) kernels.push(this.#flee);
    for (let step = 0; step < steps; step++) kernels.push(...this.#step);
    this.#hasStepped ||= steps > 0;
    this.#hasNews ||= simulation.isHeard && steps > 0;
    if (this.#hasNews && !forgets && !this.#reading) {
      this.#listEvents(kernels);
      this.#hasNews = false;
      this.#isReadDue = true;
    }
    this.#shift.value = this.#table.rebasedSeconds - this.#rebasedSeconds;
    this.#rebasedSeconds = this.#table.rebasedSeconds;
    if (steps === 0 && !this.#isStale && this.#shift.value === 0) return;
    this.#isStale = false;
    this.#now.value = now;
    this.#steps.value = steps;
    this.#timeScale.value = simulation.timeScale;
    kernels.push(this.#show);
  }

  /** To be called once the kernels have run: asks for what happened, and frees the JavaScript copies of what only the GPU writes. */
  finish(): void {
    if (this.#isReadDue) {
      this.#isReadDue = false;
      // Who has lost the device hears nothing.
      this.#reading = this.#readEvents()
        .catch(() => {})
        .finally(() => {
          this.#reading = undefined;
        });
    }
    this.#releaseMirrors();
  }

  #releaseMirrors(): void {
    if (!this.#hasStepped || this.#isReleased) return;
    this.#isReleased = true;
    // The others are small, and wanted where kernels run for the first time later on.
    const { cells, sums, order, sorted, places } = this.#scratch;
    for (const attribute of [cells, sums, order, sorted, places]) releaseMirror(attribute);
  }

  async readAgents(): Promise<Float32Array> {
    await this.#reading;
    const bytes = await this.#renderer.getArrayBufferAsync(this.#state.resource.agents);
    return new Float32Array(bytes as ArrayBuffer);
  }

  async measureStep(most: number): Promise<number> {
    // Has the kernels compiled.
    await this.#timeSteps(1);
    let quickest = await this.#timeSteps(1);
    const trials = quickest > TOO_SLOW * most ? 0 : TRIALS;
    for (let trial = 0; trial < trials && quickest > most; trial++) {
      quickest = Math.min(quickest, await this.#timeSteps(TIMED_STEPS));
    }
    // Everybody goes back to where they began.
    const { agents } = this.#state.resource;
    agents.addUpdateRange(0, agents.array.length);
    agents.needsUpdate = true;
    return quickest;
  }

  dispose(): void {
    const { plain, full } = this.#kernels;
    for (const node of new Set([...plain, ...full, this.#flee, this.#report, this.#show])) node.dispose();
    for (const attribute of Object.values(this.#scratch)) attribute.dispose();
    this.#events.dispose();
    this.#state.dispose();
  }

  get #step(): readonly ComputeNode[] {
    const { plain, full } = this.#kernels;
    return this.#walkers.simulation.agents.areLed ? full : plain;
  }

  /** Milliseconds that one of so many steps takes. */
  async #timeSteps(steps: number): Promise<number> {
    const start = performance.now();
    this.#renderer.compute(Array.from({ length: steps }, () => this.#step).flat());
    await gpuDevice(this.#renderer)?.queue.onSubmittedWorkDone();
    return (performance.now() - start) / steps;
  }

  /** Lists what has happened to people, from the beginning of the list on. */
  #listEvents(kernels: ComputeNode[]): void {
    this.#events.addUpdateRange(0, 1);
    this.#events.needsUpdate = true;
    kernels.push(this.#report);
  }

  async #readEvents(): Promise<void> {
    const read = async (bytes?: number): Promise<Uint32Array> =>
      new Uint32Array(
        (await this.#renderer.getArrayBufferAsync(this.#events, null, 0, bytes)) as ArrayBuffer,
      );
    let words = await read(Math.min(FIRST_EVENT_BYTES, 4 * (this.#walkers.simulation.size + 1)));
    if (words[0] >= words.length) words = await read();
    this.#walkers.simulation.tell(words.subarray(1, 1 + words[0]));
  }

  #upload(): void {
    const { simulation } = this.#walkers;
    const { agents, corners, fields, obstacles, dangers } = this.#state.resource;
    this.#dangers.value = simulation.takeDangers();
    if (this.#dangers.value > 0) dangers.needsUpdate = true;
    this.#formations.value = simulation.formationCount;
    uploadRuns(agents, simulation.agents.takeChanges());
    if (simulation.paths.takeChange()) corners.needsUpdate = true;
    uploadRuns(fields, simulation.fields.takeChanges());
    if (this.#obstacleVersion === simulation.obstacleVersion) return;
    this.#obstacleVersion = simulation.obstacleVersion;
    this.#obstacles.value = simulation.obstacleCount;
    obstacles.needsUpdate = true;
  }
}

function uploadRuns(attribute: StorageBufferAttribute, runs: readonly NumberRun[]): void {
  for (const { first, count } of runs) {
    attribute.addUpdateRange(first, count);
    attribute.needsUpdate = true;
  }
}

/** What shaders know of the clips that go with speeds. */
function gaitDeclarations({ walk, jog, stop }: GpuWalkers, clips: readonly ClipInfo[]): string[] {
  // Number, seconds, metres a second.
  const clip = (name: string, { clip, speed }: GaitClip): string =>
    `const WALK_${name}_CLIP = vec3<f32>(${clip}, ${clip < 0 ? 1 : clips[clip].duration}, ${speed});`;
  return [
    clip('WALK', walk),
    clip('JOG', jog),
    ...stopDeclarations(stop),
    declareFloat('GAIT_STANDING', GAIT.standing),
    declareFloat('GAIT_WALKING', GAIT.walking),
    declareFloat('GAIT_JOGGING', GAIT.jogging),
    declareFloat('GAIT_STOPPING', GAIT.stopping),
    declareFloat('FADE_TO_STAND', FADE_SECONDS.toStand),
    declareFloat('FADE_TO_WALK', FADE_SECONDS.toWalk),
    declareFloat('FADE_TO_STOP', FADE_SECONDS.toStop),
    declareFloat('STEPS_BEFORE_IDLE', STEPS_BEFORE_IDLE),
    declareFloat('JOG_ABOVE', JOG_ABOVE),
    declareFloat('WALK_BELOW', WALK_BELOW),
    declareFloat('SLOWEST_PLAYBACK', SLOWEST_PLAYBACK),
  ];
}

/** What shaders know of `walk_stop`; number −1 where there is none. */
function stopDeclarations(stop: StopClip | undefined): string[] {
  const { clip, seconds, entries } = stop ?? NO_STOP;
  const texels = entries.map(
    (entry) => `vec3<f32>(${entry.seconds}, ${entry.distance}, ${entry.walkingSeconds})`,
  );
  return [
    `const WALK_STOP_CLIP = vec2<f32>(${clip}, ${seconds});`,
    `const WALK_STOP_ENTRY_COUNT: u32 = ${entries.length}u;`,
    `const WALK_STOP_ENTRIES = array<vec3<f32>, ${entries.length}>(${texels.join(', ')});`,
    declareFloat('STOP_LEAST_SHARE', STOP_SHARES.least),
    declareFloat('STOP_MOST_SHARE', STOP_SHARES.most),
    declareFloat('STOP_SPEED_SHARE', STOP_SPEED_SHARE),
    declareFloat('STOP_SLOWEST', STOP_PLAYBACK.slowest),
    declareFloat('STOP_FASTEST', STOP_PLAYBACK.fastest),
    declareFloat('STOP_LAST_SPEED', STOP_LAST_SPEED),
  ];
}

const NO_STOP: StopClip = {
  clip: -1,
  seconds: 0,
  entries: [{ seconds: 0, distance: 0, walkingSeconds: 0 }],
};
