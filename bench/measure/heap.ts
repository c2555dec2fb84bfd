/** Functions of Chromium and Node that measure the JavaScript heap. */
interface HeapGlobals {
  readonly gc?: () => void;
  readonly performance: { readonly memory?: { readonly usedJSHeapSize: number } };
  readonly process?: { memoryUsage?(): { heapUsed: number; external: number } };
}

/**
 * Returns the heap size after a collection, bytes; undefined unless the browser was started with
 * `--expose-gc` and precise memory.
 */
export function usedHeap(): number | undefined {
  const { gc, performance, process } = globalThis as unknown as HeapGlobals;
  if (!gc) return undefined;
  gc();
  if (performance.memory) return performance.memory.usedJSHeapSize;
  const usage = process?.memoryUsage?.();
  return usage && usage.heapUsed + usage.external;
}

/** Maximum number of collections until the heap size is stable, and milliseconds between them. */
const MOST_COLLECTIONS = 20;
const PAUSE = 25;
/** Largest change of a stable heap, bytes. */
const NOISE = 100_000;

/**
 * Returns the heap size once two collections in a row free nothing. A disposed scene is freed over several
 * tasks, which would distort the size of the next one.
 */
export async function restingHeap(): Promise<number | undefined> {
  let heap = usedHeap();
  let rests = 0;
  for (let i = 0; heap !== undefined && rests < 2 && i < MOST_COLLECTIONS; i++) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    const next = usedHeap() as number;
    rests = next > heap - NOISE ? rests + 1 : 0;
    heap = next;
  }
  return heap;
}
