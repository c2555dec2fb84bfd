import { TINT } from './crowd-chunk.js';
import { replaceChunks } from './patch-shader.js';

/**
 * Gives `vCrowdSurface`, what the surface is multiplied by: the vertex colours under `tint`. Where they hold no mask,
 * their alpha is opacity.
 */
export function tintVertexShader(vertexShader: string, tint: string, masked: boolean): string {
  return replaceChunks(vertexShader, {
    common: '#include <common>\nvarying vec4 vCrowdSurface;',
    color_vertex: `
#include <color_vertex>
#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
  vCrowdSurface = vec4( crowdTint( vColor, ${tint}, ${masked ? '1.0' : '0.0'} ), ${masked ? '1.0' : 'vColor.a'} );
#else
  vCrowdSurface = vec4( ${tint}, 1.0 );
#endif
`,
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
#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
  diffuseColor.rgb *= crowdTint( vColor, ${tint}, ${masked ? '1.0' : '0.0'} );
  ${masked ? '' : 'diffuseColor.a *= vColor.a;'}
#else
  diffuseColor.rgb *= ${tint};
#endif
`,
  });
}
