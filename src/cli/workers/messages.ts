/** Messages of a worker to its supervisor. */
export type WorkerMessage =
  | { readonly kind: 'ready'; readonly url: string }
  | { readonly kind: 'reported'; readonly id: number; readonly text: string }
  /** Requests the metrics of all workers. */
  | { readonly kind: 'gather'; readonly id: number };

/** Messages of a supervisor to its workers. */
export type SupervisorMessage =
  | { readonly kind: 'stop'; readonly signal: 'SIGINT' | 'SIGTERM' }
  | { readonly kind: 'reload' }
  /** Requests the metrics of this worker. */
  | { readonly kind: 'report'; readonly id: number }
  /** The answer to `gather`: metrics by the number of the worker. */
  | { readonly kind: 'gathered'; readonly id: number; readonly texts: readonly [string, string][] };
