import { CrowdError, isCrowdError } from './crowd-error.js';

/** A character names a part that is no SkinnedMesh node of the master GLB. */
export class UnknownPartError extends CrowdError {
  override readonly name = 'UnknownPartError';

  constructor(
    message: string,
    readonly part: string,
    /** Index of the character, or −1 where a shared part is meant. */
    readonly character: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** True for {@link UnknownPartError}, whichever copy of this package threw it. */
export function isUnknownPartError(value: unknown): value is UnknownPartError {
  return isCrowdError(value, 'UnknownPartError');
}
