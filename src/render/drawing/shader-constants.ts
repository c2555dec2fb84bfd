import {
  DATA_WIDTH,
  NO_PART,
  PART_BITS,
  PARTS_A_CHARACTER,
  ROW_FIELD,
  ROW_HIDDEN,
  ROW_WORDS,
} from '../characters/index.js';
import { CLUSTER_BITS, CLUSTER_VERTICES } from './far-mesh.js';

/** Words of a texel. */
const TEXEL = 4;

/** How much a character's share of the view may differ from the threshold before its level of detail changes. */
export const HYSTERESIS = 0.08;

/** Invocations of a workgroup of a compute kernel. */
export const WORKGROUP = 64;

/** The control buffer of WebGPU, in words: a dispatch's size, the slot count, then draws. */
export const CONTROL = {
  /** Behind the three words of a dispatch's size: the number of slots. */
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
 * Every number that shaders share with TypeScript, by the name that shader text calls it. This is the only source of the
 * layouts of the character table, the control buffer and the far mesh.
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

  CROWD_CLUSTER_BITS: CLUSTER_BITS,
  CROWD_CLUSTER_MASK: (1 << CLUSTER_BITS) - 1,
  CROWD_CLUSTER_VERTICES: CLUSTER_VERTICES,
  CROWD_HYSTERESIS: HYSTERESIS,

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

/** The texel of a row that a field is in. */
function texelOf(field: number): number {
  return Math.floor(field / TEXEL);
}
