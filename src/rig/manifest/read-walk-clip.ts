import { BoneTextureError } from '../../errors/index.js';
import type { ClipInfo } from '../../protocol/index.js';
import { type Fields, findField, plainKey, show } from './manifest-fields.js';

/** What may stand beside `walk` in a key that names the walk clip, and not in one like `walkSpeed`. */
const WALK_KEY = /^(default|clip|animation|anim|index|idx|id|name|number)*$/;

/**
 * The walk clip's index, −1 for none: the clip called `walk`, else an index or a name under any key that means the walk
 * clip.
 *
 * @throws {BoneTextureError} where what says it is none of the clips
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
  // A clip that is called so is surer than a number that may count from elsewhere.
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
