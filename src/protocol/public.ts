/**
 * The wire: types of what the service and its callers send each other, and what checks them.
 *
 * @module three-crowd/protocol
 */
// The schemas are not exported on purpose: the library that they are written with may change without notice.
export {
  type AnimationMap,
  type Assets,
  BOUNDARY_SHAPES,
  type BoneTextureManifest,
  type BoundaryShape,
  type Bucket,
  type Character,
  CLIP_NAMES,
  type ClipInfo,
  type ClipName,
  type CrowdResponse,
  completeRecipe,
  DISTRIBUTIONS,
  type Distribution,
  type Hsl,
  IDLE_CLIPS,
  type Manifest,
  type ManifestPart,
  NOISE_TYPES,
  type NoiseType,
  type Obstacle,
  type PartKind,
  type Project,
  type ProjectChange,
  type ProjectInput,
  type ProjectPage,
  type ProjectSummary,
  parseCrowdResponse,
  parseManifest,
  type Recipe,
  type RecipeInput,
  type SpawnClip,
  type Terrain,
  TIERS,
  type Tier,
  type Tint,
} from './index.js';
