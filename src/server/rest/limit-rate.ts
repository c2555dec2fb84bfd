import type { Context, MiddlewareHandler } from 'hono';
import { type Allowance, RateLimiter } from '../rate-limiter.js';
import { ServiceError } from '../service-error.js';
import type { Environment } from './environment.js';

/** Seconds' worth of requests that may come at once. */
const STORED_SECONDS = 10;

/**
 * Limits what nobody pays for: of each account, the requests that are not billed; of each address, those without a
 * valid key. What is billed is limited by its price.
 */
export class RateLimits {
  readonly #accounts: RateLimiter;
  readonly #addresses: RateLimiter;

  /** @param perSecond free requests a second of one account, or without a key of one address */
  constructor(perSecond: number) {
    const options = { perSecond, seconds: STORED_SECONDS };
    this.#accounts = new RateLimiter(options);
    this.#addresses = new RateLimiter(options);
  }

  /** Goes around {@link authenticate}: counts by address what it refuses. */
  readonly byAddress: MiddlewareHandler<Environment> = async (context, next) => {
    await next();
    const address = context.env?.address;
    if (address === undefined || context.get('account')) return;
    const allowance = this.#addresses.take(address);
    if (!allowance.isAllowed) context.res = context.json({ error: TOO_MANY }, 429);
    this.#tell(context, 'address', this.#addresses, allowance);
  };

  /** Goes behind it: counts by account, and gives back what was billed. */
  readonly byAccount: MiddlewareHandler<Environment> = async (context, next) => {
    const { id } = context.get('account');
    const allowance = this.#accounts.take(id);
    if (!allowance.isAllowed) {
      throw new ServiceError(429, TOO_MANY, this.#headersOf('free', this.#accounts, allowance));
    }
    await next();
    if (context.get('isBilled')) this.#accounts.giveBack(id);
    this.#tell(context, 'free', this.#accounts, allowance);
  };

  /**
   * Lets a billed request of an account through, which takes nothing of what is free.
   *
   * @returns the value of `RateLimit`, which tells what is; undefined where the account has asked too much for free
   */
  admitBilled(accountId: string): string | undefined {
    const allowance = this.#accounts.look(accountId);
    return allowance.isAllowed ? describe('free', allowance) : undefined;
  }

  /** The value of `RateLimit-Policy` that goes with {@link admitBilled}. */
  get policyOfAccounts(): string {
    return `"free";${this.#accounts.policy}`;
  }

  #tell(context: Context<Environment>, name: string, limiter: RateLimiter, allowance: Allowance): void {
    const { headers } = context.res;
    for (const [header, value] of Object.entries(this.#headersOf(name, limiter, allowance))) {
      // A quota that is used up has been told already, and is what matters then.
      if (!headers.has(header)) headers.set(header, value);
    }
  }

  /** The header fields of the IETF's draft "RateLimit header fields for HTTP". */
  #headersOf(name: string, { policy }: RateLimiter, allowance: Allowance): Record<string, string> {
    const { isAllowed, seconds } = allowance;
    return {
      RateLimit: describe(name, allowance),
      'RateLimit-Policy': `"${name}";${policy}`,
      ...(!isAllowed && { 'Retry-After': String(seconds) }),
    };
  }
}

function describe(name: string, { remaining, seconds }: Allowance): string {
  return `"${name}";r=${remaining};t=${seconds}`;
}

const TOO_MANY = 'too many free requests at once: wait for as many seconds as Retry-After says';
