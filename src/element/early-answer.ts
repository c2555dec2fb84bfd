/** What `crowd-view.js` has asked for before the code was there that reads the answer. */
export interface EarlyAnswer {
  readonly request: Request;
  readonly answer: Promise<Response>;
  abort(): void;
}

/** Where `crowd-view.js`, which imports nothing, leaves it on an element. */
const KEY = Symbol.for('three-crowd early answer');

/**
 * What sends the requests of a view's client. The first is answered by what was asked for early, where that was the same; all
 * others are sent, such as those after a failure.
 */
export function fetchOnce(view: object): (request: Request) => Promise<Response> {
  const holder: { [KEY]?: EarlyAnswer } = view;
  let early = holder[KEY];
  delete holder[KEY];
  return (request) => {
    const asked = early;
    early = undefined;
    if (!asked) return fetch(request);
    if (!isSame(asked.request, request)) {
      asked.abort();
      return fetch(request);
    }
    request.signal.addEventListener('abort', asked.abort);
    return asked.answer;
  };
}

function isSame(one: Request, other: Request): boolean {
  const [key, otherKey] = [one, other].map(({ headers }) => headers.get('Authorization'));
  return one.url === other.url && key === otherKey;
}
