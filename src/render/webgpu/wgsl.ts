// Functions of `shaders/` for WebGPU.
export { default as crowdAxes } from '../../../shaders/crowd-axes.wgsl?raw';
export { default as crowdCell } from '../../../shaders/crowd-cell.wgsl?raw';
export { default as crowdColor } from '../../../shaders/crowd-color.wgsl?raw';
export { default as crowdDither } from '../../../shaders/crowd-dither.wgsl?raw';
export { default as crowdFarNormal } from '../../../shaders/crowd-far-normal.wgsl?raw';
export { default as crowdFloats } from '../../../shaders/crowd-floats.wgsl?raw';
export { default as crowdFrames } from '../../../shaders/crowd-frames.wgsl?raw';
export { default as crowdInverseRotate } from '../../../shaders/crowd-inverse-rotate.wgsl?raw';
export { default as crowdLayers } from '../../../shaders/crowd-layers.wgsl?raw';
export { default as crowdLegTurns } from '../../../shaders/crowd-leg-turns.wgsl?raw';
export { default as crowdMoved } from '../../../shaders/crowd-moved.wgsl?raw';
export { default as crowdQuaternion } from '../../../shaders/crowd-quaternion.wgsl?raw';
export { default as crowdRotate } from '../../../shaders/crowd-rotate.wgsl?raw';
export { default as crowdRow } from '../../../shaders/crowd-row.wgsl?raw';
export { default as crowdSlerp } from '../../../shaders/crowd-slerp.wgsl?raw';
export { default as crowdTexel } from '../../../shaders/crowd-texel.wgsl?raw';
export { default as crowdTint } from '../../../shaders/crowd-tint.wgsl?raw';
