/** The address of the service as the sources of the examples have it. */
export const WRITTEN_SERVICE = 'http://127.0.0.1:8787';

/** A source for those who read it here: with the address of the service that serves this page. */
export function withService(source: string): string {
  return source.replaceAll(WRITTEN_SERVICE, location.origin);
}
