import {
  FloatType,
  GLSL3,
  type IUniform,
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
import { LIMB_TEXELS, limbDeclarations, type PaletteBlocks, paletteSize } from '../drawing/index.js';
import { LIMBS_FRAGMENT, PALETTE_VERTEX } from './crowd-chunk.js';
import { renderInto } from './three-internals.js';

/** Written before the shaders of a crowd with layers. */
export const PRECISION = 'precision highp float;\nprecision highp int;\nprecision highp usampler2D;\n';

/** Solves the limbs of each character by its layers, before the palette reads their local poses. */
export interface LimbPass {
  /** Uniforms, defines and constants of a shader that reads the target. */
  readonly uniforms: Readonly<Record<string, IUniform>>;
  readonly defines: Readonly<Record<string, string | number>>;
  readonly declarations: string;
  render(): void;
  dispose(): void;
}

/**
 * @param uniforms of the shaders that blend local poses, the table of layers included
 * @param blocks a rectangle for each slot in use
 */
export function createLimbPass(
  renderer: WebGLRenderer,
  { limbs, parents, size }: LocalPoses,
  characters: number,
  uniforms: Readonly<Record<string, IUniform>>,
  blocks: PaletteBlocks,
): LimbPass | undefined {
  if (!limbs) return undefined;
  const { width, height, acrossBits } = paletteSize(
    characters,
    LIMB_TEXELS,
    renderer.capabilities.maxTextureSize,
  );
  const target = new WebGLRenderTarget(width, height, {
    type: FloatType,
    minFilter: NearestFilter,
    magFilter: NearestFilter,
    depthBuffer: false,
    generateMipmaps: false,
  });
  target.texture.name = 'crowd limbs';
  const bits = { value: acrossBits };
  const defines = {
    CROWD_LAYERS: '',
    CROWD_CHAIN: parents.length,
    CROWD_LOCAL_TEXELS: size / 4,
    CROWD_LIMB_TEXELS: LIMB_TEXELS,
  };
  const declarations = `${limbDeclarations(limbs)}\n`;
  const material = new RawShaderMaterial({
    name: 'crowd limbs',
    glslVersion: GLSL3,
    defines: { ...defines, CROWD_LIMB_PASS: '' },
    vertexShader: PALETTE_VERTEX,
    fragmentShader: PRECISION + declarations + LIMBS_FRAGMENT,
    uniforms: { ...uniforms, crowdLimbBits: bits, paletteSize: { value: new Vector2(width, height) } },
    blending: NoBlending,
    depthTest: false,
    depthWrite: false,
  });
  const mesh = new Mesh(blocks.geometry, material);
  mesh.frustumCulled = false;
  const camera = new OrthographicCamera();
  return {
    uniforms: { crowdLimbs: { value: target.texture }, crowdLimbBits: bits },
    defines,
    declarations,
    render: () => renderInto(renderer, target, mesh, camera),
    dispose: () => {
      target.dispose();
      material.dispose();
    },
  };
}
