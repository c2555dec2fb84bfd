/**
 * From a recipe and a manifest to the characters of a crowd, the same bytes on every machine and engine.
 *
 * @module three-crowd/generate
 */
// The types that the functions below take and return, so that theirs need no other entry.
export type { Point, Polyline } from '../math/index.js';
export type { Character, Manifest, Recipe } from '../protocol/index.js';
export { type GeneratedCrowd, generateCharacters, generateCrowd } from './generate-characters.js';
export * from './index.js';
export { checkRoom, mostCharacters } from './placement/room.js';
export { checkRecipe } from './recipe/check-recipe.js';
