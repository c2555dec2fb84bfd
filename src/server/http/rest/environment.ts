import type { Caller } from '../../accounts/caller-permissions.js';
import type { Trace } from '../../core/trace.js';

/** Values that middleware sets for handlers. */
export interface Environment {
  Bindings: {
    /** Address of the caller; undefined within a program. */
    address?: string | undefined;
  };
  Variables: {
    requestId: string;
    /** Of the services that the request leads through. */
    trace: Trace;
    /** Set on every route that asks for a key. */
    account: Caller;
    /** Set where the request was counted against the account's quota, or message by message. */
    isCounted: boolean;
  };
}
