/**
 * The wire: types of the messages between the service and its callers, and their checks.
 *
 * @module three-crowd/protocol
 */
// The schemas are not exported on purpose: the library that they are written with may change without notice.
export {
  type AnimationMap,
  type Assets,
  BOUNDARY_SHAPES,
  type BodyBuild,
  type BoneTextureManifest,
  type BoundaryShape,
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
  type NoiseType,
  type Obstacle,
  parseCrowdResponse,
  parseManifest,
  type ReadOptions,
  type Recipe,
  type RecipeInput,
  type Scene,
  type SceneSlot,
  type SceneThing,
  type Terrain,
  type Tint,
  toLeftHanded,
} from './index.js';
