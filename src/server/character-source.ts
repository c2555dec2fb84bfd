import { generateCharacters } from '../generate/index.js';
import type { Character, Manifest } from '../protocol/index.js';
import { BoundedCache } from './bounded-cache.js';
import { canonicalJson } from './canonical-json.js';
import type { Kits } from './kits.js';
import type { SavedCrowd, Storage } from './storage/storage.js';

/** Characters kept in memory over all crowds; one takes about half a kilobyte. */
const CACHED_CHARACTERS = 100_000;

/** Derives characters from recipes and the catalogues that these are pinned to. */
export class CharacterSource {
  readonly #storage: Storage;
  readonly #manifests = new Map<string, Manifest>();
  readonly #characters = new BoundedCache<Character[]>(CACHED_CHARACTERS);

  constructor(storage: Storage, kits: Kits) {
    this.#storage = storage;
    for (const { manifest } of kits.all) this.#manifests.set(manifest.version, manifest);
  }

  async charactersOf({
    recipe,
    manifestVersion,
  }: SavedCrowd): Promise<{ characters: Character[]; manifest: Manifest }> {
    const manifest = await this.#findManifest(manifestVersion);
    const key = `${manifestVersion} ${canonicalJson(recipe)}`;
    let characters = this.#characters.get(key);
    if (!characters) {
      characters = generateCharacters(recipe, manifest);
      this.#characters.set(key, characters, characters.length);
    }
    return { characters, manifest };
  }

  async #findManifest(version: string): Promise<Manifest> {
    const known = this.#manifests.get(version) ?? (await this.#storage.findManifest(version));
    if (!known) throw new Error(`The storage has no manifest "${version}".`);
    this.#manifests.set(version, known);
    return known;
  }
}
