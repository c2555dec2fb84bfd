import { CrowdError, isCrowdError } from './crowd-error.js';

/** The renderer or device lacks what was asked of it. */
export class UnsupportedError extends CrowdError {
  override readonly name = 'UnsupportedError';
}

export function isUnsupportedError(value: unknown): value is UnsupportedError {
  return isCrowdError(value, 'UnsupportedError');
}
