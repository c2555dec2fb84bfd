import { fetchJson } from './assets/index.js';
import { AssetError } from './errors/index.js';
import {
  type Assets,
  type CrowdResponse,
  completeRecipe,
  parseManifest,
  type RecipeInput,
} from './protocol/index.js';

interface RecipeSource {
  readonly recipe: RecipeInput;
  readonly assets: Assets;
  readonly baseUrl?: string | undefined;
  readonly fetch?: typeof fetch | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes the response that the service sends for a recipe: the same characters in the same order, from the catalogue that
 * `assets.manifest_json` names.
 *
 * @throws {RecipeError} for a field that is wrong, or that the catalogue cannot fill
 * @throws {AssetError} for a catalogue that cannot be loaded
 */
export async function generateResponse(source: RecipeSource): Promise<CrowdResponse> {
  const { assets, baseUrl, fetch, signal } = source;
  const recipe = completeRecipe(source.recipe);
  const address = catalogueAddress(assets, baseUrl ?? globalThis.document?.baseURI);
  const [{ catalogueFields, generateCharacters }, catalogue] = await Promise.all([
    // Loaded on demand: pages whose crowds come from a service generate nothing.
    import('./generate/public.js'),
    fetchJson(address, { fetch, signal }),
  ]);
  const manifest = parseManifest(catalogue);
  return {
    crowd_id: '',
    name: '',
    collection: recipe.collection,
    recipe,
    characters: generateCharacters(recipe, manifest),
    ...catalogueFields(recipe, manifest),
    assets,
    updated_at: new Date(0).toISOString(),
  };
}

function catalogueAddress({ manifest_json: address }: Assets, base: string | undefined): string {
  if (address && URL.canParse(address, base)) return new URL(address, base).href;
  throw new AssetError(
    `assets.manifest_json is ${JSON.stringify(address)}, which is no address. A crowd from a recipe needs the catalogue ` +
      'of parts: give the `assets` of a response of the service, and a `baseUrl` for relative addresses.',
    String(address),
  );
}
