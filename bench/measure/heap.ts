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
