import { isCrowdError } from '../../errors/index.js';
import { type GltfCharacter, movedNodes, readCharacter } from '../../gltf/index.js';
import type { Glb } from './glb.js';

/** Reads the first of several files that has a character. Returns undefined if none has one. */
export async function firstCharacter(
  glbs: readonly Glb[],
): Promise<{ readonly glb: Glb; readonly character: GltfCharacter } | undefined> {
  const moved = glbs.flatMap(({ file }) => movedNodes(file));
  for (const glb of glbs) {
    try {
      return { glb, character: await readCharacter(glb.file, moved) };
    } catch (error) {
      if (!isCrowdError(error, 'RigError')) throw error;
    }
  }
  return undefined;
}
