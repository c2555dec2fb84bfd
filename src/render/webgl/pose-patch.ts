import { replaceChunks } from './patch-shader.js';

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
