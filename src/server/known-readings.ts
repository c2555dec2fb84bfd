import { BoundedCache } from './bounded-cache.js';
import type { Caller } from './caller.js';
import type { ReadBasis, SavedCrowd } from './storage/storage.js';

/** A crowd and who may read it, as they were when they were looked up. */
export interface Reading {
  readonly caller: Caller;
  readonly crowd: Pick<SavedCrowd, 'id' | 'manifestVersion' | 'updatedAt'>;
  /** What counting the use of it must find unchanged. */
  readonly basis: ReadBasis;
}

const KEPT_BYTES = 16 * 1024 * 1024;
/** What one takes: some short texts, but for the origins of its key. */
const READING_BYTES = 1024;

/**
 * What was looked up for the last readings of crowds. It is looked up once more only if it has changed, which counting
 * the next use finds out in the same round trip to the storage.
 */
export class KnownReadings {
  readonly #readings = new BoundedCache<Reading>(KEPT_BYTES);

  find(keyHash: string, crowdId: string): Reading | undefined {
    return this.#readings.get(nameOf(keyHash, crowdId));
  }

  /** Keeps what was looked up just now. */
  add(caller: Caller, keyHash: string, { id, manifestVersion, updatedAt }: SavedCrowd): Reading {
    const crowd = { id, manifestVersion, updatedAt };
    const reading = { caller, crowd, basis: { keyHash, plan: caller.plan, crowd } };
    this.#readings.set(
      nameOf(keyHash, id),
      reading,
      READING_BYTES + 2 * String(caller.limits.origins).length,
    );
    return reading;
  }

  forget({ keyHash, crowd }: ReadBasis): void {
    this.#readings.delete(nameOf(keyHash, crowd.id));
  }
}

function nameOf(keyHash: string, crowdId: string): string {
  return `${keyHash} ${crowdId}`;
}
