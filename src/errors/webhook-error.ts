import { CrowdError, isCrowdError } from './crowd-error.js';

/** A message that claims to come from the service does not, was changed on its way, or is too old. */
export class WebhookError extends CrowdError {
  override readonly name = 'WebhookError';
}

/** True for {@link WebhookError}, whichever copy of this package threw it. */
export function isWebhookError(value: unknown): value is WebhookError {
  return isCrowdError(value, 'WebhookError');
}
