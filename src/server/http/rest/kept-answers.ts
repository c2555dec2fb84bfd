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
  readonly #answers = new BoundedCache<Content>(CACHED_BYTES);
  readonly #names = new RateLimiter(NEW_NAMES);
  /** Answers that are being made, by name. Requests that come meanwhile share them. */
  readonly #making = new Map<string, Promise<Content | Uint8Array>>();

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
    const name = `${stateOf(crowd, tier)} ${baseUrl}`;
    const known = this.#making.get(name);
    if (known) return known;
    const making = this.#make(crowd, baseUrl, tier, time).finally(() => this.#making.delete(name));
    this.#making.set(name, making);
    return making;
  }

  async #make(
    crowd: SavedCrowd,
    baseUrl: string,
    tier: Tier,
    time?: DatabaseTime,
  ): Promise<Content | Uint8Array> {
    const json = await this.#source.encode(crowd, baseUrl, tier, time);
    const state = stateOf(crowd, tier);
    if (!this.#names.take(state).isAllowed) return json;
    const answer = new Content(json, 'application/json', etagPrefixOf(crowd));
    this.#answers.set(`${state} ${baseUrl}`, answer, answer.bytes.byteLength);
    return answer;
  }
}

/** All that an answer depends on but the service's address. */
function stateOf({ id, updatedAt, manifestVersion }: CrowdState, tier: Tier): string {
  return `${id} ${updatedAt} ${manifestVersion} ${tier}`;
}
