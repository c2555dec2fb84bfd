import type { NamedRequest } from '../request-mark.js';
import { ServiceError } from '../service-error.js';

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
