import type { CrowdResponse, Manifest, Recipe } from '../../protocol/index.js';
import { sceneOf } from './scene.js';

/** Returns the fields of a crowd's response that are the catalogue's, besides characters and assets. */
export function catalogueFields(
  recipe: Pick<Recipe, 'scene'>,
  manifest: Manifest,
): Pick<CrowdResponse, 'shared_parts' | 'builds' | 'scene'> {
  const { shared, builds } = manifest;
  const scene = sceneOf(recipe, manifest);
  return { shared_parts: shared, ...(builds ? { builds } : {}), ...(scene ? { scene } : {}) };
}
