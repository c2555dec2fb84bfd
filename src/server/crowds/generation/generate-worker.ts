import { setPriority } from 'node:os';
import type { Manifest, Recipe } from '../../../protocol/index.js';
import { type EncodedCharacters, encodeCharacters } from './encoded-characters.js';

/** Task of a thread of the {@link CharacterGenerator}. */
export interface GenerationTask {
  readonly recipe: Recipe;
  readonly manifest: Manifest;
}

/** Niceness: a third of the processor time of a thread of 0, where both want all of it. */
const NICENESS = 5;

// Lower priority than requests. On Linux, 0 is the calling thread; elsewhere, the process.
if (process.platform === 'linux') setPriority(0, NICENESS);

/** Runs in a thread of its own, as a file of its own. */
export default ({ recipe, manifest }: GenerationTask): EncodedCharacters =>
  encodeCharacters(recipe, manifest);
