// What other folders use of recipes, without the placing of characters: an application starts without that,
// and esbuild would put every file that this one names into its start. Who places characters asks `public.ts`.

export { bodyRadius } from './body-size.js';
export { type CharacterGroup, groupsOf } from './groups.js';
export { type SplinePath, splinePath } from './spline.js';
export { terrainHeight } from './terrain.js';
export { walkDirection, walkSpeed } from './walkers.js';
