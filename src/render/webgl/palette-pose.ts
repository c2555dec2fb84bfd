import type { DataTexture, WebGLRenderer } from 'three';
import type { LocalPoses } from '../../rig/index.js';
import {
  acquireLocalPoseTexture,
  acquireRigTexture,
  LIMB_TEXELS,
  limbDeclarations,
  PaletteBlocks,
  paletteSize,
} from '../drawing/index.js';
import { LIMBS_FRAGMENT, PALETTE_FRAGMENT, PALETTE_POSE } from './crowd-chunk.js';
import { createDataPass } from './data-pass.js';
import type { PoseSource, TableUniforms } from './pose-source.js';

/**
 * Poses each character with a slot once a frame into float targets, one for each row of a bone's matrix, which all parts and
 * passes read. A pass before it solves the limbs that the layers change.
 *
 * Notes: with 150 characters a frame takes 0.53 of the time of `createSampledPose`, with which each vertex blends two frames
 * of the bone texture (244 ms and 463 on a software GPU).
 *
 * @param slots of the palette, at most the number of characters
 * @param layers the table of layers; undefined in a crowd without
 */
export function createPalettePose(
  renderer: WebGLRenderer,
  localPoses: LocalPoses,
  slots: number,
  dithers: boolean,
  table: TableUniforms,
  layers: DataTexture | undefined,
): PoseSource {
  const bones = localPoses.parents.length;
  // Throws for a crowd that is too large, before textures are acquired.
  paletteSize(slots, bones, renderer.capabilities.maxTextureSize);
  const locals = acquireLocalPoseTexture(renderer, localPoses);
  const rig = acquireRigTexture(renderer, localPoses);
  const blocks = new PaletteBlocks(slots);
  const sources = {
    ...table,
    crowdLocals: { value: locals.resource },
    crowdRig: { value: rig.resource },
    ...(layers ? { crowdLayers: { value: layers } } : {}),
  };
  const layered = layers && localPoses.limbs;
  const declarations = layered ? `${limbDeclarations(layered)}\n` : '';
  const defines = {
    CROWD_CHAIN: bones,
    CROWD_LOCAL_TEXELS: localPoses.size / 4,
    CROWD_LIMB_TEXELS: LIMB_TEXELS,
    ...(layered && { CROWD_LAYERS: '' }),
    ...(localPoses.builds && { CROWD_BUILDS: '' }),
  };
  const limbs = layered
    ? createDataPass(renderer, {
        name: 'crowd limbs',
        texels: LIMB_TEXELS,
        count: 1,
        blocks,
        slots,
        defines: { ...defines, CROWD_LIMB_PASS: '' },
        fragmentShader: declarations + LIMBS_FRAGMENT,
        uniforms: (acrossBits) => ({ ...sources, crowdLimbBits: acrossBits }),
      })
    : undefined;
  const palette = createDataPass(renderer, {
    name: 'crowd palette',
    texels: bones,
    count: 3,
    blocks,
    slots,
    defines,
    fragmentShader: declarations + PALETTE_FRAGMENT,
    uniforms: (acrossBits) => ({
      ...sources,
      crowdPaletteBits: acrossBits,
      ...(limbs && { crowdLimbs: { value: limbs.textures[0] }, crowdLimbBits: limbs.acrossBits }),
    }),
  });
  const [x, y, z] = palette.textures;
  return {
    declarations: PALETTE_POSE,
    dithers,
    uniforms: {
      crowdBoneCount: table.crowdBoneCount,
      crowdPaletteBits: palette.acrossBits,
      crowdPaletteX: { value: x },
      crowdPaletteY: { value: y },
      crowdPaletteZ: { value: z },
    },
    update: (posed) => {
      blocks.cover(posed);
      if (posed.count === 0) return;
      limbs?.render();
      palette.render();
    },
    dispose: () => {
      for (const thing of [palette, limbs, locals, rig, blocks]) thing?.dispose();
    },
  };
}
