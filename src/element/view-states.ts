/** What a view does at present; undefined while it has nothing to load. */
export type ViewState = 'loading' | 'ready' | 'error' | 'unsupported' | undefined;

/**
 * Makes the state available to CSS, as `crowd-view:state(loading)` and, for browsers without custom states, as
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
      // Early versions of custom states only took names that begin with two dashes; the attribute serves those browsers.
    }
  }
}
