import type { Part, TextureGrid } from '../characters/index.js';
import { hasVertexOpacity } from '../drawing/index.js';
import { CELL, DITHER, TINT, WEAVE } from './crowd-chunk.js';
import type { PoseProgram } from './pose-source.js';
import {
  addAfterTextureCoordinates,
  addAfterVertexColor,
  addBeforeAlphaTest,
  addDeclarations,
  addToFragmentColor,
  HAS_VERTEX_COLOR,
  hideOwnColor,
  poseVertex,
  replaceFragmentColor,
  type ShaderSource,
  TEXTURE_COORDINATES,
  VERTEX_COLOR,
} from './three-shaders.js';

const OPACITY = 'varying float vCrowdOpacity;';

/** Poses the vertices of any of three's mesh shaders, also of shadow passes, and dithers if requested. */
export function poseShader(shader: ShaderSource, { declarations, dithers }: PoseProgram): void {
  const all = dithers ? `${declarations}\n${OPACITY}` : declarations;
  shader.vertexShader = poseVertex(addDeclarations(shader.vertexShader, all), {
    prepare: dithers ? 'crowdPose();\nvCrowdOpacity = crowdOpacity( crowdInstance.y );' : 'crowdPose();',
    direction: 'crowdDirection',
    point: 'crowdPoint',
  });
  if (dithers) ditherSurface(shader, OPACITY, 'vCrowdOpacity');
}

/** Discards the pixels whose dither threshold is above the variable `opacity`. */
export function ditherSurface(shader: ShaderSource, declaration: string, opacity: string): void {
  shader.fragmentShader = addBeforeAlphaTest(
    addDeclarations(shader.fragmentShader, `${declaration}\n${DITHER}`),
    `if ( crowdDither( gl_FragCoord.xy ) >= ${opacity} ) discard;`,
  );
}

/** Samples the texture atlas cell `cell`, an unsigned integer. */
export function showCell(
  shader: ShaderSource,
  { texture, columns, rows, stride }: TextureGrid,
  declaration: string,
  cell: string,
): void {
  const grid = `vec3( ${[columns, rows, texture.flipY ? 1 : 0].map((value) => value.toFixed(1)).join(', ')} )`;
  shader.vertexShader = addAfterTextureCoordinates(
    addDeclarations(shader.vertexShader, `${declaration}\n${CELL}`),
    `${TEXTURE_COORDINATES} = crowdCellUv( ${TEXTURE_COORDINATES}, ( ${cell} ) / ${stride}u, ${grid} );`,
  );
}

/**
 * Shows the woven patterns of cloth, before {@link tintSurface} or {@link tintPixels}. The uniforms `crowdMotifs` and `crowdPatterns`
 * are the part's {@link Weave}; `cell` is an unsigned integer.
 */
export function weaveSurface(shader: ShaderSource, declaration: string, cell: string): void {
  const varying = 'varying vec4 vCrowdWoven;';
  const pattern = `( crowdPatterns >> ( ( ${cell} & 7u ) * 4u ) ) & 15u`;
  shader.vertexShader = addAfterVertexColor(
    addDeclarations(
      shader.vertexShader,
      `${declaration}\nuniform float crowdMotifs;\nuniform uint crowdPatterns;\n${varying}`,
    ),
    `vCrowdWoven = vec4( crowdMotifs * position, 2.0 * float( ${pattern} ) + ${VERTEX_COLOR}.a + 0.5 );`,
  );
  shader.fragmentShader = addToFragmentColor(
    addDeclarations(shader.fragmentShader, `${varying}\n${WEAVE}`),
    `
vec3 crowdPlace = vCrowdWoven.xyz;
diffuseColor.rgb *= crowdWeave( vCrowdWoven, cross( dFdx( crowdPlace ), dFdy( crowdPlace ) ), length( fwidth( crowdPlace ) ) );
`,
  );
}

const HAS_COLOR = `#if ${HAS_VERTEX_COLOR}`;

/**
 * Multiplies the surface by its vertex colours under `tint`. The product is computed per vertex, so that one
 * varying is interpolated in place of two.
 */
export function tintSurface(shader: ShaderSource, tint: string, part: Part): void {
  shader.vertexShader = addDeclarations(shader.vertexShader, TINT);
  if (part.keepsColor) shader.fragmentShader = hideOwnColor(shader.fragmentShader);
  const shown = shownTint(tint, part);
  const tinted = `crowdTint( ${VERTEX_COLOR}, crowdBaseColor, ${shown}, ${part.tintMask ? '1.0' : '0.0'} )`;
  if (hasVertexOpacity(part))
    showSurface(shader, `vCrowdSurface = vec4( ${tinted}, ${VERTEX_COLOR}.a );`, 'vec4');
  else
    showSurface(shader, `${HAS_COLOR}\nvCrowdSurface = ${tinted};\n#else\nvCrowdSurface = ${shown};\n#endif`);
}

/** GLSL of the colour that is drawn in place of the material's own. */
function shownTint(tint: string, { keepsColor }: Part): string {
  if (keepsColor === 'always') return 'crowdBaseColor';
  return keepsColor ? `( ${tint} == vec3( 1.0 ) ? crowdBaseColor : ${tint} )` : tint;
}

/** Multiplies the surface by `vCrowdSurface`, which the statement `assign` sets in each vertex. */
export function showSurface(shader: ShaderSource, assign: string, type: 'vec3' | 'vec4' = 'vec3'): void {
  const declaration = `varying ${type} vCrowdSurface;`;
  shader.vertexShader = addAfterVertexColor(addDeclarations(shader.vertexShader, declaration), assign);
  shader.fragmentShader = replaceFragmentColor(
    addDeclarations(shader.fragmentShader, declaration),
    `diffuseColor${type === 'vec3' ? '.rgb' : ''} *= vCrowdSurface;`,
  );
}

/** Multiplies the surface by its vertex colours under the tint in the uniform `crowdTintColor`, pixel by pixel. */
export function tintPixels(shader: ShaderSource, part: Part): void {
  const masked = part.tintMask;
  const shown = shownTint('crowdTintColor', part);
  if (part.keepsColor) shader.fragmentShader = hideOwnColor(shader.fragmentShader);
  shader.fragmentShader = replaceFragmentColor(
    addDeclarations(shader.fragmentShader, `uniform vec3 crowdTintColor;\n${TINT}`),
    `
${HAS_COLOR}
  diffuseColor.rgb *= crowdTint( ${VERTEX_COLOR}, crowdBaseColor, ${shown}, ${masked ? '1.0' : '0.0'} );
  ${masked ? '' : `diffuseColor.a *= ${VERTEX_COLOR}.a;`}
#else
  diffuseColor.rgb *= ${shown};
#endif
`,
  );
}
