import { CrowdError, isCrowdError } from './crowd-error.js';

/** The renderer or device lacks what was asked of it. */
export class UnsupportedError extends CrowdError {
  override readonly name = 'UnsupportedError';
}

/** True for {@link UnsupportedError}, whichever copy of this package threw it. */
export function isUnsupportedError(value: unknown): value is UnsupportedError {
  return isCrowdError(value, 'UnsupportedError');
}
