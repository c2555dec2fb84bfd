import { watchReducedMotion } from '../stage/index.js';

/** Distance from the visible part of the page within which an element counts as visible: lazy loading starts early. */
const MARGIN = '200px';

/** Callbacks of a view while it is in a document. */
export interface ViewConnectionOptions {
  onResize(): void;
  /** Called when {@link ViewConnection.isVisible} may have changed. */
  onVisibility(): void;
  /** Called when the person's preference for reduced motion has changed. */
  onReducedMotion(): void;
}

/** Observers of a view while it is in a document. */
export class ViewConnection {
  readonly #visibility: IntersectionObserver;
  readonly #resizes: ResizeObserver;
  readonly #ended = new AbortController();
  #isNear = false;

  constructor(view: Element, { onResize, onVisibility, onReducedMotion }: ViewConnectionOptions) {
    this.#resizes = new ResizeObserver(onResize);
    this.#resizes.observe(view);
    this.#visibility = new IntersectionObserver(
      (entries) => {
        this.#isNear = entries.at(-1)?.isIntersecting ?? false;
        onVisibility();
      },
      { rootMargin: MARGIN },
    );
    this.#visibility.observe(view);
    const { signal } = this.#ended;
    document.addEventListener('visibilitychange', onVisibility, { signal });
    watchReducedMotion(onReducedMotion, signal);
  }

  /** True within {@link MARGIN} of the visible part of the page, in a visible tab. */
  get isVisible(): boolean {
    return this.#isNear && !document.hidden;
  }

  dispose(): void {
    this.#visibility.disconnect();
    this.#resizes.disconnect();
    this.#ended.abort();
  }
}
