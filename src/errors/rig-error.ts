import { CrowdError, isCrowdError } from './crowd-error.js';

/** A skeleton, skin or clip cannot be used: no skin, an unknown bone, tracks that do not match. */
export class RigError extends CrowdError {
  override readonly name = 'RigError';
}

/** True for {@link RigError}, whichever copy of this package threw it. */
export function isRigError(value: unknown): value is RigError {
  return isCrowdError(value, 'RigError');
}
