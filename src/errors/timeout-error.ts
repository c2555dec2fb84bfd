import { CrowdError, isCrowdError } from './crowd-error.js';

/** The service did not answer in time. */
export class TimeoutError extends CrowdError {
  override readonly name = 'TimeoutError';

  constructor(
    message: string,
    readonly url: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** True for {@link TimeoutError}, whichever copy of this package threw it. */
export function isTimeoutError(value: unknown): value is TimeoutError {
  return isCrowdError(value, 'TimeoutError');
}
