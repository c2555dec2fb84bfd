export { toAnimationClip } from './animation-clips.js';
export {
  type ClonedCrowd,
  type ClonedCrowdData,
  type CloneSource,
  createClonedCrowd,
} from './cloned-crowd.js';
