import { BufferAttribute, type BufferGeometry } from 'three';

/**
 * A geometry of its own over the same numbers. Renderers keep GPU buffers by attribute object, and some rewrite an
 * attribute's array when they upload it; so what is shared between crowds or renderers is the numbers, never the
 * attributes.
 *
 * @param names attributes to take; the others are left out
 */
export function ownGeometry<T extends BufferGeometry>(
  source: BufferGeometry,
  names: readonly string[],
  target: T,
): T {
  for (const name of names) {
    const attribute = source.getAttribute(name);
    if (!attribute) continue;
    const plain =
      attribute instanceof BufferAttribute
        ? new BufferAttribute(attribute.array, attribute.itemSize, attribute.normalized)
        : attribute.clone();
    target.setAttribute(name, plain);
  }
  if (source.index) target.setIndex(new BufferAttribute(source.index.array, 1));
  return target;
}

/** Names of all attributes of a geometry but those that say how it hangs on a skeleton. */
export function surfaceAttributes(geometry: BufferGeometry): string[] {
  return Object.keys(geometry.attributes).filter((name) => name !== 'skinIndex' && name !== 'skinWeight');
}
