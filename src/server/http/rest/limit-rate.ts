import type { Context, MiddlewareHandler } from 'hono';
import { addressBlockOf } from '../../accounts/address-block.js';
import { hashApiKey } from '../../accounts/api-key.js';
import type { Caller } from '../../accounts/caller-permissions.js';
import { type Allowance, RateLimiter } from '../../accounts/rate-limiter.js';
import { BoundedCache } from '../../core/bounded-cache.js';
import { ServiceError } from '../../core/service-error.js';
import { bearerKeyOf } from './authenticate.js';
import type { Environment } from './environment.js';

/** Seconds' worth of requests that may come at once. */
const STORED_SECONDS = 10;

/** Room for some 12,000 hashes of keys. */
const VALID_KEY_BYTES = 4 * 1024 * 1024;

/** Requests that may be billed. They take from their bucket only if they are not. */
const BILLABLE = /^(?:GET \/v1\/crowd\/|POST \/v1\/projects$|PUT \/v1\/projects\/|POST \/mcp$)/;

/** A bucket of each caller, by what its requests are. */
type Kind = 'free' | 'unbilled' | 'address';

/**
 * Limits the requests that are not billed; billed ones are limited by the quota alone. Each key has its own buckets at
 * each address, so that a key in a page does not lock out other visitors or the account's other keys:
 *
 * - `free`: requests that are never billed, such as lists;
 * - `unbilled`: requests that could have been billed, such as a read that is answered 304;
 * - `address`: requests without a valid key, by address alone.
 */
export class RateLimits {
  readonly #limiters: Readonly<Record<Kind, RateLimiter>>;
  /** Hashes of the keys that were valid last. */
  readonly #validKeys = new BoundedCache<true>(VALID_KEY_BYTES, () => 1);

  /** @param perSecond requests a second of one bucket */
  constructor(perSecond: number) {
    const create = () => new RateLimiter({ perSecond, seconds: STORED_SECONDS });
    this.#limiters = { free: create(), unbilled: create(), address: create() };
  }

  /** Goes around {@link authenticate}: refuses an address before its key is looked up, and counts what is refused. */
  readonly byAddress: MiddlewareHandler<Environment> = async (context, next) => {
    const address = context.env?.address;
    this.checkAddress(address, context.req.header('Authorization'));
    await next();
    if (address === undefined || context.get('account')) return;
    this.#tell(context, 'address', this.#limiters.address.take(addressBlockOf(address)));
  };

  /** Goes behind {@link authenticate}: limits by key and address. */
  readonly byKey: MiddlewareHandler<Environment> = async (context, next) => {
    const bucket = bucketOf(context.get('account'), context.env?.address);
    this.#remember(context.get('account'));
    const isBillable = BILLABLE.test(`${context.req.raw.method} ${context.req.path}`);
    const kind = isBillable ? 'unbilled' : 'free';
    const limiter = this.#limiters[kind];
    const allowance = isBillable ? limiter.look(bucket) : limiter.take(bucket);
    if (!allowance.isAllowed) throw this.#refuse(kind, allowance);
    await next();
    if (isBillable && !context.get('isCounted')) limiter.take(bucket);
    this.#tell(context, kind, allowance);
  };

  /**
   * Refuses an address that has sent too much without a valid key. Keys that were valid lately pass: somebody else may have
   * the same address.
   *
   * @throws {ServiceError} 429
   */
  checkAddress(address: string | undefined, authorization: string | undefined): void {
    if (address === undefined) return;
    const allowance = this.#limiters.address.look(addressBlockOf(address));
    if (allowance.isAllowed) return;
    const key = bearerKeyOf(authorization);
    if (key === undefined || !this.#validKeys.get(hashApiKey(key))) throw this.#refuse('address', allowance);
  }

  /** Counts a request without a valid key. */
  countRefused(address: string | undefined): void {
    if (address !== undefined) this.#limiters.address.take(addressBlockOf(address));
  }

  /**
   * Lets a request through that may be billed.
   *
   * @returns the value of `RateLimit`
   * @throws {ServiceError} 429 where too many such requests were not billed
   */
  checkBillable(caller: Caller, address: string | undefined): string {
    this.#remember(caller);
    const allowance = this.#limiters.unbilled.look(bucketOf(caller, address));
    if (!allowance.isAllowed) throw this.#refuse('unbilled', allowance);
    return describe('unbilled', allowance);
  }

  /** Counts a request that could have been billed and was not. */
  countUnbilled(caller: Caller, address: string | undefined): void {
    this.#limiters.unbilled.take(bucketOf(caller, address));
  }

  /**
   * Counts a request that could be billed, before it is known whether it is.
   *
   * @returns takes the count back, for a request that was billed
   * @throws {ServiceError} 429 where too many such requests were not billed
   */
  takeBillable(caller: Caller, address: string | undefined): () => void {
    const bucket = bucketOf(caller, address);
    const allowance = this.#limiters.unbilled.take(bucket);
    if (!allowance.isAllowed) throw this.#refuse('unbilled', allowance);
    return () => this.#limiters.unbilled.giveBack(bucket);
  }

  /** The value of `RateLimit-Policy` for requests that may be billed. */
  get billablePolicy(): string {
    return `"unbilled";${this.#limiters.unbilled.policy}`;
  }

  #remember({ keyHash }: Caller): void {
    if (keyHash !== undefined && !this.#validKeys.get(keyHash)) this.#validKeys.set(keyHash, true);
  }

  #refuse(kind: Kind, allowance: Allowance): ServiceError {
    return new ServiceError(429, TOO_MANY, this.#headersOf(kind, allowance));
  }

  #tell(context: Context<Environment>, kind: Kind, allowance: Allowance): void {
    const { headers } = context.res;
    for (const [header, value] of Object.entries(this.#headersOf(kind, allowance))) {
      // The headers of a used-up quota stay: that limit matters more.
      if (!headers.has(header)) headers.set(header, value);
    }
  }

  /** The header fields of the IETF's draft "RateLimit header fields for HTTP". */
  #headersOf(kind: Kind, allowance: Allowance): Record<string, string> {
    const { isAllowed, seconds } = allowance;
    return {
      RateLimit: describe(kind, allowance),
      'RateLimit-Policy': `"${kind}";${this.#limiters[kind].policy}`,
      ...(!isAllowed && { 'Retry-After': String(seconds) }),
    };
  }
}

/** Name of a key at an address. */
export function bucketOf({ keyHash, id }: Caller, address: string | undefined): string {
  return `${keyHash ?? id} ${address === undefined ? '' : addressBlockOf(address)}`;
}

function describe(kind: Kind, { remaining, seconds }: Allowance): string {
  return `"${kind}";r=${remaining};t=${seconds}`;
}

const TOO_MANY = 'too many free requests at once: wait for as many seconds as Retry-After says';
