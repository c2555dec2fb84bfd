/** The address of the service in the sources of the examples. */
export const WRITTEN_SERVICE = 'http://127.0.0.1:8787';

/** The service that serves this page, or the folder of a static host that stands for one; without a slash at the end. */
export const serviceAddress = (): string => new URL('..', document.baseURI).href.slice(0, -1);

/** A source to read on this page: with the address of the service that serves the page. */
export function withService(source: string): string {
  return source.replaceAll(WRITTEN_SERVICE, serviceAddress());
}

/** True on a static host, which cannot save; `examples/site/write-gallery.ts` marks its pages. */
export const isOnStaticHost = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="crowd-service"]')?.content === 'files';

/**
 * A source to copy or download. Browsers ask a host for permission before they send a key to another site, and static hosts
 * give none: from there, a program keeps the address in its source, as its comment explains.
 */
export function toTakeAway(source: string): string {
  return isOnStaticHost() ? source.replaceAll(serviceAddress(), WRITTEN_SERVICE) : source;
}
