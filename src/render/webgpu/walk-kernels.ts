import { uint, wgsl } from 'three/tsl';
import type { CodeNode, ComputeNode, Node, StorageBufferAttribute } from 'three/webgpu';
import clearSource from '../../../shaders/webgpu/crowd-walk-clear.wgsl?raw';
import contactsSource from '../../../shaders/webgpu/crowd-walk-contacts.wgsl?raw';
import decideSource from '../../../shaders/webgpu/crowd-walk-decide.wgsl?raw';
import edgesSource from '../../../shaders/webgpu/crowd-walk-edges.wgsl?raw';
import fieldsSource from '../../../shaders/webgpu/crowd-walk-fields.wgsl?raw';
import finishSource from '../../../shaders/webgpu/crowd-walk-finish.wgsl?raw';
import formationsSource from '../../../shaders/webgpu/crowd-walk-formations.wgsl?raw';
import gatherSource from '../../../shaders/webgpu/crowd-walk-gather.wgsl?raw';
import hillsSource from '../../../shaders/webgpu/crowd-walk-hills.wgsl?raw';
import leaveSource from '../../../shaders/webgpu/crowd-walk-leave.wgsl?raw';
import marchSource from '../../../shaders/webgpu/crowd-walk-march.wgsl?raw';
import plainSource from '../../../shaders/webgpu/crowd-walk-plain.wgsl?raw';
import queuesSource from '../../../shaders/webgpu/crowd-walk-queues.wgsl?raw';
import routesSource from '../../../shaders/webgpu/crowd-walk-routes.wgsl?raw';
import scanSource from '../../../shaders/webgpu/crowd-walk-scan.wgsl?raw';
import scatterSource from '../../../shaders/webgpu/crowd-walk-scatter.wgsl?raw';
import seeSource from '../../../shaders/webgpu/crowd-walk-see.wgsl?raw';
import wallsSource from '../../../shaders/webgpu/crowd-walk-walls.wgsl?raw';
import waySource from '../../../shaders/webgpu/crowd-walk-way.wgsl?raw';
import {
  CONTACT_ITERATIONS,
  type GpuSimulation,
  MAX_FORMATIONS,
  QUEUE_METRES,
  STRETCH,
} from '../../simulate/gpu/index.js';
import { groups, kernel } from './kernels.js';
import { atomicBuffer, readBuffer, StorageAttribute, toThreeWgsl, writtenBuffer } from './three-internals.js';

/** What a step works with, written by the GPU alone. */
export function createWalkScratch({ ground: { size, grid }, scenario }: GpuSimulation) {
  const cells = grid.columns * grid.rows;
  return {
    cells: new StorageAttribute(new Uint32Array(2 * cells + 1), 1),
    sums: new StorageAttribute(new Uint32Array(countSums(cells).words), 1),
    order: new StorageAttribute(new Uint32Array(size), 1),
    sorted: new StorageAttribute(new Float32Array(2 * 4 * size), 4),
    places: new StorageAttribute(new Float32Array(2 * 4 * size), 4),
    lags: new StorageAttribute(new Uint32Array(MAX_FORMATIONS), 1),
    // GPUs take no buffer without a byte.
    queues: new StorageAttribute(new Uint32Array(Math.max(1, countQueues(scenario))), 1),
  };
}

export type WalkScratch = ReturnType<typeof createWalkScratch>;

/** Words for how many people are how far from each exit. */
function countQueues({ exits = [] }: GpuSimulation['scenario']): number {
  return exits.length * QUEUE_METRES;
}

/** Words of the prefix sum above the cells. */
function countSums(cells: number): { lower: number; upper: number; words: number } {
  const lower = Math.ceil(cells / STRETCH);
  const upper = Math.ceil(lower / STRETCH);
  return { lower, upper, words: lower + upper + 1 };
}

/**
 * The kernels of one step, in their order.
 *
 * Rejected: the same for those who only wander, stand, follow, gather and so on as for those who march, leave by exits or go
 * past corners. On a GPU that the processor emulates, a step of 5,000 wanderers took 1.1 to 1.4 times as much processor time,
 * by turns in one process.
 */
export interface StepKernels {
  /** Where nobody has been told to march, to leave by an exit or to go past corners … */
  readonly plain: readonly ComputeNode[];
  /** … and where somebody has. */
  readonly full: readonly ComputeNode[];
}

/** @param formations how many there are */
export function walkKernels(
  buffers: Readonly<
    Record<
      'agents' | 'corners' | 'obstacles' | 'walls' | 'fields' | 'hills' | keyof WalkScratch,
      StorageBufferAttribute
    >
  >,
  { ground, scenario }: GpuSimulation,
  walk: CodeNode,
  agents: Node,
  obstacleCount: Node<'uint'>,
  formations: Node<'uint'>,
): StepKernels {
  const { size, grid } = ground;
  const cells = grid.columns * grid.rows;
  const sums = countSums(cells);
  const edges = wgsl(toThreeWgsl(edgesSource));
  const hills = wgsl(toThreeWgsl(hillsSource));
  const offWalls = wgsl(toThreeWgsl(wallsSource));
  const counters = atomicBuffer(buffers.cells, 'crowdCells');
  const starts = readBuffer(buffers.cells, 'crowdCells', 'uint');
  const corners = readBuffer(buffers.corners, 'crowdCorners', 'vec4');
  const obstacles = readBuffer(buffers.obstacles, 'crowdObstacles', 'vec4');
  const walls = readBuffer(buffers.walls, 'crowdWalls', 'vec4');
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
      groups(invocations),
    );
  const contacts = [0, 1].map((half) =>
    kernel(
      `crowd walk contacts ${half}`,
      contactsSource,
      [walk, edges, offWalls, starts, sorted, agents, places, corners, obstacles, walls],
      { half: uint(half), obstacles: obstacleCount },
      groups(size),
    ),
  );
  const queues = countQueues(scenario);
  const count = (level: number, invocations: number): ComputeNode =>
    kernel(
      `crowd walk queues ${level}`,
      queuesSource,
      [walk, agents, atomicBuffer(buffers.queues, 'crowdQueues')],
      { level: uint(level) },
      groups(invocations),
    );
  const lags = atomicBuffer(buffers.lags, 'crowdLags');
  const march = kernel(
    'crowd walk formations',
    formationsSource,
    [walk, agents, corners, lags],
    { formations },
    groups(MAX_FORMATIONS),
  );
  const clear = kernel(
    'crowd walk clear',
    clearSource,
    [walk, writtenBuffer(buffers.cells, 'crowdCells', 'uint')],
    {},
    groups(2 * cells + 1),
  );
  const fields = wgsl(toThreeWgsl(fieldsSource));
  const decide = (name: string, sources: readonly string[], more: readonly Node[]): ComputeNode =>
    kernel(
      name,
      decideSource,
      [
        walk,
        edges,
        fields,
        ...sources.map((source) => wgsl(toThreeWgsl(source))),
        agents,
        counters,
        corners,
        obstacles,
        readBuffer(buffers.fields, 'crowdFields', 'float'),
        ...more,
      ],
      { obstacles: obstacleCount },
      groups(size),
    );
  const decideAll = decide(
    'crowd walk decide all',
    [leaveSource, marchSource, routesSource],
    [readBuffer(buffers.queues, 'crowdQueues', 'uint'), lags],
  );
  const rest = [
    scan(0, sums.lower),
    scan(1, sums.upper),
    scan(2, 1),
    scan(3, cells),
    kernel(
      'crowd walk scatter',
      scatterSource,
      [walk, agents, counters, writtenBuffer(buffers.order, 'crowdOrder', 'uint')],
      {},
      groups(size),
    ),
    kernel(
      'crowd walk gather',
      gatherSource,
      [
        walk,
        agents,
        counters,
        readBuffer(buffers.order, 'crowdOrder', 'uint'),
        writtenBuffer(buffers.sorted, 'crowdSorted', 'vec4'),
        places,
      ],
      {},
      groups(size),
    ),
    kernel(
      'crowd walk see',
      seeSource,
      [
        walk,
        edges,
        offWalls,
        wgsl(toThreeWgsl(waySource)),
        agents,
        starts,
        sorted,
        places,
        corners,
        obstacles,
        walls,
      ],
      { obstacles: obstacleCount },
      groups(size),
    ),
    ...Array.from({ length: CONTACT_ITERATIONS }, (_, n) => contacts[n % 2]),
    kernel(
      'crowd walk finish',
      finishSource,
      [walk, hills, agents, starts, sorted, places, readBuffer(buffers.hills, 'crowdHills', 'vec4')],
      { half: uint(CONTACT_ITERATIONS % 2) },
      groups(size),
    ),
  ];
  return {
    plain: [clear, decide('crowd walk decide', [plainSource], []), ...rest],
    full: [march, ...(queues > 0 ? [count(0, queues), count(1, size)] : []), clear, decideAll, ...rest],
  };
}
