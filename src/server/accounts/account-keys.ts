import * as z from 'zod/mini';
import { parseFields } from '../core/parse-input.js';
import { ServiceError } from '../core/service-error.js';
import type { Storage, StoredKey } from '../storage/storage.js';
import { issueLimitedKey } from './accounts.js';
import { type Caller, checkUnlimited } from './caller-permissions.js';

const MOST_KEYS = 100;
const MOST_ORIGINS = 20;
/** The largest integer of a 32-bit column. */
const MOST_UNITS = 2 ** 31 - 1;

const text = (longest: number) =>
  z.string().check(
    z.regex(new RegExp(`^[^\\0\\p{Surrogate}]{0,${longest}}$`, 'u'), {
      error: `must be a text of at most ${longest} characters without NUL and unpaired surrogates`,
    }),
  );

/** Body of `POST /v1/keys`. */
export const keyInputSchema = z.strictObject({
  label: z.optional(text(200)),
  access: z.optional(z.enum(['read', 'write'])),
  collection: z.optional(z.nullable(text(200).check(z.minLength(1)))),
  origins: z.optional(z.nullable(z.array(text(300)).check(z.minLength(1), z.maxLength(MOST_ORIGINS)))),
  expires_at: z.optional(z.nullable(z.iso.datetime({ offset: true }))),
  quota: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(MOST_UNITS)))),
});

interface Options {
  readonly storage: Storage;
  readonly now: () => Date;
}

/** The keys of accounts. Only keys without limits may list, create and revoke them. */
export class AccountKeys {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Oldest first. @throws {ServiceError} 403 for a limited key */
  list(caller: Caller): Promise<StoredKey[]> {
    checkUnlimited(caller);
    return this.#options.storage.listKeys(caller.id, caller.time);
  }

  /**
   * Creates a key, which is returned once.
   *
   * @throws {ServiceError} 403 for a limited key, or one that expires before the new one would, 422 for what cannot be
   */
  async create(caller: Caller, body: unknown): Promise<{ key: string; stored: StoredKey }> {
    checkUnlimited(caller);
    const input = parseFields(keyInputSchema, body);
    const expiresAt = this.#parseExpiry(caller, input.expires_at ?? null);
    const limits = {
      access: input.access ?? 'write',
      collection: input.collection ?? null,
      origins: input.origins?.map(parseOrigin) ?? null,
      expiresAt,
      quota: input.quota ?? null,
    };
    const issued = await issueLimitedKey(
      this.#options.storage,
      caller,
      input.label ?? '',
      limits,
      this.#options.now(),
      MOST_KEYS,
    );
    if (!issued) {
      throw new ServiceError(422, `an account may have ${MOST_KEYS} keys that are in use; revoke one first`);
    }
    return issued;
  }

  /** @throws {ServiceError} 403 for a limited key, 404 where the account has no such key that still opens something */
  async revoke(caller: Caller, id: string): Promise<void> {
    const isOwn = (await this.list(caller)).some((key) => key.id === id);
    if (
      !isOwn ||
      !(await this.#options.storage.revokeKey(id, this.#options.now().toISOString(), caller.time))
    ) {
      throw new ServiceError(404, 'key not found');
    }
  }

  /** A key creates no key that expires later than itself. */
  #parseExpiry({ limits }: Caller, text: string | null): string | null {
    const expiresAt = text === null ? null : new Date(text).toISOString();
    if (expiresAt !== null && expiresAt <= this.#options.now().toISOString()) {
      throw new ServiceError(422, 'expires_at: must be a time to come');
    }
    if (limits.expiresAt !== null && (expiresAt === null || expiresAt > limits.expiresAt)) {
      throw new ServiceError(
        403,
        `expires_at: this key makes keys that expire by ${limits.expiresAt}, as it does`,
      );
    }
    return expiresAt;
  }
}

function parseOrigin(text: string): string {
  const origin = URL.canParse(text) ? new URL(text).origin : undefined;
  if (origin !== text || origin === 'null' || origin.includes('*')) {
    throw new ServiceError(
      422,
      'origins: must be origins of pages without wildcards, such as https://shop.example',
    );
  }
  return origin;
}
