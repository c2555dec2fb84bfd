import crowdColor from '../../../shaders/crowd-color.glsl?raw';
import crowdFloats from '../../../shaders/crowd-floats.glsl?raw';
import crowdFrames from '../../../shaders/crowd-frames.glsl?raw';
import crowdTexel from '../../../shaders/crowd-texel.glsl?raw';
import crowdTint from '../../../shaders/crowd-tint.glsl?raw';
import crowdTurn from '../../../shaders/crowd-turn.glsl?raw';
import crowdPose from '../../../shaders/webgl/crowd-pose.glsl?raw';

/** Declarations a vertex shader needs to pose a crowd. */
export const CROWD_VERTEX = [crowdFloats, crowdTexel, crowdFrames, crowdTurn, crowdColor, crowdPose].join(
  '\n',
);

/** Declarations a fragment shader needs to tint one. */
export const CROWD_FRAGMENT = crowdTint;
