import {
  ApiError,
  type ApiErrorDetails,
  AuthenticationError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  QuotaError,
} from '../errors/index.js';
import { maskToken } from './credentials.js';

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

/** Answers of a service to a route that it does not have. */
const NO_SUCH_ROUTE = new Set([404, 405, 501]);
const NO_DELETION =
  ' Either there is no such crowd, or the service deletes none: the interface does not ask that of it.';

/**
 * An answer with an error status as one of this package's errors. The original is not kept as `cause`: it holds the
 * request, whose headers hold the key, and consoles print causes.
 *
 * @param token taken out of the message, should the server have repeated it
 * @param advice ends the message, where the call may have done something all the same
 */
export function toApiError(
  response: Response,
  text: string,
  { method, url, token, advice }: { method: string; url: string; token: string | undefined; advice: string },
): ApiError {
  const { status, headers } = response;
  const requestId = headers.get('X-Request-Id');
  const retryAfter = headers.get('Retry-After');
  const told = messageOf(parse(text)) || response.statusText || 'no message';
  const notes = [
    url,
    requestId && `request ${requestId}`,
    retryAfter && `to be tried again after: ${retryAfter}`,
  ];
  const ErrorClass = CLASSES[status] ?? ApiError;
  const mayBeDone = status === 408 || status >= 500;
  const ending = method === 'DELETE' && NO_SUCH_ROUTE.has(status) ? NO_DELETION : mayBeDone ? advice : '';
  const message = `${status} ${maskToken(told, token)} (${notes.filter(Boolean).join(', ')})${ending && `.${ending}`}`;
  return new ErrorClass(message, { status, url, ...(requestId !== null && { requestId }) });
}

/** JSON where it is JSON, whatever its content type says; else the text, unless that is JSON cut short. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return /^\s*[{[]/.test(text) ? undefined : text;
  }
}

/** The service answers `{ error: string }`; other servers and proxies have their own ways, problem details among them. */
function messageOf(data: unknown): string {
  if (typeof data === 'string') return data.trimStart().startsWith('<') ? '' : data.slice(0, LONGEST_QUOTE);
  if (typeof data !== 'object' || data === null) return '';
  const { error, message, detail, title } = data as Record<string, unknown>;
  return messageOf(error) || messageOf(message) || messageOf(detail) || messageOf(title);
}
