import { timingSafeEqual } from 'node:crypto';
import { generateCharacters } from '../generate/index.js';
import { type Character, CROWD_ID, type CrowdResponse } from '../protocol/index.js';
import { hashApiKey, isApiKey } from './api-key.js';
import { BoundedCache } from './bounded-cache.js';
import { describeAssets, type Tier } from './describe-assets.js';
import type { KitFiles } from './kit-files.js';
import { ServiceError } from './service-error.js';
import type { Account, SavedCrowd, Storage } from './storage/storage.js';

/** Characters kept in memory over all crowds; one takes about half a kilobyte. */
const CACHED_CHARACTERS = 100_000;

/** What the service does, whatever protocol asks for it. */
export class Service {
  readonly #storage: Storage;
  readonly #kit: KitFiles;
  readonly #characters = new BoundedCache<Character[]>(CACHED_CHARACTERS);

  constructor(storage: Storage, kit: KitFiles) {
    this.#storage = storage;
    this.#kit = kit;
  }

  /**
   * The account that a key belongs to.
   *
   * @throws {ServiceError} 401 if there is no key, or it is not valid
   */
  async authenticate(key: string | undefined): Promise<Account> {
    if (key === undefined) {
      throw new ServiceError(401, 'missing API key: send "Authorization: Bearer <API_KEY>"', {
        'WWW-Authenticate': 'Bearer',
      });
    }
    const hash = hashApiKey(key);
    const stored = isApiKey(key) ? await this.#storage.findKey(hash) : undefined;
    const account =
      stored && timingSafeEqual(stored.hash, hash)
        ? await this.#storage.findAccount(stored.accountId)
        : undefined;
    if (!account) {
      throw new ServiceError(401, 'invalid API key', { 'WWW-Authenticate': 'Bearer error="invalid_token"' });
    }
    return account;
  }

  /**
   * A crowd that an account may read: its own, or a sample.
   *
   * @throws {ServiceError} 404 for all others, so that nobody learns which ids are taken
   */
  async findCrowd(account: Account, id: string): Promise<SavedCrowd> {
    const crowd = CROWD_ID.test(id) ? await this.#storage.findCrowd(id) : undefined;
    if (!crowd || !(crowd.isSample || crowd.accountId === account.id)) {
      throw new ServiceError(404, 'crowd not found');
    }
    return crowd;
  }

  /** A saved crowd with its characters, and its assets' addresses under `baseUrl` (no slash at the end). */
  describeCrowd(crowd: SavedCrowd, baseUrl: string, tier: Tier): CrowdResponse {
    return {
      crowd_id: crowd.id,
      name: crowd.name,
      collection: crowd.recipe.collection,
      recipe: crowd.recipe,
      characters: this.#charactersOf(crowd),
      shared_parts: this.#kit.manifest.shared,
      assets: describeAssets(this.#kit, baseUrl, tier),
      updated_at: crowd.updatedAt,
    };
  }

  #charactersOf({ recipe }: SavedCrowd): Character[] {
    const key = JSON.stringify(recipe);
    const known = this.#characters.get(key);
    if (known) return known;
    const characters = generateCharacters(recipe, this.#kit.manifest);
    this.#characters.set(key, characters, characters.length);
    return characters;
  }
}
