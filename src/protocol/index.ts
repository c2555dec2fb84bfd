// The wire: what other folders may use of this one. Users get what `public.ts` lists.
export {
  type AnimationMap,
  type Assets,
  assetsSchema,
  CLIP_NAMES,
  type ClipName,
  IDLE_CLIPS,
  MAX_DRAW_CALLS,
} from './assets.js';
export type { BoneTextureManifest, ClipInfo, RetargetConvention } from './bone-texture-manifest.js';
export {
  type BodyBuild,
  type Character,
  characterSchema,
  type Hsl,
  SPAWN_CLIPS,
  type SpawnClip,
} from './character.js';
export { completeRecipe } from './complete-recipe.js';
export { CROWD_ID } from './crowd-id.js';
export {
  type CrowdResponse,
  crowdResponseSchema,
  parseCrowdResponse,
} from './crowd-response.js';
export { describeIssue, WITH_MESSAGES } from './describe-issue.js';
export { findUnknownFields, type UnknownField } from './find-unknown-fields.js';
export { parseHexColor } from './hex-color.js';
export {
  type Bucket,
  type Manifest,
  type ManifestPart,
  manifestSchema,
  PART_KINDS,
  type PartKind,
  parseManifest,
  TINTS,
  type Tint,
} from './manifest.js';
export { parseProjectSummaries, parseSavedProject } from './parse-project.js';
export type { ReadOptions } from './parse-tolerantly.js';
export {
  type Project,
  type ProjectChange,
  type ProjectInput,
  type ProjectPage,
  type ProjectSummary,
  projectPageSchema,
  projectSchema,
  projectSummarySchema,
  type SavedProject,
} from './project.js';
export {
  BOUNDARY_SHAPES,
  type BoundaryShape,
  DISTRIBUTIONS,
  type Distribution,
  NOISE_TYPES,
  type NoiseType,
  type Obstacle,
  RECIPE_VERSION,
  type Recipe,
  type RecipeInput,
  type Terrain,
} from './recipe.js';
export { recipeSchema } from './recipe-schema.js';
export type { Scene, SceneSlot, SceneThing } from './scene.js';
export { TIERS, type Tier } from './tier.js';
export { toLeftHanded } from './to-left-handed.js';
