// Skeletons and clips as plain arrays: what other folders may use of this one. Users get what `public.ts` lists.
export type { RetargetConvention } from '../protocol/index.js';
export { type BakeOptions, bakeBoneTexture } from './bake-bone-texture.js';
export { type BoneTexture, encodeBoneTexture, readBoneMatrix, storedFrames } from './bone-texture.js';
export {
  type BodySizes,
  BUILDS,
  createBuild,
  findBody,
  stretchedBind,
} from './builds.js';
export { chainTransform, EVEN_TRANSFORM_SIZE, multiplyTransforms } from './chain-transform.js';
export {
  type Clip,
  clipLoops,
  type Interpolation,
  startAtFirstKey,
  type Track,
  type TrackPath,
} from './clip.js';
export { findBone, isSameBone } from './find-bone.js';
export type { Head, Leg, Limbs } from './find-limbs.js';
export { BONE_ROLES, type BoneRole, findRole, PALM, wordsOf } from './find-role.js';
export { findSoles, type Soles } from './find-soles.js';
export { fitTextureToSkin } from './fit-texture.js';
export {
  measureBlendedFootPaths,
  measureFootPaths,
  measureGroundSpeeds,
  PATH,
  PATH_STRIDE,
  type PacedClip,
} from './foot-paths.js';
export { type FramePair, frameAt, locateFrame, STEP_TOLERANCE } from './frame-at.js';
export { estimateGroundSpeed, type GroundVelocity, measureGround } from './ground-speed.js';
export { joinBoneTextures } from './join-bone-textures.js';
export type { JointPoses } from './joint-transforms.js';
export {
  type Build,
  composeLocal,
  deriveJointPoses,
  deriveLocalPoses,
  joinJointPoses,
  type LocalPoses,
} from './local-poses.js';
export { decodeBoneTexture } from './manifest/decode-bone-texture.js';
export { namedBones, RETARGET_CONVENTIONS, readManifest } from './manifest/read-manifest.js';
export { skinMatrices, worldMatrices } from './pose-matrices.js';
export { type ChosenConvention, chooseConvention } from './retarget/choose-convention.js';
export { listNames, matchBones } from './retarget/match-bones.js';
export { matchRetargetConvention } from './retarget/match-convention.js';
export { type RetargetedClip, type RetargetOptions, retargetClip } from './retarget/retarget-clip.js';
export { goesAway, type SeparatedMotion, separateRootMotion } from './root-motion.js';
export { samplePose } from './sample-pose.js';
export { type Floats, type Skeleton, type Skin, TRS_SIZE } from './skeleton.js';
export {
  jointVertices,
  readVertices,
  type SkinnedVertices,
  skinnedRadius,
  type VertexAttribute,
} from './skinned-bounds.js';
