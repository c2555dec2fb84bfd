/** Distance from the visible part of the page within which an element counts as visible: lazy loading starts early. */
const MARGIN = '200px';

/** Watches the visibility of an element: within {@link MARGIN} of the visible part of the page, in a visible tab. */
export class VisibilityWatch {
  readonly #observer: IntersectionObserver;
  readonly #onChange: () => void;
  #isNear = false;

  constructor(element: Element, onChange: () => void) {
    this.#onChange = onChange;
    this.#observer = new IntersectionObserver(
      (entries) => {
        this.#isNear = entries.at(-1)?.isIntersecting ?? false;
        onChange();
      },
      { rootMargin: MARGIN },
    );
    this.#observer.observe(element);
    document.addEventListener('visibilitychange', onChange);
  }

  get isVisible(): boolean {
    return this.#isNear && !document.hidden;
  }

  dispose(): void {
    this.#observer.disconnect();
    document.removeEventListener('visibilitychange', this.#onChange);
  }
}
