/**
 * Generates the characters of a crowd from a recipe and a manifest: the same bytes on every machine and engine.
 *
 * @module three-crowd/generate
 */
// Types of arguments and results, so that users need no other entry.
export type { Point } from '../math/index.js';
export type { Character, Manifest, Recipe } from '../protocol/index.js';
export { generateCharacters } from './generate-characters.js';
export * from './index.js';
