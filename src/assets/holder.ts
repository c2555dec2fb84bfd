import type { AssetCache, Lease, Source } from './asset-cache.js';
import type { OnProgress } from './progress.js';

/** Everything that one user holds of a cache, to be let go together. */
export class Holder {
  readonly #cache: AssetCache;
  readonly #leases = new Map<string, Lease<unknown>>();
  readonly #released = new AbortController();

  constructor(cache: AssetCache) {
    this.#cache = cache;
  }

  /** Takes a share of `source`, or returns the one already held. */
  async get<T>(
    source: Source<T>,
    options: { signal?: AbortSignal | undefined; onProgress?: OnProgress | undefined } = {},
  ): Promise<T> {
    const signals = [this.#released.signal, ...(options.signal ? [options.signal] : [])];
    const signal = AbortSignal.any(signals);
    signal.throwIfAborted();
    const held = this.#leases.get(source.key);
    if (held) return held.value as T;
    const lease = await this.#cache.acquire(source, { ...options, signal });
    if (this.#leases.has(source.key) || this.#released.signal.aborted) lease.release();
    else this.#leases.set(source.key, lease);
    this.#released.signal.throwIfAborted();
    return lease.value;
  }

  /** @throws the reason given to {@link release}, once it was called */
  throwIfReleased(): void {
    this.#released.signal.throwIfAborted();
  }

  /** Lets everything go, and aborts what is still under way; nothing can be taken afterwards. */
  release(reason?: unknown): void {
    this.#released.abort(reason);
    for (const lease of this.#leases.values()) lease.release();
    this.#leases.clear();
  }
}
