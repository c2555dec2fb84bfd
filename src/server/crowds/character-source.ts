import type { Manifest } from '../../protocol/index.js';
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
  readonly #characters = new BoundedCache<EncodedCharacters>(
    CACHED_BYTES,
    ({ json, starts }) => json.length + starts.byteLength,
  );
  readonly #generator: CharacterGenerator;

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
    const characters = await this.#characters.getOrMake(key, async () =>
      this.#characters.set(key, await this.#generator.generate(recipe, manifest)),
    );
    return { characters, manifest };
  }

  /** @param time of the request */
  async manifestOf(version: string, time?: DatabaseTime): Promise<Manifest> {
    const known = this.#manifests.get(version) ?? (await this.#storage.findManifest(version, time));
    if (!known) throw new Error(`The storage has no manifest "${version}".`);
    this.#manifests.set(version, known);
    return known;
  }
}
