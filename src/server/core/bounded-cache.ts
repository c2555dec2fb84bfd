import { LRUCache } from 'lru-cache';

/** Bytes of an entry beside its key and its value. */
const ENTRY_BYTES = 200;

/** Keeps the entries that were used last, as long as all, with their keys, stay within a number of bytes. */
export class BoundedCache<Value extends NonNullable<unknown>> {
  readonly #entries: LRUCache<string, Value>;
  /** Values that are being made. */
  readonly #underWay = new Map<string, Promise<unknown>>();

  /**
   * @param limit bytes
   * @param sizeOf bytes of a value alone; its key's are added
   */
  constructor(limit: number, sizeOf: (value: Value) => number) {
    this.#entries = new LRUCache({
      maxSize: limit,
      sizeCalculation: (value, key) => sizeOf(value) + 2 * key.length + ENTRY_BYTES,
    });
  }

  /** Bytes that it holds. */
  get weight(): number {
    return this.#entries.calculatedSize;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key);
  }

  /** Stores a value, unless it is larger than the limit by itself. */
  set(key: string, value: Value): Value {
    this.#entries.set(key, value);
    return value;
  }

  /** The value of a key; else the result of `make`, which stores what is to be kept. Calls that come meanwhile share it. */
  async getOrMake<Made>(key: string, make: () => Promise<Made>): Promise<Value | Made> {
    const found = this.get(key) ?? (this.#underWay.get(key) as Promise<Made> | undefined);
    if (found !== undefined) return found;
    const making = make().finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, making);
    return making;
  }
}
