import type { Object3D } from 'three';

/** An object's name in the file: the loader rewrites names that three's paths cannot hold, and keeps the file's own. */
export function fileName({ name, userData }: Object3D): string {
  const own: unknown = userData['name'];
  return typeof own === 'string' ? own : name;
}
