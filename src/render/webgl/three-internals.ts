import {
  type Camera,
  type DataTexture,
  type InstancedBufferGeometry,
  type IUniform,
  Material,
  type Mesh,
  MeshDepthMaterial,
  RGBADepthPacking,
  type Scene,
  type ShaderMaterial,
  type Texture,
  type WebGLProgramParametersWithUniforms,
  type WebGLRenderer,
  type WebGLRenderTarget,
} from 'three';
import { hookDraws, THREE_RELEASE } from '../drawing/index.js';

/**
 * Undocumented behaviour of three that this backend relies on: details of its materials and of `WebGLRenderer`;
 * `three-shaders.ts` has the names in its shader text. Each entry names the release it was last tried on.
 */

/** A `ShaderMaterial`, whose shaders and uniforms are a user's own. */
export function isShaderMaterial(material: Material): material is ShaderMaterial {
  return (material as Partial<ShaderMaterial>).isShaderMaterial === true;
}

/** A copy of a material with its defines: `Material.copy` leaves them out (r187), and hooks of the user count on them. */
export function cloneWithDefines<M extends Material>(source: M): M {
  const material = source.clone();
  if (source.defines) material.defines = { ...material.defines, ...source.defines };
  return material;
}

/**
 * A material with a program of its own that inherits all properties of `source`, including later changes, and shares its
 * uniforms. A clone of a `ShaderMaterial` would have its own uniforms, which a page that animates the original's would miss.
 *
 * Relies on three (r187) reading a material's properties at each draw, and on its telling materials apart by the object
 * and by `id`.
 */
export function deriveMaterial<M extends Material>(source: M): M {
  const derived: M = Object.create(source, {
    id: { value: new Material().id },
    // With the listeners of `source`, disposing of this material would free the program of `source` too.
    _listeners: { value: undefined, writable: true },
  });
  if (isShaderMaterial(derived)) derived.uniforms = { ...derived.uniforms };
  return derived;
}

export type PatchShader = (shader: WebGLProgramParametersWithUniforms) => void;

/** A change of a material's programs. */
export interface ProgramPatch {
  /** Equal for patches that are equal but for their uniforms. */
  readonly key: string;
  /** Uniforms of the patched programs of a material. */
  readonly uniforms?: (material: Material) => Readonly<Record<string, IUniform>>;
  readonly patch: PatchShader;
}

interface PatchedPrograms {
  patch: ProgramPatch;
  /** Uniforms that three draws the material with. */
  uniforms: Record<string, IUniform>;
}

const patchedPrograms = new WeakMap<Material, PatchedPrograms>();

/**
 * Patches the programs of a material behind the hooks of the page: those of `source`, and those that the page sets on the
 * material itself, before the first picture or later. They get three's unchanged shader, as on any material.
 *
 * Relies on three (r187) asking `customProgramCacheKey` for each program, and on that returning the text of
 * `onBeforeCompile` by default.
 */
export function patchProgram<M extends Material>(
  material: M,
  source: Material | undefined,
  patch: ProgramPatch,
): M {
  const programs: PatchedPrograms = { patch, uniforms: {} };
  patchedPrograms.set(material, programs);
  let hook: Material['onBeforeCompile'] = () => {};
  let hookKey: Material['customProgramCacheKey'] = () => hook.toString();
  // A hook that is set becomes an own property of the material, which `delete` removes.
  const isSet = (name: string): boolean => Object.hasOwn(material, name);
  // A hook of the page may call the one that it found here, which has patched the shader already.
  const patched = new WeakSet<object>();
  const compile: Material['onBeforeCompile'] = (shader, renderer) => {
    if (patched.has(shader)) return;
    patched.add(shader);
    source?.onBeforeCompile(shader, renderer);
    if (isSet('onBeforeCompile')) hook.call(material, shader, renderer);
    programs.uniforms = Object.assign(shader.uniforms, programs.patch.uniforms?.(material));
    programs.patch.patch(shader);
  };
  const programKey = (): string => {
    const own = isSet('customProgramCacheKey') ? hookKey : () => hook.toString();
    const isHooked = isSet('customProgramCacheKey') || isSet('onBeforeCompile');
    return `${programs.patch.key} ${source?.customProgramCacheKey()} ${isHooked ? own.call(material) : ''}`;
  };
  const property = <T>(name: string, value: T, set: (value: T) => void): PropertyDescriptor => {
    const accessors: PropertyDescriptor = {
      configurable: true,
      get: () => value,
      set: (given: T) => {
        if (given === value) delete (material as unknown as Record<string, unknown>)[name];
        else Object.defineProperty(material, name, accessors);
        set(given);
      },
    };
    return accessors;
  };
  const accessors = Object.create(Object.getPrototypeOf(material), {
    onBeforeCompile: property('onBeforeCompile', compile, (given) => {
      hook = given;
    }),
    customProgramCacheKey: property('customProgramCacheKey', programKey, (given) => {
      hookKey = given;
    }),
  });
  return Object.setPrototypeOf(material, accessors);
}

/**
 * Has a material take over the patch of another one.
 *
 * Relies on three (r187) keeping the uniforms of a program's compilation, by name, as long as the key is the same.
 *
 * @returns false if a material is not patched
 */
export function renewPatch(old: Material, fresh: Material): boolean {
  const programs = patchedPrograms.get(old);
  const next = patchedPrograms.get(fresh);
  if (!programs || !next) return false;
  programs.patch = next.patch;
  Object.assign(programs.uniforms, next.patch.uniforms?.(old));
  old.needsUpdate = true;
  return true;
}

/**
 * Calls `drawWith` before a mesh is drawn with a material that is not its own, such as a scene's `overrideMaterial`, and
 * draws the mesh with the returned material, if any.
 *
 * Relies on three (r187) handing that material to `onBeforeRender` and `onAfterRender`, on its reading
 * `geometry.instanceCount` between them, and on `renderBufferDirect`, which its shadow maps draw with.
 */
export function replaceOverride(
  mesh: Mesh<InstancedBufferGeometry, Material>,
  own: Material,
  drawWith: (override: Material) => Material | undefined,
): void {
  const { geometry } = mesh;
  let count = 0;
  hookDraws(mesh, 'onBeforeRender', (_renderer, _scene, _camera, _geometry, material) => {
    if (material === own) return;
    count = geometry.instanceCount;
    geometry.instanceCount = 0;
  });
  // The matrices for this camera are computed between the two.
  hookDraws(mesh, 'onAfterRender', (renderer, scene, camera, _geometry, material) => {
    if (material === own) return;
    geometry.instanceCount = count;
    const posed = drawWith(material);
    if (posed)
      (renderer as WebGLRenderer).renderBufferDirect(
        camera,
        scene,
        geometry,
        posed,
        mesh,
        geometry.drawRange,
      );
  });
}

/** The material of shadow maps of directional and spot lights: before r182, these hold depths packed into four bytes. */
export function createShadowDepthMaterial(): MeshDepthMaterial {
  return THREE_RELEASE < 182
    ? new MeshDepthMaterial({ depthPacking: RGBADepthPacking })
    : new MeshDepthMaterial();
}

/** State with cached `pixelStorei` settings, as r187 has it. Earlier releases set them before each upload. */
interface RememberingState {
  pixelStorei?(name: number, value: boolean): void;
}

/**
 * Uploads a rectangle of an `RGBA32UI` texture that three has uploaded before, from its array.
 *
 * With three's own `needsUpdate` and ranges, an upload took about twenty calls, mostly for constant settings, and the whole
 * texture before r177.
 *
 * Relies on `__webglTexture` (r187), and on `renderer.state` knowing what is bound.
 *
 * @param x first texel of each line
 * @param y first line
 */
export function writeTexels(
  renderer: WebGLRenderer,
  texture: DataTexture,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  const gl = renderer.getContext() as WebGL2RenderingContext;
  const { state } = renderer;
  const { __webglTexture } = renderer.properties.get(texture) as { __webglTexture: WebGLTexture };
  const settings: RememberingState = state;
  state.activeTexture(gl.TEXTURE0);
  state.bindTexture(gl.TEXTURE_2D, __webglTexture);
  for (const name of [gl.UNPACK_FLIP_Y_WEBGL, gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL]) {
    if (settings.pixelStorei) settings.pixelStorei(name, false);
    else gl.pixelStorei(name, false);
  }
  const words = texture.image.data as Uint32Array;
  const first = 4 * (y * texture.image.width + x);
  gl.texSubImage2D(gl.TEXTURE_2D, 0, x, y, width, height, gl.RGBA_INTEGER, gl.UNSIGNED_INT, words, first);
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
 * Draws one mesh into a target without a clear, and restores the renderer's state, since it runs in the middle of the
 * user's frame.
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
