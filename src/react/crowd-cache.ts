import { type Crowd, CrowdError } from '../index.js';

/** Lifetime of a loaded crowd without a mounted component, milliseconds: React may drop a tree before it mounts it. */
const UNCLAIMED_LIFETIME = 30_000;
/**
 * Lifetime of a failed load after a component has read its error, milliseconds. React renders the component once more before
 * it shows the error boundary. A second load in that render would suspend, fail, and start a third one, without an end.
 */
const FAILURE_LIFETIME = 100;
/**
 * Milliseconds for which a crowd is reserved for a component that has rendered with it and is not mounted yet. React mounts
 * what it has rendered within a third of a second, or drops it silently.
 */
const RENDERED_LIFETIME = 1000;

/** A component's request. */
export interface CrowdRequest {
  readonly renderer: object;
  /** Key that is equal for the same content. */
  readonly key: string;
  readonly load: (signal: AbortSignal) => Promise<Crowd>;
}

/** A crowd that is loading or loaded for a component. */
export interface CachedCrowd {
  /** For React's `use`; has React's own fields once it is settled, so that `use` does not suspend. */
  readonly promise: Promise<Crowd>;
  /**
   * Makes it the crowd of a mounted component.
   *
   * @returns true if it is still there
   * @throws {CrowdError} where another component shows it
   */
  claim(owner: object): boolean;
  /** Frees the crowd, unless it is claimed again at once, as React's strict mode does. */
  release(owner: object): void;
}

/** For each renderer, the entries by key: one for each component with that key. */
const caches = new WeakMap<object, Map<string, Set<CacheEntry>>>();

/**
 * The crowd that a component renders with; starts to load it at the first call. The cache is outside of the components, since
 * React drops the state of a component that suspends before it is mounted. Such components of one key cannot be distinguished
 * and wait for the same crowd, which the first of them to render takes. A failed load is dropped soon after its error was read,
 * so that a component that is mounted again loads again.
 *
 * @param owner identity of the component, which lasts once it is mounted
 * @param props the component's props in this render; the same object when React renders it again after it was suspended
 * @returns undefined if the component has to mount without a crowd, and then to call {@link reserveCrowd}
 */
export function takeCrowd(request: CrowdRequest, owner: object, props: object): CachedCrowd | undefined {
  const entries = [...entriesOf(request)];
  const own = entries.find((entry) => entry.owner === owner);
  if (own) return own.isSettled ? own.noteRead() : undefined;
  const free = entries.filter((entry) => !entry.owner);
  const taken =
    free.length === 0
      ? addEntry(request)
      : (free.find((entry) => entry.isFor(props)) ?? free.find((entry) => !entry.isTaken));
  if (taken) waitFor(taken, request.key, owner);
  taken?.take(props);
  return taken?.noteRead();
}

/** Per component: the crowd that it waits for, and the keys of all that it has waited for. */
const waits = new WeakMap<object, { readonly entry: CacheEntry; readonly keys: Set<string> }>();

/**
 * Records that a component waits for a crowd, and frees the crowd that it waited for before, as when a slider changes a prop.
 * A component that is not mounted yet has another `owner` in each render, so that nothing is freed.
 */
function waitFor(entry: CacheEntry, key: string, owner: object): void {
  const { entry: before, keys = new Set<string>() } = waits.get(owner) ?? {};
  if (before === entry) return;
  // Two concurrent transitions may alternate between two keys. Without this, each would abort the other's load for ever.
  entry.waiting.add(keys.has(key) ? {} : owner);
  waits.set(owner, { entry, keys: keys.add(key) });
  before?.giveUp(owner);
}

/**
 * Loads a crowd for a component that was mounted without one, since other components have all crowds of its key.
 *
 * @param onSettled called once the crowd is loaded, or has failed to load
 * @returns a function to call when the component is unmounted, or renders with the crowd
 */
export function reserveCrowd(request: CrowdRequest, owner: object, onSettled: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let entry: CacheEntry | undefined;
  const reserve = (): void => {
    const free = [...entriesOf(request)].find(({ owner }) => !owner);
    if (free?.isTaken) {
      timer = setTimeout(reserve, RENDERED_LIFETIME);
      return;
    }
    entry = free ?? addEntry(request);
    entry.claim(owner);
    entry.promise.then(onSettled, onSettled);
  };
  reserve();
  return () => {
    clearTimeout(timer);
    entry?.release(owner);
  };
}

function entriesOf({ renderer, key }: CrowdRequest): Set<CacheEntry> {
  const crowds = caches.get(renderer) ?? new Map<string, Set<CacheEntry>>();
  caches.set(renderer, crowds);
  const entries = crowds.get(key) ?? new Set();
  crowds.set(key, entries);
  return entries;
}

function addEntry(request: CrowdRequest): CacheEntry {
  const entry = new CacheEntry(request.load, () => {
    const entries = entriesOf(request);
    entries.delete(entry);
    if (entries.size === 0) caches.get(request.renderer)?.delete(request.key);
  });
  entriesOf(request).add(entry);
  return entry;
}

class CacheEntry implements CachedCrowd {
  readonly promise: Promise<Crowd>;
  /** Components that have asked for it. */
  readonly waiting = new Set<object>();
  readonly #controller = new AbortController();
  readonly #forget: () => void;
  #state: 'loading' | 'loaded' | 'failed' | 'read' = 'loading';
  #owner: object | undefined;
  /** Props of the component that has rendered with it, and the time of that. */
  #props: object | undefined;
  #takenAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(load: CrowdRequest['load'], forget: () => void) {
    this.#forget = forget;
    this.promise = load(this.#controller.signal);
    this.promise.then(
      (value) => this.#settle('loaded', { status: 'fulfilled', value }),
      (reason) => this.#settle('failed', { status: 'rejected', reason }),
    );
  }

  /** Mounted component that shows it or waits for it. */
  get owner(): object | undefined {
    return this.#owner;
  }

  get isSettled(): boolean {
    return this.#state !== 'loading';
  }

  /** True if a component has just rendered with it and may be about to mount. */
  get isTaken(): boolean {
    return this.#props !== undefined && performance.now() - this.#takenAt < RENDERED_LIFETIME;
  }

  isFor(props: object): boolean {
    return this.#props === props;
  }

  /** Reserves a loaded crowd for the component that renders with it. */
  take(props: object): void {
    if (this.#state !== 'loaded') return;
    this.#props = props;
    this.#takenAt = performance.now();
  }

  /** Call whenever a component renders with it. */
  noteRead(): this {
    if (this.#state === 'failed') {
      this.#state = 'read';
      this.#freeAfter(FAILURE_LIFETIME);
    }
    return this;
  }

  claim(owner: object): boolean {
    if (this.#controller.signal.aborted) return false;
    if (this.#owner && this.#owner !== owner) {
      throw new CrowdError(
        'Two <Crowd> show the same crowd in one canvas. Give each an `instance` of its own, such as instance="second".',
      );
    }
    this.#owner = owner;
    this.#props = undefined;
    clearTimeout(this.#timer);
    return true;
  }

  /** Frees the crowd where no other component waits for it. */
  giveUp(owner: object): void {
    this.waiting.delete(owner);
    if (this.waiting.size === 0) this.#freeAfter(0);
  }

  release(owner: object): void {
    if (this.#owner !== owner) return;
    this.#owner = undefined;
    this.#freeAfter(0);
  }

  /** @param fields the fields that React's `use` writes into a settled promise */
  #settle(state: 'loaded' | 'failed', fields: object): void {
    this.#state = state;
    Object.assign(this.promise, fields);
    this.#freeAfter(UNCLAIMED_LIFETIME);
  }

  #freeAfter(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (!this.#owner) this.#timer = setTimeout(() => this.#free(), milliseconds);
  }

  #free(): void {
    this.#forget();
    this.#controller.abort();
    this.promise.then((crowd) => crowd.dispose()).catch(() => {});
  }
}
