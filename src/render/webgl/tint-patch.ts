import { hasVertexOpacity, type PartSource } from '../shared/index.js';
import { TINT } from './crowd-chunk.js';
import { replaceChunks, type ShaderSource } from './patch-shader.js';

const HAS_COLOR = '#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )';

/**
 * Multiplies the surface by its vertex colours under `tint`. The product is made for each vertex, so that one value
 * travels between the stages in place of two.
 */
export function tintSurface(shader: ShaderSource, tint: string, part: PartSource): void {
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
