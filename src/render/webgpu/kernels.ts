import { instanceIndex, wgsl } from 'three/tsl';
import type { CodeNode, ComputeNode, IndirectStorageBufferAttribute, Node } from 'three/webgpu';
import moved from '../../../shaders/crowd-moved.wgsl?raw';
import row from '../../../shaders/crowd-row.wgsl?raw';
import argsSource from '../../../shaders/webgpu/crowd-args.wgsl?raw';
import control from '../../../shaders/webgpu/crowd-control.wgsl?raw';
import cullSource from '../../../shaders/webgpu/crowd-cull.wgsl?raw';
import finishSource from '../../../shaders/webgpu/crowd-finish.wgsl?raw';
import resetSource from '../../../shaders/webgpu/crowd-reset.wgsl?raw';
import { LEVEL_ERRORS, LEVELS, WORKGROUP, withConstants } from '../drawing/index.js';
import type { ComputeBuffers } from './compute-buffers.js';
import { atomicBuffer, createKernel, readBuffer, writtenBuffer } from './three-internals.js';

export interface KernelConstants {
  readonly bones: number;
  /** Palette slots, and the first level of detail that takes none. */
  readonly slots: number;
  readonly sampledLevel: number;
  /** Near draws, and draws of the further surfaces of parts. */
  readonly draws: number;
  /** Draws with a list of instances of their own, before the ones without. */
  readonly lists: number;
  readonly shared: number;
  /** Instances of all draws together, for one view. */
  readonly instances: number;
  /** Pairs of the merged far draw, for one view. */
  readonly farPairs: number;
  readonly hasFar: boolean;
  /** True if the far draw's texture is an atlas. */
  readonly hasAtlas: boolean;
}

/** Constants and functions of all kernels; one node, since three would declare a second one again. */
export function kernelLibrary(constants: KernelConstants): CodeNode {
  const { bones, slots, sampledLevel, draws, lists, shared, instances, farPairs, hasFar, hasAtlas } =
    constants;
  const declarations = [
    `const CROWD_BONES: u32 = ${bones}u;`,
    `const CROWD_SLOTS: u32 = ${slots}u;`,
    `const CROWD_SAMPLED_LEVEL: u32 = ${sampledLevel}u;`,
    `const CROWD_DRAW_COUNT: u32 = ${draws}u;`,
    `const CROWD_LISTS: u32 = ${lists}u;`,
    `const CROWD_SHARED: u32 = ${shared}u;`,
    `const CROWD_INSTANCES: u32 = ${instances}u;`,
    `const CROWD_FAR_PAIRS: u32 = ${farPairs}u;`,
    // The third of the control buffer's views.
    'const CROWD_KEPT: u32 = 2u;',
    `const CROWD_HAS_ATLAS: bool = ${hasAtlas};`,
    `const CROWD_LEVELS: u32 = ${hasFar ? LEVELS : 0}u;`,
    `const CROWD_LEVEL_ERRORS = array<f32, ${LEVELS}>(${LEVEL_ERRORS.join(', ')});`,
  ];
  return wgsl([...declarations, ...[control, moved, row].map(withConstants)].join('\n'));
}

export interface CullInputs {
  readonly count: Node<'uint'>;
  /** Height of the middle of a character's sphere, and its radius, at scale 1. */
  readonly extent: Node<'vec2'>;
  /** Number of shadow frusta; −1 for more than there is room for. */
  readonly shadows: Node<'int'>;
  /** Share of the present step that is still to come, and the number of the step. */
  readonly step: Node<'vec2'>;
  /** Seven rows of the camera's frustum, then of each shadow's, as `shaders/README.md` says. */
  readonly frustums: Node;
}

/** Kernels that cull, and write the arguments of every draw and of the pose kernels. */
export function cullKernels(
  buffers: ComputeBuffers,
  library: CodeNode,
  { frustums, ...inputs }: CullInputs,
  size: { readonly characters: number; readonly draws: number },
): ComputeNode[] {
  const { control, attributes } = buffers;
  const counters = atomicBuffer(control, 'crowdControl');
  const slots = writtenBuffer(attributes.crowdSlots, 'crowdSlots', 'uint');
  const pairs = writtenBuffer(attributes.crowdPairs, 'crowdPairs', 'uvec2');
  const parts = readBuffer(attributes.crowdParts, 'crowdParts', 'uint');
  return [
    kernel('crowd reset', resetSource, [library, counters], {}, groups(Math.max(2, 2 * size.draws))),
    kernel(
      'crowd cull',
      cullSource,
      [
        library,
        counters,
        readBuffer(attributes.crowdTable, 'crowdTable', 'uvec4'),
        readBuffer(attributes.crowdMoves, 'crowdMoves', 'uvec4'),
        parts,
        writtenBuffer(attributes.crowdInstances, 'crowdInstances', 'uvec2'),
        pairs,
        writtenBuffer(attributes.crowdLevels, 'crowdLevels', 'uint'),
        slots,
        frustums,
      ],
      inputs,
      groups(size.characters),
    ),
    kernel('crowd args', argsSource + finishSource, [library, counters, parts, slots, pairs], {}, groups(1)),
  ];
}

export function groups(invocations: number): number[] {
  return [Math.ceil(invocations / WORKGROUP), 1, 1];
}

/** A kernel whose first argument is the number of the invocation. */
export function kernel(
  name: string,
  source: string,
  includes: Node[],
  args: Readonly<Record<string, Node>>,
  size: number[] | IndirectStorageBufferAttribute,
): ComputeNode {
  return createKernel(name, withConstants(source), includes, { i: instanceIndex, ...args }, size, WORKGROUP);
}
