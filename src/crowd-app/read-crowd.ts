import { catalogueFields, generateCharacters } from '../generate/public.js';
import { type CrowdResponse, parseManifest, type Recipe } from '../protocol/index.js';

/** A crowd in a tool's result. It contains some of the characters, or none. */
export interface ListedCrowd {
  readonly crowd_id: string;
  readonly name: string;
  readonly collection: string;
  readonly recipe: Recipe;
  readonly assets: CrowdResponse['assets'];
  readonly updated_at: string;
}

/** Returns the crowd of a tool's result; undefined if there is none, as in an error. */
export function findCrowd(content: unknown): ListedCrowd | undefined {
  const { crowd_id, recipe, assets } = (content ?? {}) as Partial<ListedCrowd>;
  return crowd_id && recipe && assets ? (content as ListedCrowd) : undefined;
}

/**
 * Returns a crowd with all characters. They are generated here from the recipe and the manifest, which is public: that
 * needs no key and counts as no request.
 *
 * @throws {Error} if the manifest cannot be loaded
 */
export async function completeCrowd(listed: ListedCrowd): Promise<CrowdResponse> {
  const response = await fetch(listed.assets.manifest_json);
  if (!response.ok) throw new Error(`${listed.assets.manifest_json} answered ${response.status}.`);
  const manifest = parseManifest(await response.json());
  return {
    ...listed,
    characters: generateCharacters(listed.recipe, manifest),
    ...catalogueFields(listed.recipe, manifest),
  };
}
