import blendedLocal from '../../../shaders/webgl/crowd-blended-local.glsl?raw';
import crowdLimbTexel from '../../../shaders/webgl/crowd-limb-texel.glsl?raw';
import crowdMatrix from '../../../shaders/webgl/crowd-matrix.glsl?raw';
import paletteBone from '../../../shaders/webgl/crowd-palette-bone.glsl?raw';
import poseFar from '../../../shaders/webgl/crowd-pose-far.glsl?raw';
import posePalette from '../../../shaders/webgl/crowd-pose-palette.glsl?raw';
import poseSampled from '../../../shaders/webgl/crowd-pose-sampled.glsl?raw';
import sampledBone from '../../../shaders/webgl/crowd-sampled-bone.glsl?raw';
import crowdSlotTexel from '../../../shaders/webgl/crowd-slot-texel.glsl?raw';
import crowdTable from '../../../shaders/webgl/crowd-table.glsl?raw';
import limbsFragment from '../../../shaders/webgl/limbs-fragment.glsl?raw';
import paletteFragment from '../../../shaders/webgl/palette-fragment.glsl?raw';
import paletteVertex from '../../../shaders/webgl/palette-vertex.glsl?raw';
import * as glsl from '../drawing/glsl.js';
import { type FarMesh, withConstants } from '../drawing/index.js';

const join = (...sources: string[]): string => withConstants(sources.join('\n'));

/** Declarations of a vertex shader that reads its pose from the palette. */
export const PALETTE_POSE = join(glsl.crowdColor, crowdMatrix, crowdSlotTexel, paletteBone, posePalette);

const SAMPLED = [
  glsl.crowdFloats,
  glsl.crowdTexel,
  glsl.crowdFrames,
  glsl.crowdColor,
  glsl.crowdMoved,
  glsl.crowdRow,
  crowdTable,
  crowdMatrix,
  sampledBone,
];

/** Declarations of a vertex shader that poses straight from the bone texture. */
export const SAMPLED_POSE = join(...SAMPLED, glsl.crowdRotate, poseSampled);

const FAR_POSE = join(
  ...SAMPLED,
  glsl.crowdFarNormal,
  glsl.crowdTint,
  glsl.crowdInverseRotate,
  crowdSlotTexel,
  paletteBone,
  poseFar,
);

/**
 * Declarations of the far draw's vertex shader, which takes its vertices from a texture too.
 *
 * @param slots of the palette, if some characters have none
 */
export function farPoseDeclarations(
  { hasUv, grid }: Pick<FarMesh, 'hasUv' | 'grid'>,
  slots?: number,
): string {
  const defines = [
    hasUv && 'CROWD_FAR_UV',
    grid && 'CROWD_FAR_ATLAS',
    slots !== undefined && `CROWD_FAR_SLOTS ${slots}u`,
  ];
  return [...defines.filter(Boolean).map((define) => `#define ${define}`), FAR_POSE].join('\n');
}

export const TINT = join('uniform vec3 crowdBaseColor;', glsl.crowdTint);

/** Declarations of a fragment shader of cloth with woven patterns. */
export const WEAVE = glsl.crowdWeave;

/** Declarations of a vertex shader that samples one cell of a texture atlas. */
export const CELL = glsl.crowdCell;

export const INSTANCE_CELL = withConstants('crowdInstance.x >> CROWD_SLOT_BITS');

/** Declarations of a fragment shader that dithers. */
export const DITHER = glsl.crowdDither;

/** The program that fills the palette, or with `CROWD_LIMB_PASS` the target of the limbs. */
export const PALETTE_VERTEX = join(crowdMatrix, crowdSlotTexel, crowdLimbTexel, paletteVertex);

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
  crowdMatrix,
  blendedLocal,
];
export const PALETTE_FRAGMENT = join(...BLENDED_LOCAL, crowdLimbTexel, paletteFragment);
export const LIMBS_FRAGMENT = join(...BLENDED_LOCAL, glsl.crowdLegTurns, limbsFragment);
