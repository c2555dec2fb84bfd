import { CrowdError, isCrowdError } from './crowd-error.js';

/** A file of the crowd could not be loaded or is not what its address promised. */
export class AssetError extends CrowdError {
  override readonly name = 'AssetError';

  constructor(
    message: string,
    /** The address that was asked for. */
    readonly url: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** True for {@link AssetError}, whichever copy of this package threw it. */
export function isAssetError(value: unknown): value is AssetError {
  return isCrowdError(value, 'AssetError');
}
