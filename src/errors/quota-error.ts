import { ApiError } from './api-error.js';
import { isCrowdError } from './crowd-error.js';

/** 429: the plan's quota is used up, or requests come too fast. */
export class QuotaError extends ApiError {
  override readonly name = 'QuotaError';
}

/** True for {@link QuotaError}, whichever copy of this package threw it. */
export function isQuotaError(value: unknown): value is QuotaError {
  return isCrowdError(value, 'QuotaError');
}
