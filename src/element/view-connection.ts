import { watchReducedMotion } from '../stage/index.js';
import { VisibilityWatch } from './visibility-watch.js';

/** Callbacks of a view while it is in a document. */
export interface ViewConnectionOptions {
  onResize(): void;
  /** It can be seen now, or no longer. */
  onVisibility(): void;
  /** The person prefers reduced motion now, or no longer. */
  onReducedMotion(): void;
}

/** Observers of a view while it is in a document. */
export class ViewConnection {
  readonly #visibility: VisibilityWatch;
  readonly #resizes: ResizeObserver;
  readonly #ended = new AbortController();

  constructor(view: Element, { onResize, onVisibility, onReducedMotion }: ViewConnectionOptions) {
    this.#resizes = new ResizeObserver(onResize);
    this.#resizes.observe(view);
    this.#visibility = new VisibilityWatch(view, onVisibility);
    watchReducedMotion(onReducedMotion, this.#ended.signal);
  }

  get isVisible(): boolean {
    return this.#visibility.isVisible;
  }

  dispose(): void {
    this.#visibility.dispose();
    this.#resizes.disconnect();
    this.#ended.abort();
  }
}
