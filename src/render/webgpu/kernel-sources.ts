import { wgsl } from 'three/tsl';
import type { CodeNode } from 'three/webgpu';
import axes from '../../../shaders/crowd-axes.wgsl?raw';
import floats from '../../../shaders/crowd-floats.wgsl?raw';
import frames from '../../../shaders/crowd-frames.wgsl?raw';
import slerp from '../../../shaders/crowd-slerp.wgsl?raw';
import unturn from '../../../shaders/crowd-unturn.wgsl?raw';
import control from '../../../shaders/webgpu/crowd-control.wgsl?raw';

import { CLUSTER_BITS } from '../shared/index.js';

/** Numbers that are fixed when a crowd's kernels are made. */
export interface KernelConstants {
  readonly bones: number;
  /** Texels that a joint's local pose takes. */
  readonly localTexels: number;
  /** Near draws, and draws of single far parts. */
  readonly draws: number;
  /** Part lists that every character is in. */
  readonly shared: number;
  /** Instances of all draws together, for one view. */
  readonly instances: number;
  /** Pairs of the merged far draw, for one view. */
  readonly farPairs: number;
  /** Whether anything is drawn far. */
  readonly hasFar: boolean;
}

/** Constants and functions that all kernels share; one node, since three would declare a second one again. */
export function kernelLibrary(constants: KernelConstants): CodeNode {
  const { bones, localTexels, draws, shared, instances, farPairs, hasFar } = constants;
  const declarations = [
    `const CROWD_BONES: u32 = ${bones}u;`,
    `const CROWD_LOCAL_TEXELS: u32 = ${localTexels}u;`,
    `const CROWD_DRAW_COUNT: u32 = ${draws}u;`,
    `const CROWD_SHARED: u32 = ${shared}u;`,
    `const CROWD_INSTANCES: u32 = ${instances}u;`,
    `const CROWD_FAR_PAIRS: u32 = ${farPairs}u;`,
    `const CROWD_HAS_FAR: bool = ${hasFar};`,
    `const CROWD_CLUSTER_BITS: u32 = ${CLUSTER_BITS}u;`,
  ];
  return wgsl([...declarations, control, floats, frames, slerp, axes, unturn].join('\n'));
}
