import type { Material } from 'three';
import type { Part } from '../characters/index.js';
import { hasVertexOpacity } from '../drawing/index.js';
import { TINT } from './crowd-chunk.js';

/** The part of `onBeforeCompile`'s argument that a patch may touch. */
export interface ShaderSource {
  vertexShader: string;
  fragmentShader: string;
}

/**
 * Replaces `#include <chunk>` lines of three's shaders.
 *
 * @throws {Error} where an expected chunk is not there, since the crowd would then be drawn wrong in silence
 */
export function replaceChunks(source: string, chunks: Readonly<Record<string, string>>): string {
  return Object.entries(chunks).reduce((text, [chunk, replacement]) => {
    const include = `#include <${chunk}>`;
    if (!text.includes(include)) {
      throw new Error(`three's shader has no ${include}; this version of three is not supported.`);
    }
    return text.replace(include, replacement);
  }, source);
}

/** A copy of a material with the defines that its user's own hook counts on; three's copies lose them. */
export function cloneWithDefines<M extends Material>(source: M): M {
  const material = source.clone();
  if (source.defines) material.defines = { ...material.defines, ...source.defines };
  return material;
}

/**
 * Poses the vertices of any of three's mesh shaders, the shadow passes' included. The pose is computed at
 * `uv_vertex`, the one chunk that stands first in all of them: in the depth shaders the normal's chunk is in a dead
 * branch.
 */
export function poseVertexShader(vertexShader: string, declarations: string): string {
  const posed = replaceChunks(vertexShader, {
    common: `#include <common>\n${declarations}`,
    uv_vertex: '#include <uv_vertex>\ncrowdPose();',
    begin_vertex: BEGIN_VERTEX,
  });
  return posed.replace('#include <beginnormal_vertex>', BEGIN_NORMAL);
}

/** Of any length, as three's own skinning leaves them: pixels bring them to 1. */
const BEGIN_NORMAL = `
vec3 objectNormal = crowdDirection( normal );
#ifdef USE_TANGENT
  vec3 objectTangent = crowdDirection( tangent.xyz );
#endif
`;

const BEGIN_VERTEX = `
vec3 transformed = crowdPoint( position );
#ifdef USE_ALPHAHASH
  vPosition = position;
#endif
`;

const HAS_COLOR = '#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )';

/**
 * Multiplies the surface by its vertex colours under `tint`. The product is made for each vertex, so that one value
 * travels between the stages in place of two.
 */
export function tintSurface(shader: ShaderSource, tint: string, part: Part): void {
  const tinted = `crowdTint( vColor, ${tint}, ${part.tintMask ? '1.0' : '0.0'} )`;
  if (hasVertexOpacity(part)) showSurface(shader, `vCrowdSurface = vec4( ${tinted}, vColor.a );`, 'vec4');
  else
    showSurface(shader, `${HAS_COLOR}\nvCrowdSurface = ${tinted};\n#else\nvCrowdSurface = ${tint};\n#endif`);
}

/** Multiplies the surface by what the statement `assign` gives `vCrowdSurface` in each vertex. */
export function showSurface(shader: ShaderSource, assign: string, type: 'vec3' | 'vec4' = 'vec3'): void {
  const common = `#include <common>\nvarying ${type} vCrowdSurface;`;
  shader.vertexShader = replaceChunks(shader.vertexShader, {
    common,
    color_vertex: `#include <color_vertex>\n${assign}`,
  });
  shader.fragmentShader = replaceChunks(shader.fragmentShader, {
    common,
    color_fragment: `diffuseColor${type === 'vec3' ? '.rgb' : ''} *= vCrowdSurface;`,
  });
}

/** Multiplies the surface by its vertex colours under the tint in the variable `tint`, pixel by pixel. */
export function tintFragmentShader(
  fragmentShader: string,
  declaration: string,
  tint: string,
  masked: boolean,
): string {
  return replaceChunks(fragmentShader, {
    common: `#include <common>\n${declaration}\n${TINT}`,
    color_fragment: `
${HAS_COLOR}
  diffuseColor.rgb *= crowdTint( vColor, ${tint}, ${masked ? '1.0' : '0.0'} );
  ${masked ? '' : 'diffuseColor.a *= vColor.a;'}
#else
  diffuseColor.rgb *= ${tint};
#endif
`,
  });
}
