/** The parts of Chromium and Node that tell what JavaScript holds. */
interface HeapGlobals {
  readonly gc?: () => void;
  readonly performance: { readonly memory?: { readonly usedJSHeapSize: number } };
  readonly process?: { memoryUsage?(): { heapUsed: number; external: number } };
}

/**
 * Bytes that JavaScript holds after a collection; undefined unless the browser was started to tell
 * (`--expose-gc` and precise memory).
 */
export function usedHeap(): number | undefined {
  const { gc, performance, process } = globalThis as unknown as HeapGlobals;
  if (!gc) return undefined;
  gc();
  if (performance.memory) return performance.memory.usedJSHeapSize;
  const usage = process?.memoryUsage?.();
  return usage && usage.heapUsed + usage.external;
}

/** Collections at most until a heap is at rest, and milliseconds between them. */
const MOST_COLLECTIONS = 20;
const PAUSE = 25;
/** Bytes by which a heap at rest still moves. */
const NOISE = 100_000;

/**
 * The same, once two collections in a row free nothing more: what a scene before held is let go over several tasks, and
 * what came free meanwhile would count against the scene that is measured.
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
