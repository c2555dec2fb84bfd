// What other folders use of recipes, without the placing of characters: an application starts without that,
// and esbuild would put every file that this one names into its start. Who places characters asks `public.ts`.

export { type SplinePath, splinePath } from './shapes/spline.js';
export { terrainHeight } from './terrain.js';
export { bodyRadius } from './traits/body-size.js';
export { type CharacterGroup, groupsOf } from './traits/groups.js';
export { walkDirection, walkSpeed } from './traits/walkers.js';
