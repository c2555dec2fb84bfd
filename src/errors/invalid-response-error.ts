import { CrowdError, isCrowdError } from './crowd-error.js';

/** An answer of the service, or data given in its place, does not have the promised shape. */
export class InvalidResponseError extends CrowdError {
  override readonly name = 'InvalidResponseError';

  constructor(
    message: string,
    /** Where in the data, such as \`characters.17.garment_hsl\`. */
    readonly path: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** True for {@link InvalidResponseError}, whichever copy of this package threw it. */
export function isInvalidResponseError(value: unknown): value is InvalidResponseError {
  return isCrowdError(value, 'InvalidResponseError');
}
