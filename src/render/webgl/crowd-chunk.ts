import blendedLocal from '../../../shaders/webgl/crowd-blended-local.glsl?raw';
import crowdLimbTexel from '../../../shaders/webgl/crowd-limb-texel.glsl?raw';
import paletteBone from '../../../shaders/webgl/crowd-palette-bone.glsl?raw';
import poseFar from '../../../shaders/webgl/crowd-pose-far.glsl?raw';
import posePalette from '../../../shaders/webgl/crowd-pose-palette.glsl?raw';
import poseSampled from '../../../shaders/webgl/crowd-pose-sampled.glsl?raw';
import crowdSlotTexel from '../../../shaders/webgl/crowd-slot-texel.glsl?raw';
import crowdTable from '../../../shaders/webgl/crowd-table.glsl?raw';
import limbsFragment from '../../../shaders/webgl/limbs-fragment.glsl?raw';
import paletteFragment from '../../../shaders/webgl/palette-fragment.glsl?raw';
import paletteVertex from '../../../shaders/webgl/palette-vertex.glsl?raw';
import * as glsl from '../drawing/glsl.js';
import { withConstants } from '../drawing/index.js';

const join = (...sources: string[]): string => withConstants(sources.join('\n'));

/** Declarations of a vertex shader that reads its pose from the palette. */
export const PALETTE_POSE = join(glsl.crowdColor, crowdSlotTexel, paletteBone, posePalette);

/** Declarations of the far draw's vertex shader, which takes its vertices from a texture too. */
export const FAR_POSE = join(
  glsl.crowdFloats,
  glsl.crowdTexel,
  glsl.crowdColor,
  glsl.crowdFarNormal,
  glsl.crowdRow,
  crowdSlotTexel,
  paletteBone,
  poseFar,
);

/** {@link FAR_POSE} for a far mesh with a texture. */
export const FAR_TEXTURED_POSE = `#define CROWD_FAR_UV\n${FAR_POSE}`;
/** {@link FAR_POSE} for a far mesh with an atlas. */
export const FAR_ATLAS_POSE = `#define CROWD_FAR_ATLAS\n${FAR_TEXTURED_POSE}`;

/** Declarations of a vertex shader that poses straight from the bone texture. */
export const SAMPLED_POSE = join(
  glsl.crowdFloats,
  glsl.crowdTexel,
  glsl.crowdFrames,
  glsl.crowdRotate,
  glsl.crowdColor,
  glsl.crowdMoved,
  glsl.crowdRow,
  crowdTable,
  poseSampled,
);

export const TINT = join('uniform vec3 crowdBaseColor;', glsl.crowdTint);

/** Declarations of a vertex shader that samples one cell of a texture atlas. */
export const CELL = glsl.crowdCell;

export const INSTANCE_CELL = withConstants('crowdInstance.x >> CROWD_SLOT_BITS');

/** Declarations of a fragment shader that dithers. */
export const DITHER = glsl.crowdDither;

/** The program that fills the palette, or with `CROWD_LIMB_PASS` the target of the limbs. */
export const PALETTE_VERTEX = join(crowdSlotTexel, crowdLimbTexel, paletteVertex);

const BLENDED_LOCAL = [
  glsl.crowdFloats,
  glsl.crowdTexel,
  glsl.crowdFrames,
  glsl.crowdSlerp,
  glsl.crowdAxes,
  glsl.crowdInverseRotate,
  glsl.crowdMoved,
  glsl.crowdQuaternion,
  glsl.crowdRow,
  glsl.crowdLayers,
  crowdTable,
  blendedLocal,
];
export const PALETTE_FRAGMENT = join(...BLENDED_LOCAL, crowdLimbTexel, paletteFragment);
export const LIMBS_FRAGMENT = join(...BLENDED_LOCAL, glsl.crowdLegTurns, limbsFragment);
