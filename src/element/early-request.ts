/** What `crowd-view.js` has asked for before the code was there that reads the answer. */
export interface EarlyRequest<Sent extends Request | string = Request> {
  /** A request, or the address of a file. */
  readonly request: Sent;
  readonly answer: Promise<Response>;
  abort(): void;
}

/** Where `crowd-view.js`, which imports nothing, leaves the request for its crowd on an element. */
const ANSWER = Symbol.for('three-crowd early answer');

/** Where it leaves the page's files: by address, undefined for those that a loader has asked for. */
const FILES = Symbol.for('three-crowd early files');

/**
 * What sends the requests of a view's client. The first is answered by what was asked for early, where that was the same; all
 * others are sent, such as those after a failure.
 */
export function fetchOnce(view: object): (request: Request) => Promise<Response> {
  const holder: { [ANSWER]?: EarlyRequest } = view;
  let early = holder[ANSWER];
  delete holder[ANSWER];
  return (request) => {
    const asked = early;
    early = undefined;
    if (!asked) return fetch(request);
    if (!isSame(asked.request, request)) {
      asked.abort();
      return fetch(request);
    }
    return take(asked, request.signal);
  };
}

/** Fetches a file. The first request for one that was asked for early is answered by that; all others are sent. */
export const fetchFile: typeof fetch = (address, options) => {
  const files: Map<unknown, EarlyRequest<string> | undefined> | undefined = Reflect.get(globalThis, FILES);
  const asked = files?.get(address);
  // It may not have been asked for yet, and must not be any more.
  files?.set(address, undefined);
  return asked ? take(asked, options?.signal) : fetch(address, options);
};

function take(asked: EarlyRequest<Request | string>, signal?: AbortSignal | null): Promise<Response> {
  if (signal?.aborted) asked.abort();
  signal?.addEventListener('abort', asked.abort);
  return asked.answer;
}

function isSame(one: Request, other: Request): boolean {
  const [key, otherKey] = [one, other].map(({ headers }) => headers.get('Authorization'));
  return one.url === other.url && key === otherKey;
}
