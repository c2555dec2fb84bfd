import { type Material, MeshDepthMaterial, MeshDistanceMaterial } from 'three';
import { TINTS } from '../../protocol/index.js';
import type { PartList } from '../shared/index.js';
import type { CrowdUniforms } from './crowd-uniforms.js';
import { replaceChunks } from './patch-shader.js';
import { poseVertexShader } from './pose-patch.js';
import { tintFragmentShader } from './tint-patch.js';

/** Texel of the character table that holds the colours. */
const COLORS = 3;

/** The part's own material, posed and tinted by the character table. */
export function createInstancedMaterial({ part, tint }: PartList, uniforms: CrowdUniforms): Material {
  const material = part.material.clone();
  const color = `crowdColor( crowdRow( ${COLORS} )[ ${TINTS.indexOf(tint)} ] )`;
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = replaceChunks(poseVertexShader(shader.vertexShader), {
      color_vertex: `#include <color_vertex>\nvCrowdTint = ${color};`,
      common: '#include <common>\nvarying vec3 vCrowdTint;',
    });
    shader.fragmentShader = tintFragmentShader(
      shader.fragmentShader,
      'varying vec3 vCrowdTint;',
      'vCrowdTint',
      part.tintMask,
    );
  };
  material.customProgramCacheKey = () => `crowd instanced ${tint} ${part.tintMask}`;
  return material;
}

/** What directional and spot lights see. */
export function createInstancedDepthMaterial(uniforms: CrowdUniforms): MeshDepthMaterial {
  return posed(new MeshDepthMaterial(), uniforms);
}

/** What point lights see. */
export function createInstancedDistanceMaterial(uniforms: CrowdUniforms): MeshDistanceMaterial {
  return posed(new MeshDistanceMaterial(), uniforms);
}

function posed<M extends Material>(material: M, uniforms: CrowdUniforms): M {
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = poseVertexShader(shader.vertexShader);
  };
  material.customProgramCacheKey = () => 'crowd posed';
  return material;
}
