import { CrowdError, isCrowdError } from './crowd-error.js';

/** What an {@link ApiError} knows of the answer. */
export interface ApiErrorDetails {
  /** HTTP status, 400 to 599. */
  readonly status: number;
  readonly url: string;
  /** The service's `X-Request-Id`, to quote in a report. */
  readonly requestId?: string;
}

/** The service answered with an error status. Subclasses name the ones a caller may want to tell apart. */
export class ApiError extends CrowdError {
  override readonly name: string = 'ApiError';
  readonly status: number;
  readonly url: string;
  readonly requestId: string | undefined;

  constructor(message: string, details: ApiErrorDetails, options?: ErrorOptions) {
    super(message, options);
    this.status = details.status;
    this.url = details.url;
    this.requestId = details.requestId;
  }
}

/** True for {@link ApiError} and all its subclasses. */
export function isApiError(value: unknown): value is ApiError {
  return isCrowdError(value) && typeof (value as Partial<ApiError>).status === 'number';
}
