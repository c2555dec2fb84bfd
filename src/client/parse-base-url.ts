import { CrowdError } from '../errors/index.js';

/** The address that routes are resolved against, with a slash at the end. A page's own address completes a relative one. */
export function parseBaseUrl(text: string): URL {
  const page = typeof document === 'undefined' ? undefined : document.baseURI;
  const url = URL.canParse(text, page) ? new URL(text, page) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw new CrowdError(
      `baseUrl must be an http or https address without user or password, such as "https://crowds.example".`,
    );
  }
  // Without the slash, the last segment of a path would be replaced instead of extended.
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  url.search = '';
  url.hash = '';
  return url;
}
