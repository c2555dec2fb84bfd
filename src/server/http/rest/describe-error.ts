import { maskKeys } from '../../accounts/api-key.js';
import type { ServiceLogger } from '../../core/logger.js';
import { ServiceError } from '../../core/service-error.js';
import { StorageUnavailableError } from '../../storage/storage.js';

/** The answer to a request that failed. */
export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly error: string };
}

/** Describes an error for its caller, and logs it where it is the service's own. @param fields of the request, for the log */
export function describeError(error: unknown, logger: ServiceLogger, fields: () => object): ErrorAnswer {
  if (error instanceof ServiceError) {
    return { status: error.status, headers: error.headers, body: { error: maskKeys(error.message) } };
  }
  if (error instanceof StorageUnavailableError) {
    logger.warn({ ...fields(), reason: error.message, cause: String(error.cause) }, 'storage unavailable');
    return { status: 503, headers: { 'Retry-After': '1' }, body: { error: `${error.message}; try again` } };
  }
  logger.error({ ...fields(), err: error }, 'request failed');
  return { status: 500, headers: {}, body: { error: 'internal error' } };
}
