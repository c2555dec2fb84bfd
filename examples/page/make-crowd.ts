import type { CrowdResponse } from 'three-crowd';
import { CrowdClient } from 'three-crowd/client';
import { generateCharacters } from 'three-crowd/generate';
import { completeRecipe, parseManifest, type RecipeInput } from 'three-crowd/protocol';
import type { Page } from './open-page.js';

/** A crowd that is made in the page from a recipe: only the assets are those of a crowd of the service. */
export async function makeCrowd(service: Page['service'], input: RecipeInput): Promise<CrowdResponse> {
  const client = new CrowdClient({ ...service, dangerouslyAllowBrowser: true });
  const served = await client.getCrowd('cr_Teahouse');
  const manifest = parseManifest(await (await fetch(served.assets.manifest_json)).json());
  const recipe = completeRecipe(input);
  return { ...served, recipe, characters: generateCharacters(recipe, manifest) };
}
