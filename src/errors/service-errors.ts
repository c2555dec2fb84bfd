import { CrowdError } from './crowd-error.js';

/** Details of an error response. */
export interface ApiErrorDetails {
  /** HTTP status, 400 to 599. */
  readonly status: number;
  readonly url: string;
  /** The response's `X-Request-Id`. Quote it when you report the error. */
  readonly requestId?: string;
}

/** The service answered with an error status. The common ones have subclasses. */
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

/** 400, 409, 413, 415 or 422: the request itself is wrong. */
export class InvalidRequestError extends ApiError {
  override readonly name = 'InvalidRequestError';
}

/** 401: the key is missing or not valid. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError';
}

/** 403: over the plan's size limit, or not the owner of the crowd. */
export class PermissionError extends ApiError {
  override readonly name = 'PermissionError';
}

/** 404: there is no such crowd, or it is not yours to see. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/** 429: the plan's quota is used up, or requests come too fast. */
export class QuotaError extends ApiError {
  override readonly name = 'QuotaError';
}

/** The service could not be reached. */
export class ConnectionError extends CrowdError {
  override readonly name = 'ConnectionError';

  constructor(
    message: string,
    readonly url: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The service did not answer in time. */
export class TimeoutError extends CrowdError {
  override readonly name = 'TimeoutError';

  constructor(
    message: string,
    readonly url: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** An answer of the service, or data given in its place, does not have the promised shape. */
export class InvalidResponseError extends CrowdError {
  override readonly name = 'InvalidResponseError';

  constructor(
    message: string,
    /** Where in the data, such as \`characters.17.garment_hsl\`. */
    readonly path: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A message that claims to come from the service does not, was changed on its way, or is too old. */
export class WebhookError extends CrowdError {
  override readonly name = 'WebhookError';
}
