import { instanceIndex, uniformArray, wgsl } from 'three/tsl';
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
import {
  atomicBuffer,
  createKernel,
  nameUniformArray,
  readBuffer,
  writtenBuffer,
} from './three-internals.js';

/**
 * Numbers that change as a crowd gets characters and parts. Kernels read them from a uniform buffer: as constants of the WGSL
 * they cost a new crowd 0.1 s for compiling, on a software GPU.
 */
export interface KernelSizes {
  /** Palette slots, and the first level of detail that takes none. */
  readonly CROWD_SLOTS: number;
  readonly CROWD_SAMPLED_LEVEL: number;
  /** Near draws, and draws of the further surfaces of parts. */
  readonly CROWD_DRAW_COUNT: number;
  /** Draws with a list of instances of their own, before the ones without. */
  readonly CROWD_LISTS: number;
  readonly CROWD_SHARED: number;
  /** Instances of all draws together, for one view. */
  readonly CROWD_INSTANCES: number;
  /** Pairs of the merged far draw, for one view. */
  readonly CROWD_FAR_PAIRS: number;
  /** Levels of detail behind the near meshes. */
  readonly CROWD_LEVELS: number;
  /** 1 if the far draw's texture is an atlas, else 0. */
  readonly CROWD_HAS_ATLAS: number;
}

const SIZES: readonly (keyof KernelSizes)[] = [
  'CROWD_SLOTS',
  'CROWD_SAMPLED_LEVEL',
  'CROWD_DRAW_COUNT',
  'CROWD_LISTS',
  'CROWD_SHARED',
  'CROWD_INSTANCES',
  'CROWD_FAR_PAIRS',
  'CROWD_LEVELS',
  'CROWD_HAS_ATLAS',
];

/** A kernel's text with numbers for the constants, and reads of the uniform buffer for the sizes. */
function withNumbers(source: string): string {
  return SIZES.reduce(
    (text, name, n) => text.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), `crowdSizes.value[${n}].x`),
    withConstants(source),
  );
}

/** Constants and functions of all kernels; one node, since three would declare a second one again. */
export function kernelLibrary(bones: number, sizes: KernelSizes): CodeNode {
  const declarations = [
    `const CROWD_BONES: u32 = ${bones}u;`,
    // The third of the control buffer's views.
    'const CROWD_KEPT: u32 = 2u;',
    `const CROWD_LEVEL_ERRORS = array<f32, ${LEVELS}>(${LEVEL_ERRORS.join(', ')});`,
  ];
  const numbers = uniformArray(
    SIZES.map((name) => sizes[name]),
    'uint',
  );
  return wgsl([...declarations, ...[control, moved, row].map(withNumbers)].join('\n'), [
    nameUniformArray(numbers, 'crowdSizes') as CodeNode,
  ]);
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
  return createKernel(name, withNumbers(source), includes, { i: instanceIndex, ...args }, size, WORKGROUP);
}
