import type { Material, RawShaderMaterial } from 'three';
import { UnsupportedError } from '../../errors/index.js';
import { isShaderMaterial } from './three-internals.js';

/**
 * Undocumented names in three's shader text that this backend relies on. Each entry names the release it was last tried on.
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

/** Variable of the vertex shader with the colour texture's coordinates, after offset and repeat (r187). */
export const TEXTURE_COORDINATES = 'vMapUv';

export interface PosedVertex {
  /** Statement before the others. */
  readonly prepare: string;
  /** The function that turns a direction of the bind pose. Its result need not be normalised. */
  readonly direction: string;
  /** The function that moves a point of the bind pose. */
  readonly point: string;
}

/** The beginning of a shader's function `main`. */
const MAIN = /\bvoid\s+main\s*\(\s*(void)?\s*\)\s*\{/;

/** Adds declarations to a shader, in front of its function `main`, which every shader has. */
export function addDeclarations(shader: string, declarations: string): string {
  return shader.replace(MAIN, (main) => `${declarations}\n${main}`);
}

/** Adds statements to the beginning of a shader's function `main`. */
function addStatements(shader: string, statements: string): string {
  return shader.replace(MAIN, (main) => `${main}\n${statements}`);
}

/**
 * Chunks behind which a vertex is posed, the first that a shader has: where three poses a `SkinnedMesh`, and else where it
 * declares `transformed`.
 */
const POINT_CHUNKS = ['skinning_vertex', 'begin_vertex'] as const;
/** The chunks of `objectNormal`, and of `objectTangent` under `USE_TANGENT`. */
const NORMAL_CHUNKS = ['skinnormal_vertex', 'beginnormal_vertex'] as const;

/**
 * Poses the vertex of any of three's mesh shaders, also of shadow passes, and of user shaders with the same chunks. Poses
 * after a hook's changes of `transformed` before the chunk of skinning, as in a `SkinnedMesh`.
 *
 * Relies on what three's chunks declare (r187): `beginnormal_vertex` `objectNormal`, and `objectTangent` under
 * `USE_TANGENT`; `begin_vertex` `transformed`; and on the chunks of skinning being empty in a mesh without bones. Not
 * normalised here: the fragment shader normalises, as it does for three's own skinning.
 *
 * @throws {UnsupportedError} where a shader has none of the chunks
 */
export function poseVertex(vertexShader: string, { prepare, direction, point }: PosedVertex): string {
  const pointChunk = chunkIn(vertexShader, POINT_CHUNKS);
  if (!pointChunk) throw new UnsupportedError(`A vertex shader ${MISSING_POINT}`);
  const posed = addAfterChunk(
    addStatements(vertexShader, prepare),
    pointChunk,
    `transformed = ${point}( transformed );`,
  );
  const normalChunk = chunkIn(vertexShader, NORMAL_CHUNKS);
  // A shader without normals has no such chunk.
  return normalChunk ? addAfterChunk(posed, normalChunk, turnNormal(direction)) : posed;
}

/**
 * Adds three's own chunks of skinning to a shader that lacks some of them, so that a `SkinnedMesh` with it is posed where
 * {@link poseVertex} poses an instance.
 */
export function addSkinning(vertexShader: string): string {
  const lacks = (chunk: string): boolean => !chunkIn(vertexShader, [chunk]);
  let shader = vertexShader;
  if (lacks('skinning_pars_vertex')) shader = addDeclarations(shader, '#include <skinning_pars_vertex>');
  if (lacks('skinbase_vertex')) shader = addStatements(shader, '#include <skinbase_vertex>');
  if (lacks('skinnormal_vertex') && !lacks('beginnormal_vertex'))
    shader = addAfterChunk(shader, 'beginnormal_vertex', '#include <skinnormal_vertex>');
  if (lacks('skinning_vertex')) shader = addAfterChunk(shader, 'begin_vertex', '#include <skinning_vertex>');
  return shader;
}

const MISSING_POINT =
  'has neither the line "#include <skinning_vertex>", behind which three-crowd poses people as three poses a SkinnedMesh, nor ' +
  '"#include <begin_vertex>". Compute the vertex by "#include <begin_vertex>", "#include <skinning_vertex>" and ' +
  '"#include <project_vertex>", and before them its normal by "#include <beginnormal_vertex>" and "#include <skinnormal_vertex>".';

/** Error message for a material that characters cannot be drawn with; undefined for others. */
export function describeUnposable(material: Material): string | undefined {
  if (!isShaderMaterial(material)) return undefined;
  const { name, type, vertexShader } = material;
  const itself = `The material "${name}" is a ${type}`;
  if ((material as Partial<RawShaderMaterial>).isRawShaderMaterial)
    return `${itself}, in whose shaders three-crowd cannot pose people. Use a ShaderMaterial, or a hook \`onBeforeCompile\`.`;
  return chunkIn(vertexShader, POINT_CHUNKS) ? undefined : `${itself} whose vertex shader ${MISSING_POINT}`;
}

function turnNormal(direction: string): string {
  return `
objectNormal = ${direction}( objectNormal );
#ifdef USE_TANGENT
  objectTangent = ${direction}( objectTangent );
#endif
`;
}

function chunkIn<Chunk extends string>(shader: string, chunks: readonly Chunk[]): Chunk | undefined {
  return chunks.find((chunk) => shader.includes(`#include <${chunk}>`));
}

function addAfterChunk(shader: string, chunk: string, statements: string): string {
  return replaceChunk(shader, chunk, `#include <${chunk}>\n${statements}`);
}

/**
 * Adds a statement behind three's own handling of {@link TEXTURE_COORDINATES}, in the shaders that have a colour texture:
 * the chunk `uv_vertex` under `USE_MAP` (r187).
 */
export function addAfterTextureCoordinates(vertexShader: string, statement: string): string {
  return addAfterChunk(vertexShader, 'uv_vertex', `#ifdef USE_MAP\n${statement}\n#endif`);
}

/** Adds a statement behind three's own handling of vertex colours: the chunk `color_vertex` (r187). */
export function addAfterVertexColor(vertexShader: string, statement: string): string {
  return addAfterChunk(vertexShader, 'color_vertex', statement);
}

/**
 * Replaces how a fragment shader applies the vertex colours: the chunk `color_fragment`, which multiplies the `vec4`
 * `diffuseColor` (r187).
 */
export function replaceFragmentColor(fragmentShader: string, statements: string): string {
  return replaceChunk(fragmentShader, 'color_fragment', statements);
}

/** Adds statements behind the chunk that {@link replaceFragmentColor} replaces, which then has to come after. */
export function addToFragmentColor(fragmentShader: string, statements: string): string {
  return addAfterChunk(fragmentShader, 'color_fragment', statements);
}

/**
 * Makes the material's own colour white, by the name that hooks of the page find it by.
 *
 * Relies on three's mesh shaders declaring it as the uniform `diffuse` (r187).
 */
export function hideOwnColor(fragmentShader: string): string {
  return fragmentShader.replace('uniform vec3 diffuse;', 'const vec3 diffuse = vec3( 1.0 );');
}

/** True if a shader of a user's own applies vertex colours as three's do, so that it can be tinted. */
export function appliesVertexColor({ vertexShader, fragmentShader }: ShaderSource): boolean {
  return (
    chunkIn(vertexShader, ['color_vertex']) !== undefined &&
    chunkIn(fragmentShader, ['color_fragment']) !== undefined
  );
}

/**
 * Adds statements that may discard a pixel, before it is shaded: in front of the chunk `alphatest_fragment`, which all of
 * three's mesh shaders with a colour have, the shadow passes' included (r187); in other shaders at the beginning.
 */
export function addBeforeAlphaTest(fragmentShader: string, statements: string): string {
  if (!chunkIn(fragmentShader, ['alphatest_fragment'])) return addStatements(fragmentShader, statements);
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
