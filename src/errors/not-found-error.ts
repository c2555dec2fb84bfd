import { ApiError } from './api-error.js';
import { isCrowdError } from './crowd-error.js';

/** 404: there is no such crowd, or it is not yours to see. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/** True for {@link NotFoundError}, whichever copy of this package threw it. */
export function isNotFoundError(value: unknown): value is NotFoundError {
  return isCrowdError(value, 'NotFoundError');
}
