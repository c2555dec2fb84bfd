import { type BoneTexture, encodeBoneTexture } from 'three-crowd/rig';
import type { ControlPanel } from 'three-crowd/stage';
import { saveFile } from '../page/save-file.js';

/** Buttons for the files `bone_tex_bin` and `bone_tex_manifest` of a service. @returns a function that fills them */
export function addDownloads(controls: ControlPanel): (texture: BoneTexture) => void {
  let baked: BoneTexture | undefined;
  const buttons = [
    controls.addButton('Bone texture', () => {
      if (baked) saveFile('bone-texture.bin', encodeBoneTexture(baked));
    }),
    controls.addButton('Its manifest', () => {
      if (baked) saveFile('bone-texture.json', JSON.stringify(baked.manifest, null, 2));
    }),
  ];
  for (const button of buttons) button.disabled = true;
  return (texture) => {
    baked = texture;
    for (const button of buttons) button.disabled = false;
  };
}
