export { affineToMatrix } from './affine-matrices.js';
export {
  type BoundedClip,
  type BoundedTexture,
  boundClips,
  type CharacterExtent,
  characterExtent,
} from './clip-bounds.js';
export { CpuPose } from './cpu-pose.js';
export type { CrowdIntersection } from './crowd-intersection.js';
export { HINGE_SHARE, LONGEST_REACH } from './leg-turns.js';
export { NECK_SHARE } from './pose-layers.js';
export { PoseQueries } from './pose-queries.js';
