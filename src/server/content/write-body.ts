import type { ServerResponse } from 'node:http';

/** Least bytes that one caller gets in a turn of the event loop. */
const LEAST_BYTES = 256 * 1024;
/** Bytes that all callers get in a turn of the event loop: some milliseconds of copying. */
const BYTES_OF_A_TURN = 8 * 1024 * 1024;

/** Long bodies that are being written. */
let writing = 0;
/** Their lengths. */
const lengths = new WeakMap<ServerResponse, number>();

/**
 * Writes a body, which many answers share, and ends the answer. Long bodies are written in chunks: the system takes megabytes
 * at once, and hundreds of callers would block the event loop. Each chunk is a system call, so chunks are longer with fewer
 * callers.
 */
export function writeBody(body: Uint8Array, http: ServerResponse): void {
  if (http.destroyed) return;
  if (body.byteLength <= LEAST_BYTES) {
    http.end(body);
    return;
  }
  lengths.set(http, body.byteLength);
  writing += 1;
  http.once('close', () => {
    writing -= 1;
  });
  writeLong(body, http);
}

/** Bytes of the long body that an answer is written with; undefined for others. */
export function lengthOf(http: ServerResponse): number | undefined {
  return lengths.get(http);
}

function writeLong(body: Uint8Array, http: ServerResponse): void {
  if (http.destroyed) return;
  const length = Math.max(LEAST_BYTES, Math.floor(BYTES_OF_A_TURN / writing));
  if (body.byteLength <= length) {
    http.end(body);
    return;
  }
  const rest = body.subarray(length);
  const goOn = () => setImmediate(writeLong, rest, http);
  if (http.write(body.subarray(0, length))) goOn();
  else http.once('drain', goOn);
}
