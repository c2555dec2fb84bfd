// Functions of `shaders/` that both WebGL2 backends use.
export { default as crowdAxes } from '../../../shaders/crowd-axes.glsl?raw';
export { default as crowdCell } from '../../../shaders/crowd-cell.glsl?raw';
export { default as crowdColor } from '../../../shaders/crowd-color.glsl?raw';
export { default as crowdDither } from '../../../shaders/crowd-dither.glsl?raw';
export { default as crowdFarNormal } from '../../../shaders/crowd-far-normal.glsl?raw';
export { default as crowdFloats } from '../../../shaders/crowd-floats.glsl?raw';
export { default as crowdFrames } from '../../../shaders/crowd-frames.glsl?raw';
export { default as crowdInverseRotate } from '../../../shaders/crowd-inverse-rotate.glsl?raw';
export { default as crowdLayers } from '../../../shaders/crowd-layers.glsl?raw';
export { default as crowdLegTurns } from '../../../shaders/crowd-leg-turns.glsl?raw';
export { default as crowdMoved } from '../../../shaders/crowd-moved.glsl?raw';
export { default as crowdQuaternion } from '../../../shaders/crowd-quaternion.glsl?raw';
export { default as crowdRotate } from '../../../shaders/crowd-rotate.glsl?raw';
export { default as crowdRow } from '../../../shaders/crowd-row.glsl?raw';
export { default as crowdSlerp } from '../../../shaders/crowd-slerp.glsl?raw';
export { default as crowdTexel } from '../../../shaders/crowd-texel.glsl?raw';
export { default as crowdTint } from '../../../shaders/crowd-tint.glsl?raw';
