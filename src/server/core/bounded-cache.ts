import { LRUCache } from 'lru-cache';

/** Bytes of an entry beside its key and its value. */
const ENTRY_BYTES = 200;

/** Keeps the entries that were used last, as long as all, with their keys, stay within a number of bytes. */
export class BoundedCache<Value extends NonNullable<unknown>> {
  readonly #entries: LRUCache<string, Value>;

  /** @param limit bytes */
  constructor(readonly limit: number) {
    this.#entries = new LRUCache({ maxSize: limit });
  }

  /** Bytes that it holds. */
  get weight(): number {
    return this.#entries.calculatedSize;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key);
  }

  /** Stores a value, unless it is larger than the limit by itself. @param bytes of the value alone; the key's are added */
  set(key: string, value: Value, bytes: number): void {
    this.#entries.set(key, value, { size: bytes + 2 * key.length + ENTRY_BYTES });
  }
}
