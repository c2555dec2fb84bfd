import { hash } from 'node:crypto';
import { daysBefore } from '../accounts/clock.js';
import { ServiceError } from '../core/service-error.js';
import type { RequestMark } from '../storage/storage.js';

/** A request with a name, so that repeating it does not count again. */
export interface NamedRequest {
  /** `Idempotency-Key` */
  readonly key: string;
  /** Method, address and body. */
  readonly content: string;
}

/**
 * Creates the mark by which the storage recognises a named request.
 *
 * @param expired requests of this name from before that time are others. @default a day before
 */
export function markRequest(
  { key, content }: NamedRequest,
  now: Date,
  expired: Date = daysBefore(now, 1),
): RequestMark {
  if (now.getTime() !== times.now || expired.getTime() !== times.before) {
    const [at, expiredAt] = [now.toISOString(), expired.toISOString()];
    times = { now: now.getTime(), before: expired.getTime(), at, expired: expiredAt };
  }
  return { key, fingerprint: fingerprintOf(content), at: times.at, expired: times.expired };
}

/** Times of the last mark. Formatting them takes longer than all else, and many marks have the same millisecond. */
let times = { now: Number.NaN, before: Number.NaN, at: '', expired: '' };

/** The last content: consecutive requests often differ in their names only. */
let last = { content: '', fingerprint: hash('sha256', '') };

function fingerprintOf(content: string): string {
  if (content !== last.content) last = { content, fingerprint: hash('sha256', content) };
  return last.fingerprint;
}

/** The error for a name that was used for another request. */
export function createReusedKeyError(): ServiceError {
  return new ServiceError(422, 'Idempotency-Key: was used for another request; give each its own');
}

const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * The request as its `Idempotency-Key` names it; undefined where it has none.
 *
 * @param content what makes it this request and no other
 * @throws {ServiceError} 400 for a key that is none
 */
export function nameRequest(key: string | undefined, content: string): NamedRequest | undefined {
  if (key === undefined) return undefined;
  if (!KEY.test(key)) {
    throw new ServiceError(400, 'Idempotency-Key: must be 1 to 255 printable characters without spaces');
  }
  return { key, content };
}
