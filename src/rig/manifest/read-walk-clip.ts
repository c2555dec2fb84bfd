import { BoneTextureError } from '../../errors/index.js';
import type { ClipInfo } from '../../protocol/index.js';
import { type Fields, findField, plainKey, show } from './manifest-fields.js';

/** Words allowed beside `walk` in a key that names the walk clip; excludes keys such as `walkSpeed`. */
const WALK_KEY = /^(default|clip|animation|anim|index|idx|id|name|number)*$/;

/**
 * Returns the index of the walk clip, or −1: the clip called `walk`, else an index or name under any key that means the
 * walk clip.
 *
 * @throws {BoneTextureError} if the value is not one of the clips
 */
export function readWalkClip(manifest: Fields, clipInfo: readonly ClipInfo[]): number {
  const names = clipInfo.map((clip) => clip.name);
  const called = names.indexOf('walk');
  const found = findField(manifest, '', ['walkClip', ...Object.keys(manifest).filter(isWalkKey)]);
  if (!found && called >= 0) return called;
  if (!found) return -1;
  const { value, path } = found;
  const index =
    value === -1
      ? -1
      : typeof value === 'string'
        ? names.indexOf(value)
        : names.findIndex((_, i) => i === value);
  // The name takes precedence over an index, which may have another base.
  if (called >= 0) return called;
  if (index < 0 && value !== -1) {
    throw new BoneTextureError(
      `The manifest's ${path} is ${show(value)}, but the clips are 0 to ${names.length - 1} (${names.join(', ')}). Give one of them, or ` +
        '-1 for none.',
      'walkClip',
    );
  }
  return index;
}

function isWalkKey(key: string): boolean {
  const plain = plainKey(key);
  const beside = plain.replace(/walk(ing)?/, '');
  return beside !== plain && WALK_KEY.test(beside);
}
