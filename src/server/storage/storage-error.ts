import { CrowdError } from '../../errors/index.js';

/**
 * The storage cannot do its work now, but may soon: it is away, it is busy, or its disk is full. Where a connection
 * broke while something was being saved, that may have been saved: ask again with the same `Idempotency-Key`.
 */
export class StorageUnavailableError extends CrowdError {
  override readonly name = 'StorageUnavailableError';
}
