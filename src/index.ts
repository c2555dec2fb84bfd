/**
 * Crowds of animated characters for three.js.
 *
 * @module three-crowd
 */

export {
  type CrowdAssets,
  type GLTFSource,
  type GLTFThingOptions,
  type InstancedModels,
  loadCrowdAssets,
  type TextureVariants,
} from './assets/index.js';
export { CrowdClient, type CrowdClientOptions } from './client/index.js';
export { createCrowd } from './create-crowd.js';
export type {
  CreateCrowdOptions,
  CrowdProgress,
  DrawOptions,
  GivenCrowdOptions,
  RecipeCrowdOptions,
  ServedCrowdOptions,
} from './create-crowd-options.js';
export { createInstancedModels, type InstancedModelsOptions } from './create-instanced-models.js';
export * from './errors/index.js';
export { createCrowdFromGLTF } from './from-gltf/create-crowd-from-gltf.js';
export type {
  CreateCrowdFromGLTFOptions,
  GLTFMotionOptions,
} from './from-gltf/gltf-crowd-options.js';
export type { BuildOptions, VaryOptions } from './from-gltf/vary-options.js';
export { terrainHeight } from './generate/index.js';
export type { Heightmap } from './math/index.js';
export type { Ground, GroundHeight, GroundPoint, MotionOptions } from './motion/index.js';
export type { Assets, Character, CrowdResponse, Recipe, RecipeInput, SceneThing } from './protocol/index.js';
export { readRecipeLink, writeRecipeLink } from './recipe-link.js';
export {
  type BackendName,
  type BuildCrowdOptions,
  buildCrowd,
  type CharacterSelection,
  type CharacterState,
  type ClipId,
  type ColorInput,
  type ColorsInput,
  Crowd,
  type CrowdEventMap,
  type CrowdGoOptions,
  type CrowdIntersection,
  type CrowdLook,
  type CrowdMode,
  type CrowdMotion,
  type CrowdMotionEvents,
  type CrowdRenderer,
  type CrowdStats,
  type DrawMode,
  type Footstep,
  type FrameBudgetOptions,
  type FrameBudgetReport,
  type FurtherRenderer,
  type GLTFCharacterOptions,
  type Hero,
  isCrowd,
  type LookTarget,
  type LoopMode,
  type NextClip,
  type OcclusionReport,
  type PartsInput,
  type SetClipOptions,
  type TransformInput,
  type UpperClipOptions,
  type Variation,
  type VariationInput,
} from './render/index.js';
