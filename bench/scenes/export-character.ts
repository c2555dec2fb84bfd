import { GLTFExporter } from 'three/addons/exporters/GLTFExporter.js';
import { copyCharacter, type StandardCharacter } from './standard-character.js';

/** The standard character as a GLB with its clip, for engines that are not three. */
export async function exportCharacter(standard: StandardCharacter): Promise<ArrayBuffer> {
  const glb = await new GLTFExporter().parseAsync(copyCharacter(standard), {
    binary: true,
    animations: [standard.clip],
  });
  return glb as ArrayBuffer;
}
