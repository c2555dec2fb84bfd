import type { Tier } from '../../../protocol/index.js';
import { RateLimiter } from '../../accounts/rate-limiter.js';
import { Content } from '../../content/content.js';
import { BoundedCache } from '../../core/bounded-cache.js';
import type { DatabaseTime } from '../../core/database-time.js';
import type { CrowdAnswers } from '../../crowds/crowd-answers.js';
import { etagPrefixOf } from '../../crowds/state-etag.js';
import type { SavedCrowd } from '../../storage/storage.js';

/** Bytes of encoded answers kept in memory; one of 5,000 characters has about 1.5 million. */
const CACHED_BYTES = 64 * 1024 * 1024;

/**
 * An answer is kept for each `Host`, since addresses of assets start with it. Beyond this rate of new hosts for one crowd,
 * answers are not kept.
 */
const NEW_NAMES = { perSecond: 0.2, seconds: 50 };

type CrowdState = Pick<SavedCrowd, 'id' | 'manifestVersion' | 'updatedAt'>;

/** Cache of encoded answers about crowds. */
export class KeptAnswers {
  readonly #answers = new BoundedCache(CACHED_BYTES, Content.sizeOf);
  readonly #names = new RateLimiter(NEW_NAMES);
  readonly #source: Pick<CrowdAnswers, 'encode'>;

  constructor(source: Pick<CrowdAnswers, 'encode'>) {
    this.#source = source;
  }

  /** The kept answer about a crowd, if any. @param baseUrl start of its assets' addresses */
  find(crowd: CrowdState, baseUrl: string, tier: Tier): Content | undefined {
    return this.#answers.get(`${stateOf(crowd, tier)} ${baseUrl}`);
  }

  /**
   * Makes the answer about a crowd, and keeps it unless there were too many new hosts for this crowd.
   *
   * @param time of the request
   * @returns the bytes alone where they are not kept: hashing and compressing takes far longer than sending
   * @throws {ServiceError} 422 where its characters take too long to generate, 503 where too many crowds wait for that
   */
  make(crowd: SavedCrowd, baseUrl: string, tier: Tier, time?: DatabaseTime): Promise<Content | Uint8Array> {
    const state = stateOf(crowd, tier);
    const name = `${state} ${baseUrl}`;
    return this.#answers.getOrMake(name, async () => {
      const json = await this.#source.encode(crowd, baseUrl, tier, time);
      if (!this.#names.take(state).isAllowed) return json;
      return this.#answers.set(name, new Content(json, 'application/json', etagPrefixOf(crowd)));
    });
  }
}

/** All that an answer depends on but the service's address. */
function stateOf({ id, updatedAt, manifestVersion }: CrowdState, tier: Tier): string {
  return `${id} ${updatedAt} ${manifestVersion} ${tier}`;
}
