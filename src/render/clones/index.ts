export { CloneGeometries, type CloneOptions, type CloneSurfaces } from './character-clone.js';
export { CloneClips } from './clone-clips.js';
export { ClonedCrowd, type ClonedCrowdOptions } from './cloned-crowd.js';
export { Hero, type HeroOptions } from './hero.js';
export type { LayeredRig } from './layered-bones.js';
