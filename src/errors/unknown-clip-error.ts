import { CrowdError, isCrowdError } from './crowd-error.js';

/** A character asks for a clip that the crowd does not have. */
export class UnknownClipError extends CrowdError {
  override readonly name = 'UnknownClipError';

  constructor(
    message: string,
    readonly clip: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** True for {@link UnknownClipError}, whichever copy of this package threw it. */
export function isUnknownClipError(value: unknown): value is UnknownClipError {
  return isCrowdError(value, 'UnknownClipError');
}
