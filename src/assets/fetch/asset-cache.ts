import type { OnProgress, Progress } from './progress.js';
import { untilAborted } from './until-aborted.js';

/** Arguments of a load. */
export interface LoadContext {
  /** Aborted when nobody waits for the result any more. */
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

/** Loads an asset that several crowds can share, and frees it. */
export interface AssetLoader<T> {
  /** Kind of asset and its absolute addresses. Equal keys mean the same asset. */
  readonly key: string;
  /** Called once for all callers that wait for the asset. */
  load(context: LoadContext): Promise<T>;
  /** Called once, when the last reference has been released. */
  free(value: T): void;
}

/** A counted reference to a shared asset. */
export interface AssetReference<T> {
  readonly value: T;
  /** Further calls do nothing. */
  release(): void;
}

interface Entry {
  readonly loader: AssetLoader<unknown>;
  readonly controller: AbortController;
  readonly listeners: Set<OnProgress>;
  promise: Promise<unknown>;
  progress: Progress | undefined;
  /** Number of callers that wait for the value or hold it. */
  holders: number;
  /** The loaded value, boxed since it may be undefined itself. */
  result: { readonly value: unknown } | undefined;
}

/**
 * Shares assets that several crowds load from the same addresses, by counting references. Concurrent loads share one
 * request. An aborted caller does not disturb the others; when the last one aborts, the load itself is aborted.
 * Failures are not kept.
 */
export class AssetCache {
  readonly #entries = new Map<string, Entry>();

  /** Number of assets that are loaded or being loaded. */
  get size(): number {
    return this.#entries.size;
  }

  /**
   * @param options.onProgress must not throw, since others wait for the same load; see `abortOnThrow`
   * @throws whatever the load throws, or the signal's reason
   */
  async acquire<T>(
    loader: AssetLoader<T>,
    options: { signal?: AbortSignal | undefined; onProgress?: OnProgress | undefined } = {},
  ): Promise<AssetReference<T>> {
    const { signal, onProgress } = options;
    signal?.throwIfAborted();
    const entry = this.#entries.get(loader.key) ?? this.#start(loader);
    entry.holders += 1;
    if (onProgress) {
      entry.listeners.add(onProgress);
      if (entry.progress) onProgress(entry.progress);
    }
    try {
      // Equal keys mean the same asset, so the value has this loader's type.
      const value = (await untilAborted(entry.promise, signal)) as T;
      return this.#refer(entry, value);
    } catch (error) {
      this.#leave(entry);
      throw error;
    } finally {
      if (onProgress) entry.listeners.delete(onProgress);
    }
  }

  #refer<T>(entry: Entry, value: T): AssetReference<T> {
    let isHeld = true;
    return {
      value,
      release: () => {
        if (isHeld) this.#leave(entry);
        isHeld = false;
      },
    };
  }

  #start<T>(loader: AssetLoader<T>): Entry {
    const entry: Entry = {
      loader: loader as AssetLoader<unknown>,
      controller: new AbortController(),
      listeners: new Set(),
      promise: Promise.resolve(),
      progress: undefined,
      holders: 0,
      result: undefined,
    };
    const onProgress: OnProgress = (progress) => {
      entry.progress = progress;
      for (const listener of entry.listeners) listener(progress);
    };
    entry.promise = loader.load({ signal: entry.controller.signal, onProgress }).then(
      (value) => {
        // Some loads, such as parsing, complete after an abort. Their result is freed.
        if (entry.holders === 0) loader.free(value);
        else entry.result = { value };
        return value;
      },
      (error: unknown) => {
        this.#forget(entry);
        throw error;
      },
    );
    // Every waiter sees a failure through its own chain; an aborted load has none left.
    entry.promise.catch(() => {});
    this.#entries.set(loader.key, entry);
    return entry;
  }

  #leave(entry: Entry): void {
    entry.holders -= 1;
    if (entry.holders > 0) return;
    this.#forget(entry);
    if (entry.result) entry.loader.free(entry.result.value);
    else entry.controller.abort();
  }

  #forget(entry: Entry): void {
    if (this.#entries.get(entry.loader.key) === entry) this.#entries.delete(entry.loader.key);
  }
}

/** Shared by all that draws on the page. */
export const pageCache = new AssetCache();
