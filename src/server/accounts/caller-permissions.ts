import type { DatabaseTime } from '../core/database-time.js';
import { ServiceError } from '../core/service-error.js';
import type { Account, KeyLimits, KeyQuota, SavedCrowd } from '../storage/storage.js';
import { SAMPLE_ACCOUNT } from './plans.js';

/** The caller of the service: an account, with the limits of the key that it used. */
export interface Caller extends Account {
  readonly limits: KeyLimits;
  /** SHA-256 of the key, in hex; undefined for the operator. */
  readonly keyHash?: string | undefined;
  /** Time that its request has waited for the database; undefined for the operator. */
  readonly time?: DatabaseTime | undefined;
}

/** Limits of a key without limits, and of the operator. */
export const NO_LIMITS: KeyLimits = {
  access: 'write',
  collection: null,
  origins: null,
  expiresAt: null,
  quota: null,
};

/** The quota of a caller's key; undefined for a key without one of its own. */
export function keyQuotaOf({ keyHash, limits: { quota } }: Caller): KeyQuota | undefined {
  return keyHash === undefined || quota === null ? undefined : { hash: keyHash, quota };
}

/**
 * Refuses a key that has expired, or is sent by a page of another origin than it was made for.
 *
 * @param origin of the page that sends the request; undefined where there is none
 * @throws {ServiceError} 401 or 403
 */
export function checkUse({ expiresAt, origins }: KeyLimits, origin: string | undefined, now: Date): void {
  if (expiresAt !== null && now.toISOString() >= expiresAt) {
    throw new ServiceError(401, `the API key expired at ${expiresAt}; make a new one`, {
      'WWW-Authenticate': 'Bearer error="invalid_token"',
    });
  }
  if (origins !== null && (origin === undefined || !origins.includes(origin))) {
    throw new ServiceError(403, `this key may only be sent by pages of ${origins.join(', ')}`);
  }
}

/** True if a key may see a crowd of its collection, or a sample. */
export function maySee({ limits }: Caller, crowd: SavedCrowd): boolean {
  return crowd.isSample || limits.collection === null || crowd.recipe.collection === limits.collection;
}

/** @throws {ServiceError} 403 for a key that only reads */
export function checkWriting({ limits }: Caller): void {
  if (limits.access === 'read') throw new ServiceError(403, 'this key reads crowds and changes none');
}

/** @throws {ServiceError} 403 for a key of another collection */
export function checkCollection({ limits }: Caller, collection: string): void {
  if (limits.collection === null || limits.collection === collection) return;
  throw new ServiceError(
    403,
    `collection: this key is for the collection "${limits.collection}", not "${collection}"`,
  );
}

/**
 * Refuses limited keys, for routes about keys and webhooks.
 *
 * @throws {ServiceError} 403 for a key with limits other than its expiry, and for the public one
 */
export function checkUnlimited({ id, limits }: Caller): void {
  const { access, collection, origins, quota } = limits;
  const isLimited = access === 'read' || collection !== null || origins !== null || quota !== null;
  if (id !== SAMPLE_ACCOUNT.id && !isLimited) return;
  throw new ServiceError(403, 'only a key without limits may see and change keys and webhooks');
}
