export type { CloneSource } from './character-clone.js';
export { CloneClips } from './clone-clips.js';
export { type ClonedCrowd, type ClonedCrowdData, createClonedCrowd } from './cloned-crowd.js';
export { Hero, type HeroSource } from './hero.js';
