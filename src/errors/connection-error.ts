import { CrowdError, isCrowdError } from './crowd-error.js';

/** The service could not be reached. */
export class ConnectionError extends CrowdError {
  override readonly name = 'ConnectionError';

  constructor(
    message: string,
    readonly url: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** True for {@link ConnectionError}, whichever copy of this package threw it. */
export function isConnectionError(value: unknown): value is ConnectionError {
  return isCrowdError(value, 'ConnectionError');
}
