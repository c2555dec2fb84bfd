import axesGlsl from '../../../shaders/crowd-axes.glsl?raw';
import cellGlsl from '../../../shaders/crowd-cell.glsl?raw';
import colorGlsl from '../../../shaders/crowd-color.glsl?raw';
import ditherGlsl from '../../../shaders/crowd-dither.glsl?raw';
import farNormalGlsl from '../../../shaders/crowd-far-normal.glsl?raw';
import floatsGlsl from '../../../shaders/crowd-floats.glsl?raw';
import framesGlsl from '../../../shaders/crowd-frames.glsl?raw';
import inverseRotateGlsl from '../../../shaders/crowd-inverse-rotate.glsl?raw';
import layersGlsl from '../../../shaders/crowd-layers.glsl?raw';
import legTurnsGlsl from '../../../shaders/crowd-leg-turns.glsl?raw';
import movedGlsl from '../../../shaders/crowd-moved.glsl?raw';
import quaternionGlsl from '../../../shaders/crowd-quaternion.glsl?raw';
import rotateGlsl from '../../../shaders/crowd-rotate.glsl?raw';
import rowGlsl from '../../../shaders/crowd-row.glsl?raw';
import slerpGlsl from '../../../shaders/crowd-slerp.glsl?raw';
import texelGlsl from '../../../shaders/crowd-texel.glsl?raw';
import tintGlsl from '../../../shaders/crowd-tint.glsl?raw';

/** The texts of `shaders/` for the WebGL2 backend of `WebGPURenderer`. */
export const GLSL = [
  axesGlsl,
  cellGlsl,
  colorGlsl,
  ditherGlsl,
  farNormalGlsl,
  floatsGlsl,
  framesGlsl,
  inverseRotateGlsl,
  layersGlsl,
  legTurnsGlsl,
  movedGlsl,
  quaternionGlsl,
  rotateGlsl,
  rowGlsl,
  slerpGlsl,
  texelGlsl,
  tintGlsl,
];
