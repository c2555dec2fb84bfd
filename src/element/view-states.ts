/** What CSS can tell apart; undefined while there is nothing to load. */
export type ViewState = 'loading' | 'ready' | 'error' | 'unsupported' | undefined;

/**
 * Shows the state to CSS, as `crowd-view:state(loading)` and, for browsers without custom states, as
 * `crowd-view[data-state="loading"]`.
 */
export class ViewStates {
  readonly #host: HTMLElement;
  readonly #internals: ElementInternals;
  #current: ViewState;

  constructor(host: HTMLElement) {
    this.#host = host;
    this.#internals = host.attachInternals();
  }

  get current(): ViewState {
    return this.#current;
  }

  enter(state: ViewState): void {
    this.#current = state;
    if (state === undefined) delete this.#host.dataset['state'];
    else this.#host.dataset['state'] = state;
    try {
      this.#internals.states?.clear();
      if (state !== undefined) this.#internals.states?.add(state);
    } catch {
      // Early custom states took dashed names only; the attribute serves those browsers.
    }
  }
}
