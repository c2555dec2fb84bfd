/** Requests that `crowd-view.js` sends before the code that reads the responses is loaded. */
export interface EarlyRequest<Sent extends Request | string = Request> {
  /** A request, or the address of a file. */
  readonly request: Sent;
  readonly answer: Promise<Response>;
  abort(): void;
}

/** Property of an element in which `crowd-view.js`, which imports nothing, stores the request for its crowd. */
const ANSWER = Symbol.for('three-crowd early answer');

/** Property of the global object with the page's early files, by address; undefined for files that a loader has requested. */
const FILES = Symbol.for('three-crowd early files');

/**
 * A `fetch` for a view's client. The first call returns the response of the early request if it is the same request; all
 * others are sent, such as retries.
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

/** Fetches a file. The first request for an early file returns its response; all others are sent. */
export const fetchFile: typeof fetch = (address, options) => {
  const files: Map<unknown, EarlyRequest<string> | undefined> | undefined = Reflect.get(globalThis, FILES);
  const asked = files?.get(address);
  // From now on `crowd-view.js` does not request this file.
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
