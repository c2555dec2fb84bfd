export {
  type BoundedClip,
  type BoundedTexture,
  boundClips,
  type CharacterExtent,
  characterExtent,
} from './clip-bounds.js';
export type { CrowdIntersection } from './crowd-intersection.js';
export { PoseQueries } from './pose-queries.js';
