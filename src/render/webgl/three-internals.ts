import {
  type Camera,
  type DataTexture,
  type Material,
  type Mesh,
  MeshDepthMaterial,
  RGBADepthPacking,
  type Scene,
  Texture,
  type WebGLRenderer,
  type WebGLRenderTarget,
} from 'three';
import { UnsupportedError } from '../../errors/index.js';
import { THREE_RELEASE } from '../drawing/index.js';

/**
 * What this backend needs of three that three's documentation does not promise: names in its shader text, and details
 * of `WebGLRenderer`. Each entry names the release it was last tried on.
 */

/** The part of `onBeforeCompile`'s argument that a patch may touch. */
export interface ShaderSource {
  vertexShader: string;
  fragmentShader: string;
}

/**
 * three's vertex colour in either stage, a `vec4`, declared where {@link HAS_VERTEX_COLOR} holds (r187).
 */
export const VERTEX_COLOR = 'vColor';
/** Holds in shaders whose material has `vertexColors` and whose geometry has colours (r187). */
export const HAS_VERTEX_COLOR = 'defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )';

/** Where a vertex shader has the colour texture's coordinates, offset and repeated as the texture says (r187). */
export const TEXTURE_COORDINATES = 'vMapUv';

/** What a posed vertex is, as GLSL expressions. */
export interface PosedVertex {
  /** A statement that stands before the others. */
  readonly prepare: string;
  /** The function that turns a direction of the bind pose. Its result need not be normalised. */
  readonly direction: string;
  /** The function that moves a point of the bind pose. */
  readonly point: string;
}

/** Adds declarations to a shader. Every shader of three begins with the chunk `common` (r187). */
export function addDeclarations(shader: string, declarations: string): string {
  return replaceChunk(shader, 'common', `#include <common>\n${declarations}`);
}

/**
 * Takes the vertex of any of three's mesh shaders, the shadow passes' included, from functions of ours.
 *
 * Relies on these chunks and on what three's own versions of them declare (r187): `uv_vertex` is the one chunk that
 * stands before the others in all mesh shaders (in the depth shaders the normal's chunk is in a branch that is not
 * compiled without a displacement map); `beginnormal_vertex` declares `objectNormal`, and `objectTangent` under
 * `USE_TANGENT`; `begin_vertex` declares `transformed`, and sets `vPosition` under `USE_ALPHAHASH`. Not normalised here:
 * the fragment shader normalises, as it does for three's own skinning.
 */
export function replaceVertex(vertexShader: string, { prepare, direction, point }: PosedVertex): string {
  const prepared = replaceChunk(vertexShader, 'uv_vertex', `${prepare}\n#include <uv_vertex>`);
  // A shader without normals, such as a user's own, has no such chunk.
  const turned = prepared.replace('#include <beginnormal_vertex>', normals(direction));
  return replaceChunk(
    turned,
    'begin_vertex',
    `
vec3 transformed = ${point}( position );
#ifdef USE_ALPHAHASH
  vPosition = position;
#endif
`,
  );
}

function normals(direction: string): string {
  return `
vec3 objectNormal = ${direction}( normal );
#ifdef USE_TANGENT
  vec3 objectTangent = ${direction}( tangent.xyz );
#endif
`;
}

/**
 * Adds a statement behind three's own handling of {@link TEXTURE_COORDINATES}, in the shaders that have a colour texture:
 * the chunk `uv_vertex` under `USE_MAP` (r187).
 */
export function addAfterTextureCoordinates(vertexShader: string, statement: string): string {
  return replaceChunk(
    vertexShader,
    'uv_vertex',
    `#include <uv_vertex>\n#ifdef USE_MAP\n${statement}\n#endif`,
  );
}

/** Adds a statement behind three's own handling of vertex colours: the chunk `color_vertex` (r187). */
export function addAfterVertexColor(vertexShader: string, statement: string): string {
  return replaceChunk(vertexShader, 'color_vertex', `#include <color_vertex>\n${statement}`);
}

/**
 * Replaces how a fragment shader applies the vertex colours: the chunk `color_fragment`, which multiplies the `vec4`
 * `diffuseColor` (r187).
 */
export function replaceFragmentColor(fragmentShader: string, statements: string): string {
  return replaceChunk(fragmentShader, 'color_fragment', statements);
}

/**
 * Adds statements that may discard a pixel, before it is shaded: in front of the chunk `alphatest_fragment`, which all of
 * three's mesh shaders have, the shadow passes' included (r187).
 */
export function addBeforeAlphaTest(fragmentShader: string, statements: string): string {
  return replaceChunk(fragmentShader, 'alphatest_fragment', `${statements}\n#include <alphatest_fragment>`);
}

/**
 * Replaces one `#include <chunk>` of three's shaders.
 *
 * @throws {UnsupportedError} where the chunk is not there, since the crowd would be drawn wrong without a message
 */
function replaceChunk(shader: string, chunk: string, replacement: string): string {
  const include = `#include <${chunk}>`;
  if (!shader.includes(include)) {
    throw new UnsupportedError(
      `A shader of this material has no line "${include}", which three-crowd replaces to pose and colour people. Use a ` +
        'MeshStandardMaterial, -Physical-, -Basic-, -Lambert-, -Phong-, -Toon- or -MatcapMaterial, whose `onBeforeCompile` ' +
        'may change it, and a release of three that three-crowd supports.',
    );
  }
  return shader.replace(include, () => replacement);
}

/** A copy of a material with its defines: `Material.copy` leaves them out (r187), and hooks of the user count on them. */
export function cloneWithDefines<M extends Material>(source: M): M {
  const material = source.clone();
  if (source.defines) material.defines = { ...material.defines, ...source.defines };
  return material;
}

/** The material of shadow maps of directional and spot lights: before r182, these hold depths packed into four bytes. */
export function createShadowDepthMaterial(): MeshDepthMaterial {
  return THREE_RELEASE < 182
    ? new MeshDepthMaterial({ depthPacking: RGBADepthPacking })
    : new MeshDepthMaterial();
}

/** Whether textures can be uploaded in ranges; before r177, each upload is of the whole texture. */
export const CAN_UPLOAD_RANGES = 'addUpdateRange' in Texture.prototype;

/**
 * Uploads a range of a texture, in elements of its array.
 *
 * Relies on three (r187) taking a range to lie within one line of the texture.
 */
export function addLineRange(texture: DataTexture, start: number, count: number): void {
  texture.addUpdateRange(start, count);
}

/** Has the next upload of a texture be of the whole of it. */
export function clearUpdateRanges(texture: DataTexture): void {
  if (CAN_UPLOAD_RANGES) texture.clearUpdateRanges();
}

/**
 * Calls back after each upload of a texture. `onUpdate` is documented for that; that it is called after the upload, and
 * for each upload of a range, is not (r187).
 */
export function onTextureUploaded(texture: Texture, callback: () => void): void {
  texture.onUpdate = callback;
}

/**
 * Calls back when the renderer's context is lost, until the returned function is called.
 *
 * Relies on three (r187) making all textures anew after `webglcontextrestored`, and on its render calls doing nothing
 * between the two events.
 */
export function onContextLost({ domElement }: WebGLRenderer, callback: () => void): () => void {
  domElement.addEventListener('webglcontextlost', callback);
  return () => domElement.removeEventListener('webglcontextlost', callback);
}

/**
 * Draws one mesh into a target without a clear, and leaves the renderer as it was: a crowd is updated in the middle of
 * its user's frame.
 *
 * Relies on `render` (r187) taking any object as the scene, and on `shadowMap.autoUpdate` and `xr.enabled` being read
 * within it.
 */
export function renderInto(
  renderer: WebGLRenderer,
  target: WebGLRenderTarget,
  mesh: Mesh,
  camera: Camera,
): void {
  const previous = renderer.getRenderTarget();
  const face = renderer.getActiveCubeFace();
  const level = renderer.getActiveMipmapLevel();
  const { autoClear, shadowMap, xr } = renderer;
  const { autoUpdate } = shadowMap;
  const isXrEnabled = xr.enabled;
  renderer.autoClear = false;
  shadowMap.autoUpdate = false;
  xr.enabled = false;
  try {
    renderer.setRenderTarget(target);
    renderer.render(mesh as unknown as Scene, camera);
  } finally {
    renderer.setRenderTarget(previous, face, level);
    renderer.autoClear = autoClear;
    shadowMap.autoUpdate = autoUpdate;
    xr.enabled = isXrEnabled;
  }
}
