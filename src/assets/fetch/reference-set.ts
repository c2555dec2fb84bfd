import type { AssetCache, AssetLoader, AssetReference } from './asset-cache.js';
import type { OnProgress } from './progress.js';

/** Everything that one user holds of a cache, to be let go together. */
export class ReferenceSet {
  readonly #cache: AssetCache;
  readonly #references = new Map<string, AssetReference<unknown>>();
  readonly #released = new AbortController();

  constructor(cache: AssetCache) {
    this.#cache = cache;
  }

  /** Loads what `loader` loads and holds it, or returns what is held already. */
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

  /** Lets everything go, and aborts what is still under way; nothing can be taken afterwards. */
  release(reason?: unknown): void {
    this.#released.abort(reason);
    for (const reference of this.#references.values()) reference.release();
    this.#references.clear();
  }
}
