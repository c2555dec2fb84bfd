/** State of a bucket after a request. */
export interface Allowance {
  readonly isAllowed: boolean;
  /** Requests that would be allowed now, one after the other. */
  readonly remaining: number;
  /** Whole seconds until there are as many as there can be; for a request that is not allowed, until it would be. */
  readonly seconds: number;
}

export interface RateLimiterOptions {
  /** Requests a second, on the whole. */
  readonly perSecond: number;
  /** Seconds' worth of requests that may come at once. */
  readonly seconds: number;
}

interface Bucket {
  tokens: number;
  /** When it had so many, in milliseconds. */
  at: number;
}

/** Names whose buckets are remembered; a bucket that is forgotten is full again. */
const MOST_NAMES = 20_000;

/** Allows so many requests a second for each name, and a store of them for when more come at once: token buckets. */
export class RateLimiter {
  readonly #perSecond: number;
  readonly #capacity: number;
  // The one that was used longest ago is first, and is the fullest or nearly so.
  readonly #buckets = new Map<string, Bucket>();
  readonly #now: () => number;
  /** The limit as `RateLimit-Policy` tells it: `q=5000;w=10`. */
  readonly policy: string;

  /** @param now milliseconds that only grow. @default those of this process */
  constructor({ perSecond, seconds }: RateLimiterOptions, now = () => performance.now()) {
    this.#perSecond = perSecond;
    this.#capacity = perSecond * seconds;
    this.#now = now;
    this.policy = `q=${this.#capacity};w=${seconds}`;
  }

  /** Takes a request from what a name has left. */
  take(name: string): Allowance {
    const bucket = this.#bucketOf(name);
    const allowance = this.#judge(bucket.tokens);
    if (allowance.isAllowed) bucket.tokens -= 1;
    return allowance;
  }

  /** Undoes a {@link take} that was allowed. */
  giveBack(name: string): void {
    this.#bucketOf(name).tokens += 1;
  }

  /** Returns the result of {@link take} without taking anything. */
  look(name: string): Allowance {
    return this.#judge(this.#bucketOf(name).tokens);
  }

  #judge(tokens: number): Allowance {
    const isAllowed = tokens >= 1;
    const left = isAllowed ? tokens - 1 : tokens;
    const missing = isAllowed ? this.#capacity - left : 1 - left;
    return {
      isAllowed,
      remaining: Math.floor(left),
      seconds: Math.max(1, Math.ceil(missing / this.#perSecond)),
    };
  }

  #bucketOf(name: string): Bucket {
    const now = this.#now();
    const bucket = this.#buckets.get(name) ?? { tokens: this.#capacity, at: now };
    bucket.tokens = Math.min(this.#capacity, bucket.tokens + ((now - bucket.at) * this.#perSecond) / 1000);
    bucket.at = now;
    this.#buckets.delete(name);
    this.#buckets.set(name, bucket);
    if (this.#buckets.size > MOST_NAMES) {
      const [oldest] = this.#buckets.keys();
      this.#buckets.delete(oldest);
    }
    return bucket;
  }
}
