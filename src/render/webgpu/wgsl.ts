import crowdAxes from '../../../shaders/crowd-axes.wgsl?raw';
import crowdCell from '../../../shaders/crowd-cell.wgsl?raw';
import crowdColor from '../../../shaders/crowd-color.wgsl?raw';
import crowdDither from '../../../shaders/crowd-dither.wgsl?raw';
import crowdFarNormal from '../../../shaders/crowd-far-normal.wgsl?raw';
import crowdFloats from '../../../shaders/crowd-floats.wgsl?raw';
import crowdFrames from '../../../shaders/crowd-frames.wgsl?raw';
import crowdInverseRotate from '../../../shaders/crowd-inverse-rotate.wgsl?raw';
import crowdLayers from '../../../shaders/crowd-layers.wgsl?raw';
import crowdLegTurns from '../../../shaders/crowd-leg-turns.wgsl?raw';
import crowdMoved from '../../../shaders/crowd-moved.wgsl?raw';
import crowdQuaternion from '../../../shaders/crowd-quaternion.wgsl?raw';
import crowdRotate from '../../../shaders/crowd-rotate.wgsl?raw';
import crowdRow from '../../../shaders/crowd-row.wgsl?raw';
import crowdSlerp from '../../../shaders/crowd-slerp.wgsl?raw';
import crowdTexel from '../../../shaders/crowd-texel.wgsl?raw';
import crowdTint from '../../../shaders/crowd-tint.wgsl?raw';
import crowdWeave from '../../../shaders/crowd-weave.wgsl?raw';

/** Functions of `shaders/` for WebGPU. An object: a module namespace would take a helper of the bundler that Node alone has. */
export const WGSL = {
  crowdAxes,
  crowdCell,
  crowdColor,
  crowdDither,
  crowdFarNormal,
  crowdFloats,
  crowdFrames,
  crowdInverseRotate,
  crowdLayers,
  crowdLegTurns,
  crowdMoved,
  crowdQuaternion,
  crowdRotate,
  crowdRow,
  crowdSlerp,
  crowdTexel,
  crowdTint,
  crowdWeave,
} as const;
