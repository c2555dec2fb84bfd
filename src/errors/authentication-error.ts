import { ApiError } from './api-error.js';
import { isCrowdError } from './crowd-error.js';

/** 401: the key is missing or not valid. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError';
}

/** True for {@link AuthenticationError}, whichever copy of this package threw it. */
export function isAuthenticationError(value: unknown): value is AuthenticationError {
  return isCrowdError(value, 'AuthenticationError');
}
