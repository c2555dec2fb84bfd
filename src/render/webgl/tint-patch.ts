import { TINT } from './crowd-chunk.js';
import { replaceChunks } from './patch-shader.js';

/** Multiplies the surface by its vertex colours under the tint in the variable `tint`. */
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
