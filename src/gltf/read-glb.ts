import { RigError } from '../errors/index.js';
import type { Clip } from '../rig/index.js';
import { openGlb } from './open-glb.js';
import { type GltfCharacter, readCharacter } from './read-character.js';
import { readClips } from './read-clips.js';

/**
 * Reads the characters of a GLB from any exporter.
 *
 * @param name of the file, for messages
 * @throws {AssetError} where the bytes are no GLB, or are compressed with Draco
 * @throws {RigError} where nothing in it is skinned
 * @example
 * const { skeleton, skin, parts } = await readSkinnedGlb(await readFile('skeleton.glb'));
 */
export async function readSkinnedGlb(bytes: Uint8Array, name = 'The file'): Promise<GltfCharacter> {
  return readCharacter(openGlb(bytes, name));
}

/**
 * Reads the animations of a GLB from any exporter.
 *
 * @param name of the file, for messages
 * @throws {AssetError} where the bytes are no GLB
 * @throws {RigError} where it has no animation
 * @example
 * const [walk] = await readClipGlb(await readFile('clips/walk.glb'));
 */
export async function readClipGlb(bytes: Uint8Array, name = 'The file'): Promise<Clip[]> {
  const clips = await readClips(openGlb(bytes, name));
  if (clips.length === 0) {
    throw new RigError(`${name} has no animation. Export the clip together with its keys.`);
  }
  return clips;
}
