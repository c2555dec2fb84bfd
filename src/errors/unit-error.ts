import { CrowdError, isCrowdError } from './crowd-error.js';

/** The loaded characters are neither in metres nor off by the known factor of one hundred. */
export class UnitError extends CrowdError {
  override readonly name = 'UnitError';

  constructor(
    message: string,
    /** Height of the measured character as loaded; about 1.7 is right. */
    readonly height: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** True for {@link UnitError}, whichever copy of this package threw it. */
export function isUnitError(value: unknown): value is UnitError {
  return isCrowdError(value, 'UnitError');
}
