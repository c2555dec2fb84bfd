import type { AssetCache, AssetLoader, AssetReference } from './asset-cache.js';
import type { OnProgress } from './progress.js';

/** All references that one user holds to assets of a cache, released together. */
export class ReferenceSet {
  readonly #cache: AssetCache;
  readonly #references = new Map<string, AssetReference<unknown>>();
  readonly #released = new AbortController();

  constructor(cache: AssetCache) {
    this.#cache = cache;
  }

  /** Returns an asset of this set, which is loaded first if the set does not hold it. */
  async get<T>(
    loader: AssetLoader<T>,
    options: { signal?: AbortSignal | undefined; onProgress?: OnProgress | undefined } = {},
  ): Promise<T> {
    const signals = [this.#released.signal, ...(options.signal ? [options.signal] : [])];
    const signal = AbortSignal.any(signals);
    signal.throwIfAborted();
    const held = this.#references.get(loader.key);
    if (held) return held.value as T;
    const reference = await this.#cache.acquire(loader, { ...options, signal });
    if (this.#references.has(loader.key) || this.#released.signal.aborted) reference.release();
    else this.#references.set(loader.key, reference);
    this.#released.signal.throwIfAborted();
    return reference.value;
  }

  /** @throws the reason given to {@link release}, once it was called */
  throwIfReleased(): void {
    this.#released.signal.throwIfAborted();
  }

  /** Releases all assets and aborts loads that are not complete. Later calls of {@link get} throw. */
  release(reason?: unknown): void {
    this.#released.abort(reason);
    for (const reference of this.#references.values()) reference.release();
    this.#references.clear();
  }
}
