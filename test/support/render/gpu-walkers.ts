import { uniform } from 'three/tsl';
import type { ComputeNode, StorageBufferAttribute, WebGPURenderer } from 'three/webgpu';
import { type DriverState, type Scenario, STEP_SECONDS } from 'three-crowd/simulate';
import type { ClipInfo } from '../../../src/protocol/index.js';
import {
  CELL_SHIFT,
  CharacterTable,
  CLIP_BITS,
  CLIP_MASK,
  type GaitClip,
  ROW_FIELD,
  ROW_WORDS,
  type StopClip,
} from '../../../src/render/characters/index.js';
import { clipTexels } from '../../../src/render/drawing/index.js';
import { GpuWalk } from '../../../src/render/webgpu/gpu-walk.js';
import { kernelLibrary } from '../../../src/render/webgpu/kernels.js';
import { StorageAttribute } from '../../../src/render/webgpu/three-internals.js';
import { GpuSimulation } from '../../../src/simulate/gpu/index.js';
import { readBuffer } from './node-renderer.js';

/** Metres a second of the walk clip. */
export const CLIP_SPEED = 1.3;

const CLIPS = [
  { name: 'idle', startFrame: 0, frameCount: 60, duration: 2, speed: 0, loop: true },
  { name: 'walk', startFrame: 60, frameCount: 30, duration: 1, speed: CLIP_SPEED, loop: true },
];
const IDLE = 0;
const WALK = 1;

/** What those who walk show. */
export interface GpuWalkerOptions {
  /** Rows as they begin. */
  readonly table: CharacterTable;
  readonly clips: readonly ClipInfo[];
  readonly walk: GaitClip;
  readonly jog: GaitClip;
  readonly stop: StopClip | undefined;
  /** Number of a person's idle clip. */
  idleOf(i: number): number;
}

/** People with two clips of a closed form. */
function plainOptions({ people }: Scenario): GpuWalkerOptions {
  const table = new CharacterTable(people.length);
  people.forEach(({ x, z, heading, goal }, i) => {
    table.setTransform(i, x, 0, z, heading, 1);
    table.setPlayback(i, { clip: goal.kind === 'stand' ? IDLE : WALK, start: 0, speed: 1 });
    table.setTextureCell(i, (200 + i) % 256);
  });
  return {
    table,
    clips: CLIPS,
    walk: { name: 'walk', clip: WALK, speed: CLIP_SPEED },
    jog: { name: 'jog', clip: -1, speed: 0 },
    stop: undefined,
    idleOf: () => IDLE,
  };
}

/** Those who walk on the GPU, by the rows that a crowd would be drawn from. */
export class GpuWalkers {
  readonly simulation: GpuSimulation;
  readonly table: CharacterTable;
  /** Crowd seconds. */
  seconds = 0;
  readonly #renderer: WebGPURenderer;
  readonly #walk: GpuWalk;
  readonly #rows: StorageBufferAttribute;
  readonly #moves: StorageBufferAttribute;
  readonly #stepLeft = uniform(0);

  /** @param state of another simulation of the scenario, which still moves people. @default how it begins */
  constructor(
    renderer: WebGPURenderer,
    scenario: Scenario,
    options = plainOptions(scenario),
    state?: DriverState,
  ) {
    const { table, clips, walk, jog, stop, idleOf } = options;
    this.#renderer = renderer;
    this.simulation = new GpuSimulation(scenario, state);
    this.table = table;
    for (let i = 0; i < this.simulation.size; i++) this.simulation.agents.setIdle(i, idleOf(i));
    this.#rows = new StorageAttribute(table.words.slice(), 4);
    this.#moves = new StorageAttribute(new Uint32Array(table.moves.words.length), 4);
    this.#walk = new GpuWalk(
      renderer,
      { simulation: this.simulation, walk, jog, stop },
      table,
      clips,
      {
        crowdTable: this.#rows,
        crowdMoves: this.#moves,
        crowdClips: new StorageAttribute(clipTexels(clips), 4),
      },
      kernelLibrary({
        bones: 1,
        instances: 1,
        farPairs: 0,
        hasFar: false,
        draws: 1,
        lists: 1,
        shared: 0,
      }),
      this.#stepLeft,
    );
  }

  /** Lets time go by in frames of one step each. */
  run(steps: number): void {
    for (let step = 0; step < steps; step++) {
      this.seconds += STEP_SECONDS;
      this.frame(STEP_SECONDS);
    }
  }

  /** One frame. */
  frame(seconds: number): void {
    this.simulation.advance(seconds);
    this.#stepLeft.value = 1 - this.simulation.fraction;
    const kernels: ComputeNode[] = [];
    this.#walk.collect(kernels, this.seconds);
    if (kernels.length > 0) this.#renderer.compute(kernels);
    this.#walk.finish();
  }

  /** What a drawing would read: all rows. */
  async rows(): Promise<Rows> {
    return new Rows(await readBuffer(this.#renderer, this.#rows));
  }

  /** How far each person goes in the latest step, metres: as a drawing would read it. */
  async moves(): Promise<number[]> {
    const moves = new Float32Array(await readBuffer(this.#renderer, this.#moves));
    return Array.from({ length: this.simulation.size }, (_, i) => Math.hypot(moves[4 * i], moves[4 * i + 2]));
  }

  dispose(): void {
    this.#walk.dispose();
  }
}

/** Rows of the character table as the GPU has them. */
export class Rows {
  readonly words: Uint32Array;
  readonly #floats: Float32Array;

  constructor(buffer: ArrayBuffer) {
    this.words = new Uint32Array(buffer);
    this.#floats = new Float32Array(buffer);
  }

  number(i: number, field: keyof typeof ROW_FIELD): number {
    return this.#floats[i * ROW_WORDS + ROW_FIELD[field]];
  }

  /** Number of the clip that plays or fades in. */
  clip(i: number): number {
    return this.#clips(i) & CLIP_MASK;
  }

  /** Number of the clip that fades out. */
  oldClip(i: number): number {
    return (this.#clips(i) >>> CLIP_BITS) & CLIP_MASK;
  }

  textureCell(i: number): number {
    return this.#clips(i) >>> CELL_SHIFT;
  }

  #clips(i: number): number {
    return this.words[i * ROW_WORDS + ROW_FIELD.clips];
  }
}
