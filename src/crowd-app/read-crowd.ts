import { generateCharacters } from '../generate/public.js';
import { type CrowdResponse, parseManifest, type Recipe } from '../protocol/index.js';

/** A crowd as a result of a tool tells it: with some of its characters, or none. */
export interface ToldCrowd {
  readonly crowd_id: string;
  readonly name: string;
  readonly collection: string;
  readonly recipe: Recipe;
  readonly assets: CrowdResponse['assets'];
  readonly updated_at: string;
}

/** The crowd that a tool's result tells of; undefined for one that tells of none, such as a refusal. */
export function findCrowd(content: unknown): ToldCrowd | undefined {
  const { crowd_id, recipe, assets } = (content ?? {}) as Partial<ToldCrowd>;
  return crowd_id && recipe && assets ? (content as ToldCrowd) : undefined;
}

/**
 * The whole crowd: its characters follow from the recipe and the catalogue, which is open to all, so that the page needs no
 * key, and reading costs nothing.
 *
 * @throws where the catalogue cannot be had
 */
export async function completeCrowd(told: ToldCrowd): Promise<CrowdResponse> {
  const response = await fetch(told.assets.manifest_json);
  if (!response.ok) throw new Error(`${told.assets.manifest_json} answered ${response.status}.`);
  const manifest = parseManifest(await response.json());
  return { ...told, characters: generateCharacters(told.recipe, manifest), shared_parts: manifest.shared };
}
