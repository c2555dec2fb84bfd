import type { Manifest, Recipe } from '../../protocol/index.js';
import { type EncodedCharacters, encodeCharacters } from './encoded-characters.js';

/** What a thread of the {@link CharacterGenerator} is given. */
export interface GenerationTask {
  readonly recipe: Recipe;
  readonly manifest: Manifest;
}

/** Runs in a thread of its own, as a file of its own. */
export default ({ recipe, manifest }: GenerationTask): EncodedCharacters =>
  encodeCharacters(recipe, manifest);
