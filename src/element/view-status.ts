import { isCrowdError } from '../index.js';
import { emitViewEvent } from './crowd-view-events.js';
import type { ViewShadowRoot, ViewState } from './view-shadow-root.js';

/**
 * Reports a view's state, progress and error to the page and its user.
 *
 * CSS has the state as `crowd-view:state(loading)` and, for browsers without custom states, as
 * `crowd-view[data-state="loading"]`.
 */
export class ViewStatus {
  readonly #host: HTMLElement;
  readonly #shadowRoot: ViewShadowRoot;
  readonly #internals: ElementInternals;
  #state: ViewState;
  /** The fraction that was reported last, 0 to 1. */
  #progress = 0;

  constructor(host: HTMLElement, shadowRoot: ViewShadowRoot) {
    this.#host = host;
    this.#shadowRoot = shadowRoot;
    this.#internals = host.attachInternals();
  }

  get state(): ViewState {
    return this.#state;
  }

  enter(state: ViewState): void {
    this.#state = state;
    if (state === undefined) delete this.#host.dataset['state'];
    else this.#host.dataset['state'] = state;
    try {
      this.#internals.states?.clear();
      if (state !== undefined) this.#internals.states?.add(state);
    } catch {
      // Early versions of custom states only took names that begin with two dashes; the attribute serves those browsers.
    }
    this.#shadowRoot.showState(state);
    if (state !== 'error' && state !== 'unsupported') this.#shadowRoot.showMessage('');
  }

  startProgress(): void {
    this.#progress = -1;
    this.report(0);
  }

  /** Reports a fraction of the progress, unless it is less than the last one. */
  report(fraction: number): void {
    if (fraction <= this.#progress) return;
    this.#progress = fraction;
    this.#shadowRoot.showProgress(fraction);
    emitViewEvent(this.#host, 'progress', { fraction });
  }

  fail(cause: unknown): void {
    const error = cause instanceof Error ? cause : new Error(String(cause));
    this.#shadowRoot.showMessage(error.message);
    this.enter(isCrowdError(cause, 'UnsupportedError') ? 'unsupported' : 'error');
    emitViewEvent(this.#host, 'error', {
      type: error.name,
      status: isCrowdError(cause, 'ApiError') ? cause.status : undefined,
      cause,
    });
  }
}
