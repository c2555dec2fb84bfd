import {
  Color,
  type IUniform,
  type Material,
  type MeshDepthMaterial,
  MeshDistanceMaterial,
  type WebGLProgramParametersWithUniforms,
} from 'three';
import type { Part } from '../characters/index.js';
import { baseColor, dropFineMaps, hasVertexOpacity, type TintedMaterial, whiten } from '../drawing/index.js';
import type { PoseProgram } from './pose-source.js';
import { ditherSurface, poseShader, showSurface, tintFragmentShader, tintSurface } from './shader-patches.js';
import { cloneWithDefines, createShadowDepthMaterial } from './three-internals.js';

/** The part's own material, posed, and tinted by the colour that each instance brings. */
export function createInstancedMaterial(part: Part, pose: PoseProgram): Material {
  const material = whiten(cloneWithDefines(part.material));
  const base = { value: baseColor(part.material) };
  material.onBeforeCompile = (shader, renderer) => {
    // A hook of the material's own comes first, and sees three's shader as it is.
    part.material.onBeforeCompile(shader, renderer);
    Object.assign(shader.uniforms, pose.uniforms, { crowdBaseColor: base });
    poseShader(shader, pose);
    tintSurface(shader, 'crowdColor( crowdInstance.y )', part);
  };
  material.customProgramCacheKey = () =>
    `crowd ${pose.dithers} ${part.tintMask} ${part.keepsColor} ${hasVertexOpacity(part)} ${part.material.customProgramCacheKey()} ${pose.declarations}`;
  return material;
}

/** One material for everything far: the vertices bring their colours, tinted already. */
export function createFarMaterial(source: Material, pose: PoseProgram): Material {
  const material = dropFineMaps(whiten(cloneWithDefines(source)));
  material.vertexColors = false;
  material.onBeforeCompile = (shader, renderer) => {
    source.onBeforeCompile(shader, renderer);
    Object.assign(shader.uniforms, pose.uniforms);
    poseShader(shader, pose);
    showSurface(shader, 'vCrowdSurface = crowdFarTinted();');
  };
  material.customProgramCacheKey = () =>
    `crowd far ${pose.dithers} ${source.customProgramCacheKey()} ${pose.declarations}`;
  return material;
}

/** What the shadow maps of directional and spot lights are drawn with, and those of point lights. */
export function createShadowMaterials(pose: PoseProgram): {
  depth: MeshDepthMaterial;
  distance: MeshDistanceMaterial;
} {
  return {
    depth: posed(createShadowDepthMaterial(), pose),
    distance: posed(new MeshDistanceMaterial(), pose),
  };
}

function posed<M extends Material>(material: M, pose: PoseProgram): M {
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, pose.uniforms);
    poseShader(shader, pose);
  };
  material.customProgramCacheKey = () => `crowd posed ${pose.dithers} ${pose.declarations}`;
  return material;
}

/** The material of one part of one clone. All of them share a program; only the colour differs. */
export function createTintedMaterial(part: Part, dithers: boolean): TintedMaterial {
  const material = whiten(cloneWithDefines(part.material));
  const base = { value: baseColor(part.material) };
  const tint = { value: new Color(1, 1, 1) };
  const opacity = { value: 1 };
  material.onBeforeCompile = (shader, renderer) => {
    part.material.onBeforeCompile(shader, renderer);
    Object.assign(shader.uniforms, { crowdBaseColor: base, crowdTintColor: tint });
    shader.fragmentShader = tintFragmentShader(
      shader.fragmentShader,
      'uniform vec3 crowdTintColor;',
      'crowdTintColor',
      part,
    );
    if (dithers) ditherClone(shader, opacity);
  };
  material.customProgramCacheKey = () =>
    `crowd clone ${dithers} ${part.tintMask} ${part.keepsColor} ${part.material.customProgramCacheKey()}`;
  return {
    material,
    shadow: dithers
      ? {
          depth: dithered(createShadowDepthMaterial(), opacity),
          distance: dithered(new MeshDistanceMaterial(), opacity),
        }
      : undefined,
    setTint: (r, g, b) => tint.value.setRGB(r, g, b),
    setOpacity: (value) => {
      opacity.value = value;
    },
  };
}

function dithered<M extends Material>(material: M, opacity: IUniform<number>): M {
  material.onBeforeCompile = (shader) => ditherClone(shader, opacity);
  material.customProgramCacheKey = () => 'crowd clone dithered';
  return material;
}

function ditherClone(shader: WebGLProgramParametersWithUniforms, opacity: IUniform<number>): void {
  Object.assign(shader.uniforms, { crowdShownOpacity: opacity });
  ditherSurface(shader, 'uniform float crowdShownOpacity;', 'crowdShownOpacity');
}
