import {
  type DataTexture,
  FloatType,
  GLSL3,
  Mesh,
  NearestFilter,
  NoBlending,
  OrthographicCamera,
  RawShaderMaterial,
  Vector2,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import type { LocalPoses } from '../../rig/index.js';
import type { CharacterTable } from '../characters/index.js';
import {
  acquireLocalPoseTexture,
  acquireRigTexture,
  LIMB_TEXELS,
  PaletteBlocks,
  paletteSize,
} from '../drawing/index.js';
import { PALETTE_FRAGMENT, PALETTE_POSE, PALETTE_VERTEX } from './crowd-chunk.js';
import { createLimbPass, PRECISION } from './limb-pass.js';
import type { PoseSource, TableUniforms } from './pose-source.js';
import { renderInto } from './three-internals.js';

/**
 * Poses each visible character once a frame into float targets, one for each row of a bone's matrix, which all parts and
 * passes read.
 *
 * Notes: with 150 characters a frame takes 0.53 of the time of `createSampledPose`, with which each vertex blends two frames
 * of the bone texture (244 ms and 463 on a software GPU).
 *
 * @param layers the table of layers; undefined in a crowd without
 */
export function createPalettePose(
  renderer: WebGLRenderer,
  localPoses: LocalPoses,
  { count: characters, usesOpacity }: CharacterTable,
  table: TableUniforms,
  layers: DataTexture | undefined,
): PoseSource {
  const bones = localPoses.parents.length;
  const size = paletteSize(characters, bones, renderer.capabilities.maxTextureSize);
  const slotTexel = {
    crowdBoneCount: table.crowdBoneCount,
    crowdPaletteBits: { value: size.acrossBits },
  };
  const target = new WebGLRenderTarget(size.width, size.height, {
    count: 3,
    type: FloatType,
    minFilter: NearestFilter,
    magFilter: NearestFilter,
    depthBuffer: false,
    generateMipmaps: false,
  });
  const [x, y, z] = target.textures;
  for (const texture of target.textures) texture.name = 'crowd palette';
  const locals = acquireLocalPoseTexture(renderer, localPoses);
  const rig = acquireRigTexture(renderer, localPoses);
  const blocks = new PaletteBlocks(characters);
  const sources = {
    ...table,
    crowdLocals: { value: locals.resource },
    crowdRig: { value: rig.resource },
    ...(layers ? { crowdLayers: { value: layers } } : {}),
  };
  const limbs = layers && createLimbPass(renderer, localPoses, characters, sources, blocks);
  const material = new RawShaderMaterial({
    name: 'crowd palette',
    glslVersion: GLSL3,
    defines: {
      CROWD_CHAIN: bones,
      CROWD_LOCAL_TEXELS: localPoses.size / 4,
      CROWD_LIMB_TEXELS: LIMB_TEXELS,
      ...limbs?.defines,
    },
    vertexShader: PALETTE_VERTEX,
    fragmentShader: PRECISION + (limbs?.declarations ?? '') + PALETTE_FRAGMENT,
    uniforms: {
      ...sources,
      ...slotTexel,
      ...limbs?.uniforms,
      paletteSize: { value: new Vector2(size.width, size.height) },
    },
    blending: NoBlending,
    depthTest: false,
    depthWrite: false,
  });
  const mesh = new Mesh(blocks.geometry, material);
  mesh.frustumCulled = false;
  const camera = new OrthographicCamera();

  return {
    declarations: PALETTE_POSE,
    dithers: usesOpacity,
    uniforms: {
      ...slotTexel,
      crowdPaletteX: { value: x },
      crowdPaletteY: { value: y },
      crowdPaletteZ: { value: z },
    },
    update: (visible) => {
      blocks.cover(visible);
      if (visible.count === 0) return;
      limbs?.render();
      renderInto(renderer, target, mesh, camera);
    },
    dispose: () => {
      target.dispose();
      limbs?.dispose();
      locals.dispose();
      rig.dispose();
      material.dispose();
      blocks.dispose();
    },
  };
}
