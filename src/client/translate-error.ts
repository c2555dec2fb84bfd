import { HTTPError, isTimeoutError } from 'ky';
import {
  ApiError,
  type ApiErrorDetails,
  AuthenticationError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  QuotaError,
  TimeoutError,
} from '../errors/index.js';

const CLASSES: Record<number, new (message: string, details: ApiErrorDetails) => ApiError> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: InvalidRequestError,
  413: InvalidRequestError,
  415: InvalidRequestError,
  422: InvalidRequestError,
  429: QuotaError,
};

const LONGEST_QUOTE = 500;

interface Call {
  readonly url: string;
  readonly timeout: number;
  /** Takes the key out of a text. */
  readonly mask: (text: string) => string;
}

/**
 * An error of the HTTP library as one of this package's; any other stays what it is.
 *
 * The original is not kept as `cause`: it holds the request, whose headers hold the key, and consoles print causes.
 */
export function translateError(error: unknown, call: Call): unknown {
  if (error instanceof HTTPError) return toApiError(error, call);
  if (isTimeoutError(error)) {
    return new TimeoutError(`No answer within ${call.timeout} ms: ${call.url}`, call.url);
  }
  return error;
}

function toApiError({ response, data }: HTTPError, { url, mask }: Call): ApiError {
  const { status, headers } = response;
  const requestId = headers.get('X-Request-Id');
  const retryAfter = headers.get('Retry-After');
  const message = mask(messageOf(data) || response.statusText || 'no message');
  const notes = [
    url,
    requestId && `request ${requestId}`,
    retryAfter && `to be tried again after: ${retryAfter}`,
  ];
  const ErrorClass = CLASSES[status] ?? ApiError;
  return new ErrorClass(`${status} ${message} (${notes.filter(Boolean).join(', ')})`, {
    status,
    url,
    ...(requestId !== null && { requestId }),
  });
}

/** The service answers `{ error: string }`; other servers and proxies have their own ways. */
function messageOf(data: unknown): string {
  if (typeof data === 'string') return data.trimStart().startsWith('<') ? '' : data.slice(0, LONGEST_QUOTE);
  if (typeof data !== 'object' || data === null) return '';
  const { error, message } = data as { error?: unknown; message?: unknown };
  return messageOf(error) || messageOf(message);
}
