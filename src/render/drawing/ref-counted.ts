/** A GPU resource that several crowds may use. */
export interface RefCounted<T> {
  readonly resource: T;
  readonly isShared: boolean;
  /** Ends this use; the last one frees the resource. */
  dispose(): void;
}

interface Disposable {
  dispose(): void;
}

type Uses<Resource> = WeakMap<object, { readonly resource: Resource; users: number }>;

/**
 * A function that makes a resource once for each renderer and source, and returns the same one for as long as it has users.
 *
 * @param keyOf cache key of a source
 */
export function refCountedByRenderer<Source extends object, Resource extends Disposable>(
  make: (source: Source) => Resource,
  keyOf: (source: Source) => object = (source) => source,
): (renderer: object, source: Source) => RefCounted<Resource> {
  const byRenderer = new WeakMap<object, Uses<Resource>>();
  return (renderer, source) => {
    const inUse: Uses<Resource> = byRenderer.get(renderer) ?? new WeakMap();
    byRenderer.set(renderer, inUse);
    const key = keyOf(source);
    const entry = inUse.get(key) ?? { resource: make(source), users: 0 };
    entry.users += 1;
    inUse.set(key, entry);
    let isHeld = true;
    return {
      resource: entry.resource,
      get isShared() {
        return entry.users > 1;
      },
      dispose: () => {
        if (!isHeld) return;
        isHeld = false;
        entry.users -= 1;
        if (entry.users > 0) return;
        inUse.delete(key);
        entry.resource.dispose();
      },
    };
  };
}
