// Functions for other folders. They do not place characters, so that pages start without that code. `public.ts` lists all.

export { catalogueFields, obstaclesOf } from './recipe/scene.js';
export { type SplinePath, splinePath } from './shapes/spline.js';
export { terrainHeight } from './terrain.js';
export { bodyRadius } from './traits/body-size.js';
export { type CharacterGroup, groupsOf } from './traits/groups.js';
export { walkDirection, walkSpeed } from './traits/walkers.js';
