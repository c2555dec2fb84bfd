import { CrowdError } from '../../errors/index.js';

/** A request that cannot be served: its status and what to tell the caller. */
export class ServiceError extends CrowdError {
  override readonly name = 'ServiceError';

  constructor(
    /** HTTP status, 400 to 499. */
    readonly status: number,
    message: string,
    /** Headers that belong to the answer. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}
