import { ApiError } from './api-error.js';
import { isCrowdError } from './crowd-error.js';

/** 400, 409, 413, 415 or 422: the request itself is wrong. */
export class InvalidRequestError extends ApiError {
  override readonly name = 'InvalidRequestError';
}

/** True for {@link InvalidRequestError}, whichever copy of this package threw it. */
export function isInvalidRequestError(value: unknown): value is InvalidRequestError {
  return isCrowdError(value, 'InvalidRequestError');
}
