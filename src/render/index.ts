export { type BuildCrowdOptions, buildCrowd, type CrowdMode } from './build-crowd.js';
export type {
  CharacterState,
  ClipId,
  ColorInput,
  ColorsInput,
  LoopMode,
  NextClip,
  PartsInput,
  PlaceInput,
  SetClipOptions,
  Who,
} from './characters/index.js';
export type { Hero } from './clones/index.js';
export { Crowd, type CrowdStats, type CrowdTier } from './crowd.js';
export type { BackendName, CrowdRenderer, FarDraws, WebGPULikeRenderer } from './drawing/index.js';
export type { FrameBudgetOptions, FrameBudgetReport } from './frame-budget.js';
export type { CrowdIntersection } from './poses/index.js';
