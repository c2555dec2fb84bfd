// Functions for other folders that do not place characters, so that a page starts without that code. `public.ts` has all.

export { type SplinePath, splinePath } from './shapes/spline.js';
export { terrainHeight } from './terrain.js';
export { bodyRadius } from './traits/body-size.js';
export { type CharacterGroup, groupsOf } from './traits/groups.js';
export { walkDirection, walkSpeed } from './traits/walkers.js';
