import { CrowdError, isCrowdError } from './crowd-error.js';

/** A bone texture or its manifest is incomplete, contradictory or does not fit the skeleton. */
export class BoneTextureError extends CrowdError {
  override readonly name = 'BoneTextureError';

  constructor(
    message: string,
    /** The manifest's field, or the part of the data, that is wrong. */
    readonly field: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** True for {@link BoneTextureError}, whichever copy of this package threw it. */
export function isBoneTextureError(value: unknown): value is BoneTextureError {
  return isCrowdError(value, 'BoneTextureError');
}
