import {
  BufferAttribute,
  type BufferGeometry,
  InstancedBufferAttribute,
  IntType,
  type Light,
  type LightShadow,
  type Material,
  type Mesh,
  type Object3D,
  type PerspectiveCamera,
  REVISION,
  type TypedArray,
  Vector2,
  type WebGLRenderer,
} from 'three';

/**
 * Undocumented behaviour of three that all backends rely on. Each entry names the release it was last tried on.
 * `webgl/three-internals.ts` and `webgpu/three-internals.ts` have the entries of one backend.
 */

/** The release of three that the page has: 187 for 0.187.0. */
export const THREE_RELEASE = Number.parseInt(REVISION, 10);

/**
 * Takes an attribute from a geometry that is about to be disposed of, so that its buffer outlives it.
 *
 * Leaves an empty attribute in its place: `WebGPURenderer` before r185 looks up every attribute of a geometry's shaders
 * once more as it frees the geometry, and fails where one is missing.
 */
export function keepAttribute(geometry: BufferGeometry, name: string): void {
  geometry.setAttribute(name, new BufferAttribute(new Float32Array(0), 1));
}

/** Properties of a node material with which its colour affects its shadow. */
const SEEN_IN_SHADOW = [
  'transparent',
  'alphaTest',
  'alphaHash',
  'transmission',
  'castShadowNode',
  'maskNode',
  'maskShadowNode',
  'transmissionNode',
  'backdropNode',
] as const;

type ColoredMaterial = Partial<Record<(typeof SEEN_IN_SHADOW)[number] | 'colorNode' | 'map', unknown>>;

/**
 * Removes the colour node of an opaque node material while its shadow is drawn. Parts that are posed alike then share
 * one shadow shader.
 *
 * Relies on `WebGPURenderer` (r187) making the nodes of a shadow anew for each material that has a colour node or a
 * texture, so that it builds a shader for each, and on its making them after `onBeforeShadow`.
 */
export class HiddenColor {
  #hidden: ColoredMaterial | undefined;
  #colorNode: unknown;
  #map: unknown;

  hide(material: ColoredMaterial): void {
    for (const name of SEEN_IN_SHADOW) if (material[name]) return;
    if (!material.colorNode) return;
    this.#hidden = material;
    this.#colorNode = material.colorNode;
    this.#map = material.map;
    material.colorNode = material.map = null;
  }

  show(): void {
    if (!this.#hidden) return;
    this.#hidden.colorNode = this.#colorNode;
    this.#hidden.map = this.#map;
    this.#hidden = undefined;
  }
}

const size = new Vector2();

/**
 * Height of the picture that a renderer draws next, pixels: of its render target, if it has one, or its canvas. 1,080 for
 * objects without either, such as objects of tests.
 */
export function viewHeight(renderer: object): number {
  const { getRenderTarget, getDrawingBufferSize } = renderer as Partial<WebGLRenderer>;
  const target = getRenderTarget?.call(renderer);
  return target?.height ?? getDrawingBufferSize?.call(renderer, size).y ?? 1080;
}

/**
 * Calls `before` and `after` around each shadow map's draw of a mesh.
 *
 * Relies on three (r187) reading `geometry.instanceCount` and `geometry.indirectOffset` only after `onBeforeShadow`, and
 * on `onAfterShadow` being called before the next pass reads them again.
 */
export function onShadowPass(mesh: Mesh, before: () => void, after: () => void): void {
  hookDraws(mesh, 'onBeforeShadow', before);
  hookDraws(mesh, 'onAfterShadow', after);
}

const DRAW_HOOKS = ['onBeforeRender', 'onAfterRender', 'onBeforeShadow', 'onAfterShadow'] as const;

type DrawHook = (typeof DRAW_HOOKS)[number];

/** The crowd's own callbacks, by the hook functions that {@link hookDraws} has set on meshes. */
const ownHooks = new WeakMap<object, (...values: unknown[]) => void>();

/** Has a mesh call `own` at a hook of three's, and then the hook that a page sets on the mesh. A later call replaces `own`. */
export function hookDraws<Name extends DrawHook>(mesh: Mesh, name: Name, own: Mesh[Name]): void {
  const call = own as (...values: unknown[]) => void;
  if (ownHooks.has(mesh[name])) {
    ownHooks.set(mesh[name], call);
    return;
  }
  let given = Object.hasOwn(mesh, name) ? (mesh[name] as typeof call) : undefined;
  let running: unknown[] | undefined;
  const hook = (...values: unknown[]): void => {
    // A page's hook may call the one that it found here, and may draw another picture of the mesh.
    if (running && values.every((value, k) => value === running?.[k])) return;
    const outer = running;
    running = values;
    try {
      ownHooks.get(hook)?.(...values);
      given?.apply(mesh, values);
    } finally {
      running = outer;
    }
  };
  ownHooks.set(hook, call);
  Object.defineProperty(mesh, name, {
    ...{ configurable: true, enumerable: true, get: () => hook },
    set: (value: typeof call) => {
      given = value === hook ? undefined : value;
    },
  });
}

/** Ends what {@link hookDraws} has begun, except that the hooks of the page are called. */
export function unhookDraws(mesh: Mesh): void {
  for (const name of DRAW_HOOKS) if (ownHooks.has(mesh[name])) ownHooks.set(mesh[name], () => {});
}

const ownShadowMaterials = new WeakSet<Material>();

/**
 * Has a mesh cast shadows with materials of its own, unless a page has given it others.
 *
 * Relies on the shadow map (r187) copying `map`, `alphaMap`, `alphaTest` and `side` of the mesh's material onto them, so
 * that they need none.
 */
export function castShadowWith(mesh: Mesh, depth: Material, distance: Material): void {
  const isOwn = (material: Material | undefined): boolean => !material || ownShadowMaterials.has(material);
  if (isOwn(mesh.customDepthMaterial)) mesh.customDepthMaterial = depth;
  if (isOwn(mesh.customDistanceMaterial)) mesh.customDistanceMaterial = distance;
  ownShadowMaterials.add(depth).add(distance);
}

/** A light of any type that draws shadow maps. */
export type CastingLight = Object3D & {
  readonly castShadow: true;
  readonly shadow: LightShadow;
  readonly target?: Object3D;
  readonly distance?: number;
  readonly isDirectionalLight?: boolean;
  readonly isPointLight?: boolean;
};

/**
 * True if an object is a light that draws its shadow map in the next frame.
 *
 * Relies on `autoUpdate` and `needsUpdate` deciding that for a map that was drawn before, and on `map` being null until
 * then (r187).
 */
export function castsShadow(object: Object3D): object is CastingLight {
  const { castShadow, shadow } = object as Partial<CastingLight>;
  return (
    castShadow === true && shadow !== undefined && (shadow.autoUpdate || shadow.needsUpdate || !shadow.map)
  );
}

/**
 * Updates the matrices of a light and of its target as three does before it draws.
 *
 * Relies on three (r187) leaving the matrix of a target that is in no scene as it is: often the target is not added, and
 * the light shines to the origin wherever the target was put.
 */
export function updateLightMatrices(light: CastingLight): void {
  light.updateWorldMatrix(true, false);
  if (light.target?.parent) light.target.updateWorldMatrix(true, false);
}

/**
 * True if a light's shadow is drawn with one camera, which is `shadow.camera`. Cascades and tiles have more.
 *
 * Relies on `shadow.shadowNode` being what draws a shadow in another way, and on the flags of three's own shadows (r187).
 */
export function hasOwnShadowCamera({ shadow }: CastingLight): boolean {
  const { shadowNode, isDirectionalLightShadow, isSpotLightShadow } = shadow as LightShadow & {
    readonly shadowNode?: object;
    readonly isDirectionalLightShadow?: boolean;
    readonly isSpotLightShadow?: boolean;
  };
  return !shadowNode && (isDirectionalLightShadow === true || isSpotLightShadow === true);
}

/**
 * Moves a light's shadow camera to where three draws the next shadow map from; `shadow.matrix` changes too.
 *
 * Relies on three (r187) calling `updateMatrices` before each shadow map, and `updateProjectionMatrix` before the first:
 * until then, a page may have set the camera's sides alone.
 */
export function updateShadowCamera(light: CastingLight): void {
  const { shadow } = light;
  if (!shadow.map) (shadow.camera as PerspectiveCamera).updateProjectionMatrix();
  shadow.updateMatrices(light as unknown as Light);
}

/**
 * An attribute that shaders read as integers.
 *
 * Relies on `gpuType` (r187): without it, three's WebGL backends hand 32-bit integers to shaders as floats.
 */
export function createIntegerAttribute(array: Uint32Array, itemSize: number): BufferAttribute {
  const attribute = new BufferAttribute(array, itemSize);
  attribute.gpuType = IntType;
  return attribute;
}

/** {@link createIntegerAttribute}, with one item an instance. */
export function createInstancedIntegerAttribute(
  array: Uint32Array,
  itemSize: number,
): InstancedBufferAttribute {
  const attribute = new InstancedBufferAttribute(array, itemSize);
  attribute.gpuType = IntType;
  return attribute;
}

/** A part of an attribute's array, in elements of the array. */
export interface UpdateRange {
  start: number;
  count: number;
}

/**
 * Uploads one range of an attribute before the next draw. The range object is kept by the attribute, so that a frame
 * allocates nothing; `addUpdateRange` would make a new object each time.
 *
 * Relies on `updateRanges` (r187) being a plain array of `{ start, count }`, and on the ranges being cleared or
 * replaced before the next upload.
 */
export function uploadRange(attribute: BufferAttribute, range: UpdateRange): void {
  attribute.updateRanges.length = 0;
  attribute.updateRanges.push(range);
  attribute.needsUpdate = true;
}

/**
 * The names of a material's textures, and of nodes of its own.
 *
 * Relies on both being kept in enumerable properties of the material itself (r187).
 */
export function texturesAndNodes(material: Material): string[] {
  return Object.entries(material)
    .filter(([, value]: [string, { isTexture?: boolean; isNode?: boolean } | null]) => {
      return value?.isTexture || value?.isNode;
    })
    .map(([name]) => name);
}

/**
 * A geometry's attributes as plain ones over the same numbers, or clones where they are interleaved.
 *
 * Renderers (r187) keep GPU buffers by attribute object, and `WebGPURenderer` replaces the array of an attribute of
 * 8- or 16-bit integers when it uploads it. So crowds and renderers share the numbers, never the attributes.
 */
export function copyAttribute(attribute: AttributeLike): AttributeLike {
  const { array, itemSize, normalized, count } = attribute;
  if (!('isInterleavedBufferAttribute' in attribute))
    return new BufferAttribute(array as TypedArray, itemSize, normalized);
  // three's own `clone` (r187) logs each one.
  const Numbers = array.constructor as Float32ArrayConstructor;
  const copy = new BufferAttribute(new Numbers(count * itemSize), itemSize, normalized);
  for (let i = 0; i < count * itemSize; i++) {
    const [v, k] = [Math.floor(i / itemSize), i % itemSize];
    copy.setComponent(v, k, attribute.getComponent(v, k));
  }
  return copy;
}

type AttributeLike = ReturnType<import('three').BufferGeometry['getAttribute']>;
