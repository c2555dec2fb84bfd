/** Something of the GPU's that several crowds use. */
export interface Lease<T> {
  readonly resource: T;
  /** Gives it back; the last user's call frees it. */
  dispose(): void;
}

interface Disposable {
  dispose(): void;
}

/**
 * Makes a resource once for each source and hands it to everyone who asks while it is in use: crowds of the same assets
 * share what their poses are made from.
 */
export function sharedResource<Source extends object, Resource extends Disposable>(
  make: (source: Source) => Resource,
): (source: Source) => Lease<Resource> {
  const inUse = new WeakMap<Source, { readonly resource: Resource; users: number }>();
  return (source) => {
    const entry = inUse.get(source) ?? { resource: make(source), users: 0 };
    entry.users += 1;
    inUse.set(source, entry);
    let isHeld = true;
    return {
      resource: entry.resource,
      dispose: () => {
        if (!isHeld) return;
        isHeld = false;
        entry.users -= 1;
        if (entry.users > 0) return;
        inUse.delete(source);
        entry.resource.dispose();
      },
    };
  };
}
