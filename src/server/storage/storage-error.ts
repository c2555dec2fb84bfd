import { CrowdError } from '../../errors/index.js';

/**
 * The storage is away, busy, or its disk is full. If a connection broke during a change, the change may have been saved:
 * send the request again with the same `Idempotency-Key`.
 */
export class StorageUnavailableError extends CrowdError {
  override readonly name = 'StorageUnavailableError';
}
