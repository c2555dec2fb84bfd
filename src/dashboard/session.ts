const NAME = 'three-crowd-key';

/**
 * The key that somebody has signed in with: of this tab, until it is closed or they sign out.
 *
 * Not a cookie, not even one that scripts cannot read. A script of somebody else's in this page could still act with it,
 * and make itself a key to take away; and a cookie would be a second way into the whole interface, sent by every page of
 * this origin, whereas the interface has but one, a header, which no other site can have a browser send. Against such
 * scripts there is the page's content security policy: it runs the service's own scripts alone, and lets them talk to the
 * service alone.
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
