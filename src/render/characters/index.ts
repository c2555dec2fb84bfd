export {
  type AnimationState,
  changeSpeed,
  clipPhase,
  createAnimationState,
  fadeTo,
  fadeWeight,
  reverseFade,
  secondsToEnd,
} from './animation-state.js';
export type { RowRun } from './changed-rows.js';
export type {
  ColorsInput,
  PartsInput,
  TransformInput,
  Variation,
  VariationInput,
} from './character-changes.js';
export type { CharacterSelection } from './character-rows.js';
export type { CharacterState } from './character-state.js';
export { CharacterTable, type LinearRgb } from './character-table.js';
export { Characters, type CharactersState } from './characters.js';
export { ClipRegistry, type LoopMode } from './clip-registry.js';
export {
  type ClipId,
  type ClipRequest,
  HOLD,
  holdOf,
  type NextClip,
  type SetClipOptions,
} from './clip-request.js';
export { FollowedTable, type TableChanges } from './followed-table.js';
export { arch, RELEASE_SECONDS, releaseWeight, smoothstep } from './foot-easing.js';
export {
  FADE_SECONDS,
  FROZEN_FADE_SECONDS,
  GAIT,
  type GaitClip,
  GaitClips,
  JOG_ABOVE,
  SHORTEST_STRIDE,
  SLOWEST_PLAYBACK,
  STEPS_BEFORE_IDLE,
  STOP_LAST_SPEED,
  STOP_PLAYBACK,
  STOP_SHARES,
  STOP_SPEED_SHARE,
  STRIDE_LEVELS,
  STRIDE_PARTS,
  STRIDE_PARTS_A_STEP,
  type StopClip,
  type StopEntry,
  WALK_BELOW,
  WHOLE_STRIDE_ABOVE,
} from './gaits.js';
export {
  createShownFoot,
  type FootPlacement,
  type FootRelease,
  HALF_YAW_SINE,
  HEADING_STEPS,
  LAYER_FIELD,
  LayerTable,
  LIFT_RANGE,
  MOST_YAW,
  RISE_RANGE,
  type ShownFoot,
  TILT_RANGE,
  type UpperPlayback,
  upperWeight,
} from './layer-table.js';
export { LONG_MOVE, type MoveTable } from './move-table.js';
export {
  countTriangles,
  materialIndexAt,
  meshNameAt,
  PARTS_A_CHARACTER,
  type Part,
  type PartInUse,
  type PartNumbers,
  type PartsInUse,
  type TintedPart,
} from './part.js';
export { PartRegistry } from './part-registry.js';
export { type ColorInput, resolveCharacter, resolveColor, shownColor } from './resolve-character.js';
export {
  BUILD_SHIFT,
  CELL_SHIFT,
  CLEAR,
  CLIP_BITS,
  CLIP_MASK,
  COLOR_BITS,
  COLOR_MASK,
  FIELD as ROW_FIELD,
  HIDDEN as ROW_HIDDEN,
  MAX_BUILD,
  NO_PART,
  OPACITY_SHIFT,
  PART_BITS,
  packColor,
} from './row-layout.js';
export { DATA_WIDTH, ROW_WORDS, type RowTable } from './row-table.js';
export { shownCell, type TextureGrid, textureGrid } from './texture-grid.js';
export { setUpperClip, type UpperClipOptions } from './upper-clip.js';
