import type { Caller } from '../caller.js';

/** What the middleware of a request leaves for its handler. */
export interface Environment {
  Variables: {
    requestId: string;
    /** Set on every route that asks for a key. */
    account: Caller;
  };
}
