import type { Limbs } from '../../rig/index.js';
import {
  BUILD_SHIFT,
  CELL_SHIFT,
  CLEAR,
  CLIP_BITS,
  CLIP_MASK,
  COLOR_BITS,
  COLOR_MASK,
  DATA_WIDTH,
  HALF_YAW_SINE,
  HEADING_STEPS,
  LAYER_FIELD,
  LIFT_RANGE,
  LONG_MOVE,
  MAX_BUILD,
  MOST_YAW,
  NO_PART,
  OPACITY_SHIFT,
  PART_BITS,
  PARTS_A_CHARACTER,
  RELEASE_SECONDS,
  RISE_RANGE,
  FIELD as ROW_FIELD,
  HIDDEN as ROW_HIDDEN,
  ROW_WORDS,
  TILT_RANGE,
} from '../characters/index.js';
import { HINGE_SHARE, LONGEST_REACH, NECK_SHARE } from '../poses/index.js';
import { LEVELS, NEAR_MESH } from './far-levels.js';
import { BATCH, CLUSTER_BITS, CLUSTER_VERTICES, KEEPS_COLOR } from './far-mesh.js';

const TEXEL = 4;

/** Hysteresis of the level of detail: relative difference from the threshold at which it changes. */
export const HYSTERESIS = 0.08;

/**
 * Largest error of a character's shadow, as a multiple of its error in the camera's picture. A shadow lies flat on the
 * ground, and its edge is blurred. With 400 people in a map of 2,048 texels a side, the shadow pass has 0.46 of the triangles
 * of the camera's levels.
 */
export const SHADOW_ERROR = 2;

/** Bits of the palette slot or row in the first word of an instance; the texture cell is above them. */
export const SLOT_BITS = 24;
export const SLOT_MASK = (1 << SLOT_BITS) - 1;

/** Invocations of a workgroup of a compute kernel. */
export const WORKGROUP = 64;

/** The control buffer of WebGPU, in words: a dispatch's size, the slot count, then draws. */
export const CONTROL = {
  /** Word of the slot count, after the three words of a dispatch's size. */
  slotCount: 3,
  draws: 4,
  /** Words of an indexed draw: indices, instances, first index, base vertex, first instance. */
  drawWords: 5,
  /** Words of the far draw, which has no index: vertices, instances, first vertex, first instance. */
  farDrawWords: 4,
  /** Word of the instance count within either kind of draw. */
  instanceCount: 1,
} as const;

/**
 * All numbers that shaders share with TypeScript, by their names in the shaders. The only source of the layouts of the
 * character table, the control buffer and the far mesh.
 */
const CONSTANTS: Readonly<Record<string, number>> = {
  CROWD_DATA_BITS: Math.log2(DATA_WIDTH),
  CROWD_DATA_MASK: DATA_WIDTH - 1,

  CROWD_ROW_TEXELS: ROW_WORDS / TEXEL,
  CROWD_POSITION_TEXEL: texelOf(ROW_FIELD.x),
  CROWD_ANIMATION_TEXEL: texelOf(ROW_FIELD.clips),
  CROWD_FADE_TEXEL: texelOf(ROW_FIELD.fadeSeconds),
  CROWD_LOOK_TEXEL: texelOf(ROW_FIELD.parts),
  CROWD_HEADING: ROW_FIELD.heading % TEXEL,
  CROWD_SCALE: ROW_FIELD.scale % TEXEL,
  CROWD_START: ROW_FIELD.start % TEXEL,
  CROWD_SPEED: ROW_FIELD.speed % TEXEL,
  CROWD_CLIPS: ROW_FIELD.clips % TEXEL,
  CROWD_CLIP_BITS: CLIP_BITS,
  CROWD_CLIP_MASK: CLIP_MASK,
  CROWD_BUILD_SHIFT: BUILD_SHIFT,
  CROWD_BUILD_MASK: MAX_BUILD,
  CROWD_CELL_SHIFT: CELL_SHIFT,
  CROWD_SLOT_BITS: SLOT_BITS,
  CROWD_SLOT_MASK: SLOT_MASK,
  CROWD_OLD_START: ROW_FIELD.oldStart % TEXEL,
  CROWD_OLD_SPEED: ROW_FIELD.oldSpeed % TEXEL,
  CROWD_FADE_START: ROW_FIELD.fadeStart % TEXEL,
  CROWD_FADE_SECONDS: ROW_FIELD.fadeSeconds % TEXEL,
  CROWD_COLORS: ROW_FIELD.garment % TEXEL,
  CROWD_PARTS: ROW_FIELD.parts % TEXEL,
  CROWD_PART_BITS: PART_BITS,
  CROWD_PART_MASK: (1 << PART_BITS) - 1,
  CROWD_NO_PART: NO_PART,
  CROWD_PARTS_A_CHARACTER: PARTS_A_CHARACTER,
  CROWD_HIDDEN: ROW_HIDDEN,
  CROWD_COLOR_BITS: COLOR_BITS,
  CROWD_COLOR_MASK: COLOR_MASK,
  CROWD_KEEPS_COLOR: KEEPS_COLOR,
  CROWD_OPACITY_SHIFT: OPACITY_SHIFT,
  CROWD_CLEAR: CLEAR,
  CROWD_LONG_MOVE: LONG_MOVE,

  CROWD_BODY_TEXEL: texelOf(LAYER_FIELD.hips),
  CROWD_UPPER_TEXEL: texelOf(LAYER_FIELD.clip),
  CROWD_FOOT_LIFT: LAYER_FIELD.footLift,
  CROWD_FOOT_TURN: LAYER_FIELD.footTurn,
  CROWD_HIPS_WORD: LAYER_FIELD.hips % TEXEL,
  CROWD_LOOK_WORD: LAYER_FIELD.look % TEXEL,
  CROWD_UPPER_FADE_START: LAYER_FIELD.fadeStart % TEXEL,
  CROWD_UPPER_FADE_SECONDS: LAYER_FIELD.fadeSeconds % TEXEL,
  CROWD_UPPER_CLIP: LAYER_FIELD.clip % TEXEL,
  CROWD_UPPER_START: LAYER_FIELD.start % TEXEL,
  CROWD_UPPER_SPEED: LAYER_FIELD.speed % TEXEL,
  CROWD_LIFT_RANGE: LIFT_RANGE,
  CROWD_RISE_RANGE: RISE_RANGE,
  CROWD_HEADING_STEPS: HEADING_STEPS,
  CROWD_MOST_YAW_COSINE: Math.cos(MOST_YAW),
  CROWD_MOST_HALF_YAW_SINE: Math.sin(MOST_YAW / 2),
  CROWD_RELEASE_SECONDS: RELEASE_SECONDS,
  CROWD_HALF_YAW_SINE: HALF_YAW_SINE,
  CROWD_TILT_RANGE: TILT_RANGE,
  CROWD_HINGE_SHARE: HINGE_SHARE,
  CROWD_LONGEST_REACH: LONGEST_REACH,
  CROWD_NECK_SHARE: NECK_SHARE,

  CROWD_NEAR_MESH: NEAR_MESH,
  /** The tint of a part, and two words for each level. */
  CROWD_PART_WORDS: 1 + 2 * LEVELS,
  CROWD_CLUSTER_BITS: CLUSTER_BITS,
  CROWD_CLUSTER_MASK: (1 << CLUSTER_BITS) - 1,
  CROWD_CLUSTER_VERTICES: CLUSTER_VERTICES,
  CROWD_BATCH: BATCH,
  CROWD_HYSTERESIS: HYSTERESIS,
  CROWD_SHADOW_ERROR: SHADOW_ERROR,

  CROWD_GROUP: WORKGROUP,
  CROWD_SLOT_COUNT: CONTROL.slotCount,
  CROWD_DRAWS: CONTROL.draws,
  CROWD_DRAW_WORDS: CONTROL.drawWords,
  CROWD_FAR_DRAW_WORDS: CONTROL.farDrawWords,
  CROWD_INSTANCE_COUNT: CONTROL.instanceCount,
};

/**
 * WGSL or GLSL with the names of the constants replaced by their numbers: unsigned integers, or floats where they have a
 * fraction. Names that are not in the list stay, such as those that a crowd's own kernels declare.
 */
export function withConstants(source: string): string {
  return source.replace(/\bCROWD_[A-Z_]+\b/g, (name) => {
    const value = CONSTANTS[name];
    if (value === undefined) return name;
    return Number.isInteger(value) ? `${value}u` : `${value}`;
  });
}

/** The joints of a rig's limbs as GLSL constants, for `limbs-fragment.glsl`. */
export function limbDeclarations({ hips, legs, head }: Limbs): string {
  const vector = (values: readonly number[]): string =>
    `vec3(${values.map((value) => (Number.isInteger(value) ? `${value}.0` : `${value}`)).join(', ')})`;
  const joints = legs.map(({ thigh, shin, foot, toe }) => `ivec4(${[thigh, shin, foot, toe].join(', ')})`);
  return [
    `const int CROWD_HIPS = ${hips};`,
    `const ivec4 CROWD_LEGS[2] = ivec4[2](${joints.join(', ')});`,
    `const vec3 CROWD_HINGES[2] = vec3[2](${legs.map(({ hinge }) => vector(hinge)).join(', ')});`,
    `const int CROWD_HEAD = ${head?.head ?? -1};`,
    `const int CROWD_NECK = ${head?.neck ?? -1};`,
    `const vec3 CROWD_FORWARD = ${vector(head?.forward ?? [0, 0, 1])};`,
  ].join('\n');
}

function texelOf(field: number): number {
  return Math.floor(field / TEXEL);
}
