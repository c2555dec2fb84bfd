/** Progress of a load. */
export interface Progress {
  /** Bytes read so far. */
  readonly loaded: number;
  /** Bytes announced so far; grows as files answer, and is a lower bound where a server announces nothing. */
  readonly total: number;
  /** 0 to 1; never goes back, and is 1 only when all is done. */
  readonly fraction: number;
}

/** Called with the progress of a load. */
export type OnProgress = (progress: Progress) => void;

/** Options of a call that fetches files. */
export interface LoadOptions {
  /** Aborts this call alone. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: OnProgress | undefined;
}

/**
 * Options of a load that ends where its `onProgress` throws, as if `signal` were aborted with that error. Without this, the
 * error would be taken for a broken connection, and loads that share the file would fail, too.
 */
export function abortOnThrow<T extends LoadOptions>(options: T): T {
  const { signal, onProgress } = options;
  if (!onProgress) return options;
  const thrown = new AbortController();
  return {
    ...options,
    signal: signal ? AbortSignal.any([signal, thrown.signal]) : thrown.signal,
    onProgress: (progress: Progress) => {
      try {
        onProgress(progress);
      } catch (error) {
        thrown.abort(error);
      }
    },
  };
}

const NOTHING: Progress = { loaded: 0, total: 0, fraction: 0 };

/** Bytes after which a file of unknown size counts as half read. */
const HALFWAY_BYTES = 1 << 20;

/**
 * The progress of one file. A content length may be absent, or be that of the compressed bytes while the decompressed
 * ones are counted: the fraction then nears 1 without reaching it.
 */
export function fileProgress(loaded: number, announced: number): Progress {
  const isAnnounced = announced > 0 && loaded <= announced;
  const fraction = isAnnounced ? loaded / announced : loaded / (loaded + HALFWAY_BYTES);
  return { loaded, total: Math.max(loaded, announced), fraction };
}

/** Largest fraction before {@link ProgressSum.finish}: when all bytes are there, they still have to be made into meshes. */
const MOST_BEFORE_END = 0.99;

/** Sums up the parts of one load, each counting the same, whatever order they report in. */
export class ProgressSum {
  readonly #onProgress: OnProgress | undefined;
  readonly #parts: Progress[] = [];
  #fraction = 0;

  constructor(onProgress: OnProgress | undefined) {
    this.#onProgress = onProgress;
  }

  /** Adds a part and returns where it reports. */
  part(): OnProgress {
    const index = this.#parts.push(NOTHING) - 1;
    return (progress) => {
      this.#parts[index] = progress;
      const sum = this.#parts.reduce((fraction, part) => fraction + part.fraction, 0);
      this.#report(Math.min(sum / this.#parts.length, MOST_BEFORE_END));
    };
  }

  finish(): void {
    this.#report(1);
  }

  #report(fraction: number): void {
    this.#fraction = Math.max(this.#fraction, fraction);
    const loaded = this.#parts.reduce((bytes, part) => bytes + part.loaded, 0);
    const total = this.#parts.reduce((bytes, part) => bytes + part.total, 0);
    this.#onProgress?.({ loaded, total, fraction: this.#fraction });
  }
}
