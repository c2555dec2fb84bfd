export { CloneClips } from './clone-clips.js';
export { type ClonedCrowd, type ClonedCrowdData, createClonedCrowd } from './cloned-crowd.js';
export type { CloneSource } from './dressed-clone.js';
export { Hero, type HeroSource } from './hero.js';
