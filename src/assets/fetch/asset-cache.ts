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
  /** The kind of thing and its absolute addresses: equal keys stand for the same thing. */
  readonly key: string;
  /** Called once for all who wait for it. */
  load(context: LoadContext): Promise<T>;
  /** Called once, when the last holder has let go. */
  free(value: T): void;
}

/** One of those who use a shared asset. */
export interface AssetReference<T> {
  readonly value: T;
  /** Lets go; calling it again does nothing. */
  release(): void;
}

interface Entry {
  readonly loader: AssetLoader<unknown>;
  readonly controller: AbortController;
  readonly listeners: Set<OnProgress>;
  promise: Promise<unknown>;
  progress: Progress | undefined;
  /** Waiting for the value, or holding it. */
  holders: number;
  /** Boxed, once it is there. */
  result: { readonly value: unknown } | undefined;
}

/**
 * Shares what several crowds load from the same addresses, by counting who uses it. Concurrent loads share one
 * request. A holder that aborts leaves the others undisturbed; when the last one does, the load itself is aborted.
 * Failures are not kept.
 */
export class AssetCache {
  readonly #entries = new Map<string, Entry>();

  /** Number of things held or under way. */
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
      // Equal keys stand for the same asset, so the value has this loader's type.
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
        // Some loads, such as parsing, run on after an abort: what they made must not be kept.
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
