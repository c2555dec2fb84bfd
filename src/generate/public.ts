/**
 * From a recipe and a manifest to the characters of a crowd, the same bytes on every machine and engine.
 *
 * @module three-crowd/generate
 */
// The types that the functions below take and return, so that theirs need no other entry.
export type { Point } from '../math/index.js';
export type { Character, Manifest, Recipe } from '../protocol/index.js';
export { generateCharacters } from './generate-characters.js';
export * from './index.js';
