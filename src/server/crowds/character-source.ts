import type { Manifest, Recipe } from '../../protocol/index.js';
import { BoundedCache } from '../core/bounded-cache.js';
import { canonicalJson } from '../core/canonical-json.js';
import type { DatabaseTime } from '../core/database-time.js';
import type { SavedCrowd, Storage } from '../storage/storage.js';
import type { CharacterGenerator } from './generation/character-generator.js';
import type { EncodedCharacters } from './generation/encoded-characters.js';
import type { Kits } from './kit-versions.js';

/** Bytes of encoded characters kept in memory over all crowds; one takes about 300. */
const CACHED_BYTES = 32 * 1024 * 1024;

/** Derives characters from recipes and the catalogues that these are pinned to. */
export class CharacterSource {
  readonly #storage: Storage;
  readonly #manifests = new Map<string, Manifest>();
  readonly #characters = new BoundedCache<EncodedCharacters>(CACHED_BYTES);
  readonly #generator: CharacterGenerator;
  /** Characters that are being generated. Requests that come meanwhile share them. */
  readonly #underWay = new Map<string, Promise<EncodedCharacters>>();

  constructor(storage: Storage, kits: Kits, generator: CharacterGenerator) {
    this.#storage = storage;
    this.#generator = generator;
    for (const { manifest } of kits.all) this.#manifests.set(manifest.version, manifest);
  }

  /** @param time of the request */
  async charactersOf(
    { recipe, manifestVersion }: SavedCrowd,
    time?: DatabaseTime,
  ): Promise<{ characters: EncodedCharacters; manifest: Manifest }> {
    const manifest = await this.manifestOf(manifestVersion, time);
    const key = `${manifestVersion} ${canonicalJson(recipe)}`;
    const characters = this.#characters.get(key) ?? (await this.#generateOnce(key, recipe, manifest));
    return { characters, manifest };
  }

  #generateOnce(key: string, recipe: Recipe, manifest: Manifest): Promise<EncodedCharacters> {
    const underWay = this.#underWay.get(key);
    if (underWay) return underWay;
    const generated = this.#generator
      .generate(recipe, manifest)
      .then((characters) => {
        this.#characters.set(
          key,
          characters,
          key.length + characters.json.length + characters.starts.byteLength,
        );
        return characters;
      })
      .finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, generated);
    return generated;
  }

  /** @param time of the request */
  async manifestOf(version: string, time?: DatabaseTime): Promise<Manifest> {
    const known = this.#manifests.get(version) ?? (await this.#storage.findManifest(version, time));
    if (!known) throw new Error(`The storage has no manifest "${version}".`);
    this.#manifests.set(version, known);
    return known;
  }
}
