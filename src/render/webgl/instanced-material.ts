import { type Material, MeshDepthMaterial, MeshDistanceMaterial } from 'three';
import { TINTS } from '../../protocol/index.js';
import { type PartList, plainColor } from '../shared/index.js';
import { cloneWithDefines, replaceChunks } from './patch-shader.js';
import { poseVertexShader } from './pose-patch.js';
import type { PoseProgram } from './pose-source.js';
import { tintVertexShader } from './tint-patch.js';

/** Texel of the character table that holds the colours. */
const COLORS = 3;

/** The part's own material, posed and tinted by the character table. */
export function createInstancedMaterial({ part, tint }: PartList, pose: PoseProgram): Material {
  const material = cloneWithDefines(part.material);
  const color = `crowdColor( crowdRow( crowdCharacter(), ${COLORS} )[ ${TINTS.indexOf(tint)} ] )`;
  material.onBeforeCompile = (shader, renderer) => {
    // A hook of the material's own comes first, and sees three's shader as it is.
    part.material.onBeforeCompile(shader, renderer);
    Object.assign(shader.uniforms, pose.uniforms);
    const { vertexShader, fragmentShader } = shader;
    shader.vertexShader = tintVertexShader(
      poseVertexShader(vertexShader, pose.declarations),
      color,
      part.tintMask,
    );
    shader.fragmentShader = replaceChunks(fragmentShader, {
      common: '#include <common>\nvarying vec4 vCrowdSurface;',
      color_fragment: 'diffuseColor *= vCrowdSurface;',
    });
  };
  material.customProgramCacheKey = () =>
    `crowd ${tint} ${part.tintMask} ${part.material.customProgramCacheKey()} ${pose.declarations}`;
  return material;
}

/** One material for everything far: the vertices bring their colours, tinted already. */
export function createFarMaterial(source: Material, pose: PoseProgram): Material {
  const material = plainColor(cloneWithDefines(source));
  material.vertexColors = false;
  material.onBeforeCompile = (shader, renderer) => {
    source.onBeforeCompile(shader, renderer);
    Object.assign(shader.uniforms, pose.uniforms);
    shader.vertexShader = replaceChunks(poseVertexShader(shader.vertexShader, pose.declarations), {
      color_vertex: '#include <color_vertex>\nvCrowdSurface = crowdFarTinted();',
      common: '#include <common>\nvarying vec3 vCrowdSurface;',
    });
    shader.fragmentShader = replaceChunks(shader.fragmentShader, {
      common: '#include <common>\nvarying vec3 vCrowdSurface;',
      color_fragment: 'diffuseColor.rgb *= vCrowdSurface;',
    });
  };
  material.customProgramCacheKey = () => `crowd far ${source.customProgramCacheKey()} ${pose.declarations}`;
  return material;
}

/** What directional and spot lights see. */
export function createInstancedDepthMaterial(pose: PoseProgram): MeshDepthMaterial {
  return posed(new MeshDepthMaterial(), pose);
}

/** What point lights see. */
export function createInstancedDistanceMaterial(pose: PoseProgram): MeshDistanceMaterial {
  return posed(new MeshDistanceMaterial(), pose);
}

function posed<M extends Material>(material: M, pose: PoseProgram): M {
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, pose.uniforms);
    shader.vertexShader = poseVertexShader(shader.vertexShader, pose.declarations);
  };
  material.customProgramCacheKey = () => `crowd posed ${pose.declarations}`;
  return material;
}
