import {
  FloatType,
  GLSL3,
  type IUniform,
  Mesh,
  NearestFilter,
  NoBlending,
  OrthographicCamera,
  RawShaderMaterial,
  type Texture,
  Vector2,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { type PaletteBlocks, paletteSize } from '../drawing/index.js';
import { PALETTE_VERTEX } from './crowd-chunk.js';
import { renderInto } from './three-internals.js';

const PRECISION = 'precision highp float;\nprecision highp int;\nprecision highp usampler2D;\n';

export interface DataPassOptions {
  readonly name: string;
  /** Texels of each slot, side by side. */
  readonly texels: number;
  readonly count: number;
  /** A rectangle for each slot in use. */
  readonly blocks: PaletteBlocks;
  readonly slots: number;
  readonly defines: Readonly<Record<string, string | number>>;
  readonly fragmentShader: string;
  /** `acrossBits` is that of `paletteSize`, for shaders that find the texels of a slot. */
  uniforms(acrossBits: IUniform<number>): Readonly<Record<string, IUniform>>;
}

/** A pass that writes numbers into texels of each slot. */
export interface DataPass {
  readonly textures: readonly Texture[];
  readonly acrossBits: IUniform<number>;
  render(): void;
  dispose(): void;
}

export function createDataPass(renderer: WebGLRenderer, options: DataPassOptions): DataPass {
  const { name, texels, count, blocks, slots, defines, fragmentShader } = options;
  const size = paletteSize(slots, texels, renderer.capabilities.maxTextureSize);
  const target = new WebGLRenderTarget(size.width, size.height, {
    count,
    type: FloatType,
    minFilter: NearestFilter,
    magFilter: NearestFilter,
    depthBuffer: false,
    generateMipmaps: false,
  });
  for (const texture of target.textures) texture.name = name;
  const acrossBits = { value: size.acrossBits };
  const material = new RawShaderMaterial({
    name,
    glslVersion: GLSL3,
    defines,
    vertexShader: PALETTE_VERTEX,
    fragmentShader: PRECISION + fragmentShader,
    uniforms: {
      ...options.uniforms(acrossBits),
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
    textures: target.textures,
    acrossBits,
    render: () => renderInto(renderer, target, mesh, camera),
    dispose: () => {
      target.dispose();
      material.dispose();
    },
  };
}
