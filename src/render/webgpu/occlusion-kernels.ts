import { uint } from 'three/tsl';
import type { CodeNode, ComputeNode, Node, StorageBufferAttribute } from 'three/webgpu';
import depthCopySource from '../../../shaders/webgpu/crowd-depth-copy.wgsl?raw';
import depthLevelSource from '../../../shaders/webgpu/crowd-depth-level.wgsl?raw';
import depthReduceSource from '../../../shaders/webgpu/crowd-depth-reduce.wgsl?raw';
import finishSource from '../../../shaders/webgpu/crowd-finish.wgsl?raw';
import keepSource from '../../../shaders/webgpu/crowd-keep.wgsl?raw';
import keepArgsSource from '../../../shaders/webgpu/crowd-keep-args.wgsl?raw';
import keepResetSource from '../../../shaders/webgpu/crowd-keep-reset.wgsl?raw';
import sightSource from '../../../shaders/webgpu/crowd-sight.wgsl?raw';
import type { ComputeBuffers } from './compute-buffers.js';
import { groups, kernel } from './kernels.js';
import { atomicBuffer, readBuffer, setGroups, writtenBuffer } from './three-internals.js';

/** Levels of the depth pyramid, each with a sixteenth of the depths of the one before. */
const DEPTH_LEVELS = 4;

/** Number of depths of all levels. */
export function pyramidSize(width: number, height: number): number {
  return sizesOf(width, height).reduce((sum, size) => sum + size, 0);
}

function sizesOf(width: number, height: number): number[] {
  const scales = Array.from({ length: DEPTH_LEVELS }, (_, level) => 4 ** level);
  return scales.map((scale) => Math.ceil(width / scale) * Math.ceil(height / scale));
}

/** Kernels that keep the camera's instances of those who were seen in one test or later. */
export function keepKernels(
  { control, attributes, instances, farPairs }: ComputeBuffers,
  library: CodeNode,
  seen: StorageBufferAttribute,
  least: Node<'uint'>,
  draws: number,
): ComputeNode[] {
  const counters = atomicBuffer(control, 'crowdControl');
  const parts = readBuffer(attributes.crowdParts, 'crowdParts', 'uint');
  const pairs = writtenBuffer(attributes.crowdPairs, 'crowdPairs', 'uvec2');
  const lists = [
    parts,
    pairs,
    writtenBuffer(attributes.crowdInstances, 'crowdInstances', 'uvec2'),
    readBuffer(attributes.crowdSlots, 'crowdSlots', 'uint'),
    readBuffer(seen, 'crowdSeen', 'uint'),
  ];
  const keep = kernel('crowd keep', keepSource, [library, counters, ...lists], { least }, groups(1));
  setGroups(keep, groups(instances + farPairs)[0]);
  return [
    kernel('crowd keep reset', keepResetSource, [library, counters], {}, groups(draws)),
    keep,
    kernel(
      'crowd keep args',
      keepArgsSource + finishSource,
      [library, counters, parts, pairs],
      {},
      groups(1),
    ),
  ];
}

export interface SightInputs {
  readonly stamp: Node<'uint'>;
  /** Pixels of the depth texture. */
  readonly size: Node<'uvec2'>;
  /** The part of it that is drawn: position and size, pixels. */
  readonly viewport: Node<'vec4'>;
  readonly clipFromCrowd: Node<'mat4'>;
}

/**
 * Kernels that make the depth pyramid, and test who is seen. Before each use, {@link sizePyramid} has to be called.
 *
 * @param depths the depth texture that they read, of `samples` samples a pixel
 */
export function sightKernels(
  { control, attributes }: ComputeBuffers,
  library: CodeNode,
  buffers: Readonly<Record<'seen' | 'boxes' | 'pyramid', StorageBufferAttribute>>,
  { size, ...inputs }: SightInputs,
  depths: Node,
  samples: number,
): ComputeNode[] {
  const pyramid = writtenBuffer(buffers.pyramid, 'crowdDepths', 'float');
  const type = samples > 1 ? 'texture_depth_multisampled_2d' : 'texture_depth_2d';
  const copy = depthCopySource
    .replace('CROWD_DEPTH_TEXTURE', type)
    .replace('CROWD_DEPTH_SAMPLES', `${samples}`);
  return [
    kernel('crowd depth', copy, [library, pyramid], { depths, size }, groups(1)),
    ...Array.from({ length: DEPTH_LEVELS - 1 }, (_, k) =>
      kernel(
        'crowd depth level',
        depthReduceSource + depthLevelSource,
        [library, pyramid],
        { level: uint(k + 1), size },
        groups(1),
      ),
    ),
    kernel(
      'crowd sight',
      sightSource.replace('CROWD_DEPTH_LEVELS', `${DEPTH_LEVELS}u`) + depthLevelSource,
      [
        library,
        readBuffer(buffers.pyramid, 'crowdDepths', 'float'),
        readBuffer(buffers.boxes, 'crowdBoxes', 'vec4'),
        readBuffer(attributes.crowdMatrices, 'crowdMatrices', 'vec4'),
        readBuffer(attributes.crowdSlots, 'crowdSlots', 'uint'),
        atomicBuffer(buffers.seen, 'crowdSeen'),
      ],
      { ...inputs, size },
      // One invocation for each bone and slot, as the kernels that pose.
      control,
    ),
  ];
}

/** Has the kernels of {@link sightKernels} make a pyramid of a picture of this size. */
export function sizePyramid(sight: readonly ComputeNode[], width: number, height: number): void {
  for (const [level, size] of sizesOf(width, height).entries()) setGroups(sight[level], groups(size)[0]);
}
