import type { ServerResponse } from 'node:http';

/** What one caller gets of a body before others have their turn. */
const POURED_BYTES = 256 * 1024;

/**
 * Writes a body, which many answers share, and ends the answer. Long ones go bit by bit: the system takes megabytes at
 * once, and hundreds of callers' would hold up others.
 */
export function writeBody(body: Uint8Array, http: ServerResponse): void {
  if (http.destroyed) return;
  if (body.byteLength <= POURED_BYTES) {
    http.end(body);
    return;
  }
  const rest = body.subarray(POURED_BYTES);
  const goOn = () => setImmediate(writeBody, rest, http);
  if (http.write(body.subarray(0, POURED_BYTES))) goOn();
  else http.once('drain', goOn);
}
