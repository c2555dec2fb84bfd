import { type Crowd, CrowdError } from '../index.js';

/**
 * Milliseconds after which a crowd is freed that no component has mounted with: React may give up a tree before it is on
 * the screen.
 */
const UNCLAIMED_LIFETIME = 30_000;
/**
 * Milliseconds for which a failed load is kept after a component has read its error. React renders the component once
 * more before it shows the error boundary; if that started another load, it would wait for it, fail and load again,
 * without an end.
 */
const FAILURE_LIFETIME = 100;

/** A crowd that is loading or loaded for a component. */
export interface CachedCrowd {
  readonly promise: Promise<Crowd>;
  /**
   * Claims the crowd for one mounted component; the returned function lets go, and frees the crowd unless it is claimed
   * again at once, as React's strict mode does.
   *
   * @throws {CrowdError} where another component shows it
   */
  claim(): () => void;
}

type Load = (signal: AbortSignal) => Promise<Crowd>;

/** Of each renderer, the crowds by key. */
const caches = new WeakMap<object, Map<string, CacheEntry>>();

/**
 * The crowd of a renderer by its key, which starts to load when it is first asked for. It is kept here since React forgets
 * what a suspended component has made. A load that failed is forgotten soon after its error was read, so that a component
 * that is mounted again loads again.
 */
export function cacheCrowd(renderer: object, key: string, load: Load): CachedCrowd {
  const crowds = caches.get(renderer) ?? new Map<string, CacheEntry>();
  caches.set(renderer, crowds);
  const known = crowds.get(key);
  if (known) {
    known.noteRead();
    return known;
  }
  const entry = new CacheEntry(load, () => {
    // Another load may have taken the key since.
    if (crowds.get(key) === entry) crowds.delete(key);
  });
  crowds.set(key, entry);
  return entry;
}

class CacheEntry implements CachedCrowd {
  readonly promise: Promise<Crowd>;
  readonly #controller = new AbortController();
  readonly #forget: () => void;
  #isClaimed = false;
  #hasFailed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(load: Load, forget: () => void) {
    this.#forget = forget;
    this.promise = load(this.#controller.signal);
    this.promise.then(
      () => this.#freeAfter(UNCLAIMED_LIFETIME),
      () => {
        this.#hasFailed = true;
        this.#freeAfter(UNCLAIMED_LIFETIME);
      },
    );
  }

  /** To be called whenever a component takes the entry from the cache. */
  noteRead(): void {
    if (!this.#hasFailed) return;
    this.#hasFailed = false;
    this.#freeAfter(FAILURE_LIFETIME);
  }

  claim(): () => void {
    if (this.#isClaimed) {
      throw new CrowdError(
        'Two <Crowd> show the same crowd in one canvas. Give each an `instance` of its own, such as instance="second".',
      );
    }
    this.#isClaimed = true;
    clearTimeout(this.#timer);
    return () => {
      this.#isClaimed = false;
      this.#freeAfter(0);
    };
  }

  #freeAfter(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (!this.#isClaimed) this.#timer = setTimeout(() => this.#free(), milliseconds);
  }

  #free(): void {
    this.#forget();
    this.#controller.abort();
    this.promise.then((crowd) => crowd.dispose()).catch(() => {});
  }
}
