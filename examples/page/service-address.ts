/** The address of the service as the sources of the examples have it. */
export const WRITTEN_SERVICE = 'http://127.0.0.1:8787';

/** The service that serves this page, or the folder of a static host that stands for one; without a slash at the end. */
export const serviceAddress = (): string => new URL('..', document.baseURI).href.slice(0, -1);

/** A source for those who read it here: with the address of the service that serves this page. */
export function withService(source: string): string {
  return source.replaceAll(WRITTEN_SERVICE, serviceAddress());
}

/** Whether files stand for the service here, as `examples/site/write-gallery.ts` says in the pages: they save nothing. */
export const isOnStaticHost = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="crowd-service"]')?.content === 'files';

/**
 * A source for those who take it away. Browsers ask a host for leave before they send a key to another site, and hosts of
 * files give none: from there a program goes with the address that it was written with, as its comment says.
 */
export function toTakeAway(source: string): string {
  return isOnStaticHost() ? source.replaceAll(serviceAddress(), WRITTEN_SERVICE) : source;
}
