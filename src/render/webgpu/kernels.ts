import { instanceIndex, storage, wgslFn } from 'three/tsl';
import type {
  CodeNode,
  ComputeNode,
  IndirectStorageBufferAttribute,
  Node,
  StorageBufferAttribute,
} from 'three/webgpu';
import argsSource from '../../../shaders/webgpu/crowd-args.wgsl?raw';
import cullSource from '../../../shaders/webgpu/crowd-cull.wgsl?raw';
import localSource from '../../../shaders/webgpu/crowd-local.wgsl?raw';
import paletteSource from '../../../shaders/webgpu/crowd-palette.wgsl?raw';
import resetSource from '../../../shaders/webgpu/crowd-reset.wgsl?raw';
import { type ComputeBuffers, read, written } from './compute-buffers.js';

const GROUP = 64;

/** What the culling kernel looks through. */
export interface CullInputs {
  readonly count: Node<'uint'>;
  /** Height of the middle of a character's sphere, and its radius, at scale 1. */
  readonly extent: Node<'vec2'>;
  /** Number of shadow frusta; −1 for more than there is room for. */
  readonly shadows: Node<'int'>;
  /** Row of the matrix that gives a point's depth. */
  readonly depth: Node<'vec4'>;
  /** A character's share of the view's height at depth 1, and the share under which it is far. */
  readonly far: Node<'vec2'>;
  /** Six planes of the camera's frustum, then of each shadow's. */
  readonly planes: Node;
}

/** Kernels that decide who is drawn, and leave the arguments of every draw and of the pose kernels behind. */
export function cullKernels(
  buffers: ComputeBuffers,
  library: CodeNode,
  { planes, ...inputs }: CullInputs,
  size: { readonly characters: number; readonly draws: number },
): ComputeNode[] {
  const { control, attributes } = buffers;
  const counters = storage(control, 'uint', control.array.length).toAtomic().setName('crowdControl');
  const slots = written(attributes.crowdSlots, 'crowdSlots', 'uint');
  return [
    kernel('crowd reset', resetSource, [library, counters], {}, groups(Math.max(2, 2 * size.draws))),
    kernel(
      'crowd cull',
      cullSource,
      [
        library,
        counters,
        read(attributes.crowdTable, 'crowdTable', 'uvec4'),
        read(attributes.crowdParts, 'crowdParts', 'uint'),
        written(attributes.crowdInstances, 'crowdInstances', 'uvec2'),
        written(attributes.crowdPairs, 'crowdPairs', 'uvec2'),
        written(attributes.crowdWasFar, 'crowdWasFar', 'uint'),
        slots,
        planes,
      ],
      inputs,
      groups(size.characters),
    ),
    kernel('crowd args', argsSource, [library, counters, slots], {}, groups(1)),
  ];
}

/** Kernels that pose every slot at `time`, as the rows of `table` say, into `matrices`. */
export function poseKernels(
  { control, attributes }: ComputeBuffers,
  library: CodeNode,
  pose: { time: Node<'float'>; table: StorageBufferAttribute; matrices: StorageBufferAttribute },
): ComputeNode[] {
  const table = read(pose.table, 'crowdTable', 'uvec4');
  const slots = read(attributes.crowdSlots, 'crowdSlots', 'uint');
  return [
    kernel(
      'crowd local',
      localSource,
      [
        library,
        table,
        slots,
        read(attributes.crowdClips, 'crowdClips', 'vec4'),
        read(attributes.crowdLocals, 'crowdLocals', 'vec4'),
        written(attributes.crowdPose, 'crowdPose', 'vec4'),
      ],
      { time: pose.time },
      control,
    ),
    kernel(
      'crowd palette',
      paletteSource,
      [
        library,
        table,
        slots,
        read(attributes.crowdRig, 'crowdRig', 'vec4'),
        read(attributes.crowdPose, 'crowdPose', 'vec4'),
        written(pose.matrices, 'crowdMatrices', 'vec4'),
      ],
      {},
      control,
    ),
  ];
}

function groups(invocations: number): number[] {
  return [Math.ceil(invocations / GROUP), 1, 1];
}

/** A kernel over so many workgroups, or over as many as the first words of a control buffer say. */
function kernel(
  name: string,
  source: string,
  includes: Node[],
  args: Readonly<Record<string, Node>>,
  size: number[] | IndirectStorageBufferAttribute,
): ComputeNode {
  const call = wgslFn(source, includes)({ i: instanceIndex, ...args } as never) as unknown as {
    compute(size: number[] | IndirectStorageBufferAttribute, group: number[]): ComputeNode;
  };
  return call.compute(size, [GROUP]).setName(name);
}
