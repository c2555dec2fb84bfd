import { randomUUID } from 'node:crypto';
import { maskKeys } from '../../accounts/api-key.js';

/** Headers of answers that pages of other origins may read. */
const EXPOSED_HEADERS = [
  'Content-Length',
  'Content-Range',
  'ETag',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Request-Id',
];

/** Headers of every answer. */
export const COMMON_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED_HEADERS.join(','),
  // Needed by cross-origin isolated pages (SharedArrayBuffer).
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** Default headers, which an answer may replace. */
export const DEFAULT_HEADERS = {
  // Answers are data: nothing in them may run as a page.
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  // Without it, a cache may keep a 404.
  'Cache-Control': 'no-store',
};

const REQUEST_ID = /^[\w\-=]{1,255}$/;

/** The id of a request: its `X-Request-Id`, or a new one if that is missing, invalid, or contains an API key. */
export function requestIdOf(header: string | undefined): string {
  return header !== undefined && REQUEST_ID.test(header) && maskKeys(header) === header
    ? header
    : randomUUID();
}
