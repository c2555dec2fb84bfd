import type { NamedRequest } from '../request-mark.js';
import { ServiceError } from '../service-error.js';

const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * The request as its `Idempotency-Key` names it; undefined where it has none.
 *
 * @param content what makes it this request and no other
 * @throws {ServiceError} 400 for a key that is none
 */
export function nameRequest(request: Request, content: string): NamedRequest | undefined {
  const key = request.headers.get('Idempotency-Key');
  if (key === null) return undefined;
  if (!KEY.test(key)) {
    throw new ServiceError(400, 'Idempotency-Key: must be 1 to 255 printable characters without spaces');
  }
  return { key, content };
}
