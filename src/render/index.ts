export type { CrowdGoOptions, CrowdMotion, CrowdMotionEvents, Footstep } from '../motion/index.js';
export { type AddCharacters, type GLTFCharacterOptions, isComplete } from './added-characters.js';
export { buildCrowd } from './build-crowd.js';
export {
  type BuildCrowdOptions,
  type CrowdLook,
  type CrowdMode,
  checkOptions,
  chooseDrawMode,
  SHARED_OPTION_NAMES,
  type SharedOptions,
} from './build-crowd-options.js';
export type {
  CharacterSelection,
  CharacterState,
  Characters,
  ClipId,
  ColorInput,
  ColorsInput,
  LoopMode,
  NextClip,
  PartsInput,
  SetClipOptions,
  TransformInput,
  UpperClipOptions,
  Variation,
  VariationInput,
} from './characters/index.js';
export { resolveColor, shownColor } from './characters/index.js';
export type { Hero } from './clones/index.js';
export { preloadClones } from './create-clones.js';
export { Crowd, type CrowdEventMap, isCrowd } from './crowd.js';
export type { CrowdStats, DrawMode } from './crowd-drawing.js';
export { checkRenderer, preloadBackend } from './current-backend.js';
export type {
  BackendName,
  CrowdRenderer,
  OcclusionReport,
  WebGPULikeRenderer,
} from './drawing/index.js';
export type { FrameBudgetOptions, FrameBudgetReport } from './frame-budget.js';
export type { FurtherRenderer } from './further-renderers.js';
export type { CrowdIntersection } from './poses/index.js';
export type { LookTarget } from './poses/look-targets.js';
