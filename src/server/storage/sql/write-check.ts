import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Schema } from './schema.js';

/**
 * Size of what a check writes: as base64 it is a third longer, which is as long as the longest recipe. It is random, since
 * databases compress.
 */
const PROBE_BYTES = 48 * 1024;
/** Milliseconds between two checks that write so much; those between write a short row, since anybody may ask at any time. */
const PROBE_INTERVAL = 1_000;

/**
 * Finds out whether a database takes writes, by writing a row as long as the longest recipe. A check that only reads would
 * pass on a full disk or a read-only replica, and one that writes a short row would pass where no crowd fits.
 */
export class WriteCheck {
  readonly #db: Kysely<Schema>;
  #probedAt = Number.NEGATIVE_INFINITY;

  constructor(db: Kysely<Schema>) {
    this.#db = db;
  }

  /** Rejects with the database's error. */
  async run(): Promise<void> {
    const isDue = performance.now() - this.#probedAt > PROBE_INTERVAL;
    const content = isDue ? randomBytes(PROBE_BYTES).toString('base64') : '';
    const row = { id: 1, written_at: new Date().toISOString(), content };
    await this.#db
      .insertInto('probes')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
    if (isDue) this.#probedAt = performance.now();
  }
}
