import type { Assets, ClipName } from '../../../src/protocol/index.js';
import type { TinyCharacter } from '../rig/tiny-character.js';
import { addressOf } from './character-file.js';

/** Addresses of the files that the browser's own fetch reads, for the duration of a test. Files that are not there are empty. */
export function publishAssets({ files, assets }: Pick<TinyCharacter, 'files' | 'assets'>): Assets {
  const address = (file: string): string => addressOf(files.get(file) ?? new Uint8Array());
  const animations = Object.entries(assets.animations) as [ClipName, string][];
  return {
    ...assets,
    skeleton_glb: address(assets.skeleton_glb),
    lod_glb: address(assets.lod_glb),
    rest_reference_glb: address(assets.rest_reference_glb),
    bone_tex_bin: address('bones.bin'),
    bone_tex_manifest: address('bones.json'),
    animations: Object.fromEntries(animations.map(([name, file]) => [name, address(file)])),
  };
}
