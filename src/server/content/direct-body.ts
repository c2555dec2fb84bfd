/**
 * Bodies that a server writes to the socket as they are. A `Response` copies the bytes that it is given, for each
 * caller: a thousand who do not read held three gigabytes of one file.
 */
const bodies = new WeakMap<Request, Uint8Array | undefined>();

/** Announces that the server writes the body of the answer itself, which it gets from {@link takeBody}. */
export function acceptBody(request: Request): void {
  bodies.set(request, undefined);
}

/** Creates the answer to a request, with the body beside it if the server accepts that. */
export function respond(request: Request, bytes: Uint8Array, init: ResponseInit): Response {
  if (!bodies.has(request)) return new Response(bytes as BodyInit, init);
  bodies.set(request, bytes);
  return new Response(null, init);
}

/** The body beside an answer; undefined if the answer contains its body. */
export function takeBody(request: Request): Uint8Array | undefined {
  const bytes = bodies.get(request);
  bodies.delete(request);
  return bytes;
}
