// Skeletons and clips as plain arrays: what other folders may use of this one. Users get what `public.ts` lists.
export { type BakeOptions, bakeBoneTexture } from './bake-bone-texture.js';
export { type BoneTexture, decodeBoneTexture, encodeBoneTexture, readBoneMatrix } from './bone-texture.js';
export { type Clip, clipLoops, type Interpolation, type Track, type TrackPath } from './clip.js';
export { findBone } from './find-bone.js';
export { fitTextureToSkin } from './fit-texture.js';
export { type FramePair, frameAt, locateFrame } from './frame-at.js';
export { estimateGroundSpeed } from './ground-speed.js';
export { composeLocal, deriveLocalPoses, type LocalPoses } from './local-poses.js';
export { skinMatrices, worldMatrices } from './pose-matrices.js';
export { readVertices, type VertexAttribute } from './read-vertices.js';
export { type ChosenConvention, chooseConvention } from './retarget/choose-convention.js';
export { matchRetargetConvention } from './retarget/match-convention.js';
export { type RetargetedClip, type RetargetOptions, retargetClip } from './retarget/retarget-clip.js';
export type { RetargetConvention } from './retarget/retarget-pose.js';
export { samplePose } from './sample-pose.js';
export { type Floats, type Skeleton, type Skin, TRS_SIZE } from './skeleton.js';
export type { SkinnedVertices } from './skinned-bounds.js';
