import { timeAfter } from '../accounts/clock.js';
import { canonicalJson } from '../core/canonical-json.js';
import type { SavedCrowd } from '../storage/storage.js';
import { parseProjectChange } from './project-input.js';

/**
 * A crowd as a change leaves it. What the change does not say stays as it is, the collection also where a new recipe
 * does not name one.
 *
 * The recipe counts as changed if it means something else than before, whatever order its fields are in. Giving the
 * crowd another collection beside the recipe does not change it.
 *
 * @throws {ServiceError} 422 naming the field that is wrong
 */
export function reviseCrowd(
  current: SavedCrowd,
  body: unknown,
  now: Date,
): { crowd: SavedCrowd; isRecipeChanged: boolean } {
  const change = parseProjectChange(body);
  const sent = change.recipe ?? current.recipe;
  const said = change.saysCollection ? sent.collection : current.recipe.collection;
  const recipe = { ...sent, collection: change.collection ?? said };
  const isRecipeChanged = canonicalJson({ ...sent, collection: said }) !== canonicalJson(current.recipe);
  const next = { ...current, name: change.name ?? current.name, recipe };
  if (canonicalJson(next) === canonicalJson(current)) return { crowd: current, isRecipeChanged: false };
  return { crowd: { ...next, updatedAt: timeAfter(now, current.updatedAt) }, isRecipeChanged };
}
