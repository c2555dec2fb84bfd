import type { Skeleton } from './skeleton.js';

const indices = new WeakMap<Skeleton, ReadonlyMap<string, number>>();

/**
 * Returns the index of the bone called `name`, or −1. Also matches names sanitized by a loader, unless two bones have
 * the same sanitized name.
 */
export function findBone(skeleton: Skeleton, name: string): number {
  let index = indices.get(skeleton);
  if (!index) {
    index = indexBones(skeleton);
    indices.set(skeleton, index);
  }
  return index.get(name) ?? index.get(cleanBoneName(name)) ?? -1;
}

/** True if two names are equal, or equal after sanitizing. */
export function isSameBone(a: string, b: string): boolean {
  return a === b || cleanBoneName(a) === cleanBoneName(b);
}

function indexBones({ names }: Skeleton): ReadonlyMap<string, number> {
  const index = new Map<string, number>();
  const ambiguous = new Set<string>();
  names.forEach((name, bone) => {
    const clean = cleanBoneName(name);
    if (index.has(clean)) ambiguous.add(clean);
    index.set(clean, bone);
  });
  for (const clean of ambiguous) index.delete(clean);
  names.forEach((name, bone) => {
    index.set(name, bone);
  });
  return index;
}

/** Sanitizes a name as three's loaders do (`PropertyBinding.sanitizeNodeName`). */
function cleanBoneName(name: string): string {
  return name.replace(/\s/g, '_').replace(/[[\].:/]/g, '');
}
