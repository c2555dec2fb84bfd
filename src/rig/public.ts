/**
 * Skeletons and clips as plain arrays: sampling, retargeting, baking, the bone texture.
 *
 * @module three-crowd/rig
 */
export {
  type BakeOptions,
  type BoneTexture,
  bakeBoneTexture,
  type Clip,
  decodeBoneTexture,
  encodeBoneTexture,
  type Interpolation,
  type RetargetConvention,
  type RetargetedClip,
  type RetargetOptions,
  retargetClip,
  type Skeleton,
  type Skin,
  type SkinnedVertices,
  samplePose,
  skinMatrices,
  type Track,
  type TrackPath,
} from './index.js';
