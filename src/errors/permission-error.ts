import { ApiError } from './api-error.js';
import { isCrowdError } from './crowd-error.js';

/** 403: over the plan's size limit, or not the owner of the crowd. */
export class PermissionError extends ApiError {
  override readonly name = 'PermissionError';
}

/** True for {@link PermissionError}, whichever copy of this package threw it. */
export function isPermissionError(value: unknown): value is PermissionError {
  return isCrowdError(value, 'PermissionError');
}
