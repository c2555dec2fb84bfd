const NAME = 'three-crowd-key';

/**
 * The key of the signed-in account, in this tab's session storage: until the tab is closed or the user signs out.
 *
 * Cookies were rejected, `HttpOnly` ones too. An injected script could still send requests with the cookie and create a
 * key for itself. The browser would also send a cookie with requests of other pages of this origin; a header is sent by
 * this page alone. The page's content security policy prevents injected scripts: it allows the service's own scripts and
 * requests to the service only.
 */
export const session = {
  get key(): string | undefined {
    return sessionStorage.getItem(NAME) ?? undefined;
  },
  set key(key: string | undefined) {
    if (key === undefined) sessionStorage.removeItem(NAME);
    else sessionStorage.setItem(NAME, key);
  },
};
