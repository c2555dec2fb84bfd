/** Something of the GPU's that several crowds use. */
export interface RefCounted<T> {
  readonly resource: T;
  /** Whether somebody else uses it too. */
  readonly isShared: boolean;
  /** Gives it back; the last user's call frees it. */
  dispose(): void;
}

interface Disposable {
  dispose(): void;
}

/**
 * Makes a resource once for each source and hands it to everyone who asks while it is in use: crowds of the same assets
 * share what their poses are made from.
 *
 * @param keyOf what tells sources apart; the source itself where nothing is given
 */
export function refCounted<Source extends object, Resource extends Disposable>(
  make: (source: Source) => Resource,
  keyOf: (source: Source) => object = (source) => source,
): (source: Source) => RefCounted<Resource> {
  const inUse = new WeakMap<object, { readonly resource: Resource; users: number }>();
  return (source) => {
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
