import { nodeObject, normalLocal, positionPrevious, storage, tangentLocal, texture, wgslFn } from 'three/tsl';
import {
  type Camera,
  type ComputeNode,
  IndirectStorageBufferAttribute,
  type Material,
  type Mesh,
  type Node,
  type NodeMaterial,
  type Object3D,
  type RenderTarget,
  type Scene,
  StorageBufferAttribute,
  type StorageBufferNode,
  type Texture,
  TextureNode,
  type UniformArrayNode,
  type Vector2,
  type Vector4,
  type WebGPURenderer,
} from 'three/webgpu';
import { hookDraws, THREE_RELEASE } from '../drawing/index.js';

/**
 * Undocumented behaviour of three that this backend relies on: the device, hooks of the node builder, and names in the
 * WGSL that three writes. Each entry names the release it was last tried on.
 */

/**
 * True if three uses `geometry.indirectOffset`: r181 starts every indirect draw at the first byte of the buffer, so that
 * all parts would be drawn with the arguments of the first.
 */
export const HAS_INDIRECT_OFFSETS = THREE_RELEASE >= 182;

/** The renderer's device; undefined on its WebGL2 backend. Relies on `backend.device` (r187). */
export function gpuDevice(renderer: WebGPURenderer): GPUDevice | undefined {
  const { isWebGPUBackend, device } = renderer.backend as { isWebGPUBackend?: boolean; device?: GPUDevice };
  return isWebGPUBackend ? device : undefined;
}

/**
 * Number of the animation frame, with which three updates the previous matrices of objects and cameras. Relies on
 * `info.frame` (r187), which counts ticks of the renderer's animation loop, not render calls.
 */
export function animationFrame(renderer: WebGPURenderer): number {
  return renderer.info.frame;
}

/**
 * A material as a node material of the same kind; null where three has none of that kind.
 *
 * Relies on `renderer.library.fromMaterial` (r187). It hands a node material back as it is, so give it a copy.
 */
export function toNodeMaterial(renderer: WebGPURenderer, material: Material): NodeMaterial | null {
  return renderer.library.fromMaterial(material) as NodeMaterial | null;
}

/**
 * Number of a wireframe's indices for each index of the geometry, or for each vertex without one: three draws the three
 * edges of each triangle by another index, but whole triangles in shadow maps (r187). The arguments of indirect draws
 * contain the number of indices.
 */
export const WIREFRAME_INDICES = 2;

/**
 * Calls back before each draw of a mesh, except in shadow maps. `material` is that of the mesh, even where the scene overrides it.
 *
 * Relies on `geometry.indirectOffset` being read after `onBeforeRender`, and on a scene's `overrideMaterial` taking the place of
 * materials that allow it, as three's own passes and shadow maps do (r187).
 */
export function onCameraPass(mesh: Mesh, before: CameraHook): void {
  hookDraws(mesh, 'onBeforeRender', (_renderer, scene, camera, _geometry, material) => {
    const override = (scene as { overrideMaterial?: OverrideMaterial | null }).overrideMaterial;
    if (override?.isShadowPassMaterial) return;
    const drawn = override && (material as OverrideMaterial).allowOverride ? override : material;
    before((drawn as OverrideMaterial).wireframe === true, scene as Scene, camera, material);
  });
}

export type CameraHook = (isWireframe: boolean, scene: Scene, camera: Camera, material: Material) => void;

type OverrideMaterial = Material & {
  readonly allowOverride?: boolean;
  readonly isShadowPassMaterial?: boolean;
  readonly wireframe?: boolean;
};

/**
 * Number of samples a pixel of the picture that is being drawn; undefined where its depths are of another kind than three's
 * usual ones, or where a scene is not drawn with its own materials.
 *
 * Relies on `getRenderTarget` and `currentSamples` giving the target within a pass, even the internal one of tone mapping (r187).
 *
 * @param size becomes the size of what is drawn into, pixels
 * @param viewport becomes the part of it that is drawn, pixels
 */
export function depthSamples(
  renderer: WebGPURenderer,
  scene: Scene,
  size: Vector2,
  viewport: Vector4,
): number | undefined {
  const target = renderer.getRenderTarget();
  const hasDepth = target ? target.depthBuffer : renderer.depth;
  if (!hasDepth || renderer.reversedDepthBuffer || renderer.logarithmicDepthBuffer) return undefined;
  if (scene.overrideMaterial || renderer.getRenderObjectFunction() || !renderer.opaque) return undefined;
  if (renderer.xr.isPresenting || renderer.getActiveMipmapLevel() > 0 || (target?.depth ?? 1) > 1)
    return undefined;
  if (target) {
    size.set(target.width, target.height);
    viewport.copy(target.viewport);
  } else {
    renderer.getDrawingBufferSize(size);
    renderer.getViewport(viewport).multiplyScalar(renderer.getPixelRatio());
  }
  viewport.floor();
  return renderer.currentSamples || 1;
}

/** The part of three's node builder that a `Fn` is called with and that poses look at: `builder.geometry` (r187). */
export interface PoseBuilder {
  readonly geometry: { hasAttribute(name: string): boolean };
}

/** True if motion vectors are being drawn. Relies on `builder.needsPreviousData()` (r187), which is not in the types. */
export function drawsMotion(builder: PoseBuilder): boolean {
  return (builder as { needsPreviousData?(): boolean }).needsPreviousData?.() === true;
}

/**
 * Sets the vertex's normal, and its tangent where one is given, from within a material's `positionNode`.
 *
 * Relies on `positionNode` being built before `normalLocal` and `tangentLocal` are read (r187). In this way the shadow
 * passes and override materials see them too. They need not be normalised, as with three's own skinning.
 */
export function assignDirections(normal: Node<'vec3'>, tangent?: Node<'vec3'>): void {
  normalLocal.assign(normal);
  if (tangent) tangentLocal.assign(tangent);
}

/** Sets the vertex's previous position within `positionNode`. Relies on `positionPrevious` (r187). */
export function assignPreviousPosition(point: Node<'vec3'>): void {
  positionPrevious.assign(point);
}

/**
 * Reads a texel by its column and row alone. three's own node multiplies every coordinate by the UV matrix of the
 * texture, and on WebGL2 mirrors it where the texture was drawn to: a matrix, a branch and two uniforms for each read of
 * each draw.
 *
 * Relies on `setupUV` (r187).
 */
class TexelNode extends TextureNode {
  setupUV(_builder: unknown, position: Node): Node {
    return position;
  }
}

/** @param position column and row, as the texture's memory or the pass that drew it counts them from its first row */
export function loadTexel<T extends 'vec4' | 'uvec4' = 'vec4'>(
  texture: Texture,
  position: Node<'ivec2'>,
): Node<T> {
  // `setSampler( false )` makes it a load without filtering (r187).
  return nodeObject(new TexelNode(texture, position)).setSampler(false) as unknown as Node<T>;
}

/** A matrix node whose columns stand for the rows of a bone's matrix. */
export interface MatrixRows {
  /** Row 0, 1 or 2. */
  element(row: Node<'int'>): Node<'vec4'>;
}

/**
 * A `mat4` node as a list of rows. Relies on `element` of a `Fn`'s result giving a column (r187); the types know it for
 * arrays only.
 */
export function asRows(matrix: Node<'mat4'>): MatrixRows {
  return matrix as unknown as MatrixRows;
}

/** Before r184, storage attributes have no `dispose`; their buffers are freed by garbage collection. */
const CAN_DISPOSE = 'dispose' in StorageBufferAttribute.prototype;

/** A GPU buffer without a geometry. */
export class StorageAttribute extends StorageBufferAttribute {
  override dispose(): void {
    if (CAN_DISPOSE) super.dispose();
  }
}

class ControlAttribute extends IndirectStorageBufferAttribute {
  override dispose(): void {
    if (CAN_DISPOSE) super.dispose();
  }
}

/**
 * A buffer that compute kernels count in, that a dispatch takes its size from, and that draws take their arguments from.
 * Relies on one `IndirectStorageBufferAttribute` serving as all three (r187).
 */
export function createControlAttribute(words: Uint32Array): IndirectStorageBufferAttribute {
  return new ControlAttribute(words, 1);
}

/**
 * Frees the JavaScript copy of a buffer that only the GPU writes. Call it once three has made the buffer.
 *
 * Relies on three (r187) reading an attribute's array when it makes the buffer, and later only for `needsUpdate`. It takes
 * no size instead of an array; for 5,000 characters of 41 bones the arrays are 16 MB of zeros.
 */
export function releaseMirror(attribute: StorageBufferAttribute): void {
  const { array } = attribute;
  attribute.array = array instanceof Float32Array ? new Float32Array(0) : new Uint32Array(0);
}

type ElementType = 'uint' | 'uvec2' | 'uvec4' | 'vec4' | 'float';

/** A buffer that a kernel writes; its WGSL calls it `name`. */
export function writtenBuffer<T extends ElementType>(
  attribute: StorageBufferAttribute,
  name: string,
  type: T,
): StorageBufferNode<T> {
  return storage(attribute, type, attribute.count).setName(name);
}

/** A buffer that kernels and vertex stages read; WGSL calls it `name`. */
export function readBuffer<T extends ElementType>(
  attribute: StorageBufferAttribute,
  name: string,
  type: T,
): StorageBufferNode<T> {
  return storage(attribute, type, attribute.count).toReadOnly().setName(name);
}

/** A buffer of words that kernels count in; WGSL calls it `name`. */
export function atomicBuffer(attribute: StorageBufferAttribute, name: string): StorageBufferNode<'uint'> {
  return storage(attribute, 'uint', attribute.array.length).toAtomic().setName(name);
}

/** Gives a uniform array the name that WGSL calls it by. Its `setName` is not in the types (r187). */
export function nameUniformArray(array: UniformArrayNode<string>, name: string): Node {
  return (array as unknown as { setName(name: string): Node }).setName(name);
}

/** Names of the buffers and uniform arrays that kernels index. */
const KERNEL_BUFFERS =
  /\b(crowd(?:Boxes|Control|Depths|Frustums|Instances|Matrices|Moves|Pairs|Parts|Seen|Slots|Table|Levels))\[/g;

/**
 * WGSL as three takes it. three (r187) wraps each buffer and uniform array in a struct whose only member is called
 * `value`, so `name[i]` of our text becomes `name.value[i]`; and it reads the signature from the first line, so the
 * comment above it has to go.
 */
function toThreeWgsl(source: string): string {
  const fromSignature = source.replace(/^(\s*\/\/[^\n]*\n)+/, '');
  return fromSignature.replace(KERNEL_BUFFERS, '$1.value[');
}

/**
 * A texture sampled at `uv`, with the texture's offset and repeat.
 *
 * Relies on `getUV` in a node's context (r187), by which three's own environment maps are read at another place, and which
 * the types do not know: given to `texture` itself, coordinates are taken as they are.
 */
export function readMapAt(map: Texture, uv: Node<'vec2'>): Node<'vec4'> {
  const read = texture(map) as unknown as { context(values: object): Node<'vec4'> };
  return read.context({ getUV: () => uv });
}

/**
 * A compute kernel of WGSL.
 *
 * Relies on `includes` that several kernels of one call share being one node, since three (r187) declares a second node of
 * the same text again.
 */
export function createKernel(
  name: string,
  source: string,
  includes: Node[],
  args: Readonly<Record<string, Node>>,
  size: number[] | IndirectStorageBufferAttribute,
  workgroup: number,
): ComputeNode {
  return dispatch(name, wgslFn(toThreeWgsl(source), includes)(args as never), size, workgroup);
}

/**
 * A compute kernel over a number of workgroups, or over as many as the first three words of a control buffer say.
 *
 * Relies on `.compute( size, workgroupSize )` taking an indirect attribute as its size (r187), which the types lack.
 */
export function dispatch(
  name: string,
  call: object,
  size: number[] | IndirectStorageBufferAttribute,
  workgroup: number,
): ComputeNode {
  const kernel = call as {
    compute(size: number[] | IndirectStorageBufferAttribute, group: number[]): ComputeNode;
  };
  return kernel.compute(size, [workgroup]).setName(name);
}

/** Changes the number of workgroups of a kernel. Relies on `dispatchSize` being read in each `compute` (r187). */
export function setGroups(kernel: ComputeNode, groups: number): void {
  const columns = Math.min(groups, MAX_GROUPS);
  kernel.dispatchSize = [columns, Math.ceil(groups / columns), 1];
}

/** Workgroups that WebGPU allows a side of a dispatch. three numbers invocations row by row. */
const MAX_GROUPS = 65_535;

/**
 * Draws an object into a target, without a clear unless `clears`, and restores the renderer's state, since it runs in the middle of the
 * user's frame. Relies on `render` (r187) taking any object as the scene.
 */
export function renderInto(
  renderer: WebGPURenderer,
  target: RenderTarget,
  object: Object3D,
  camera: Camera,
  clears = false,
): void {
  const previous = renderer.getRenderTarget();
  const face = renderer.getActiveCubeFace();
  const level = renderer.getActiveMipmapLevel();
  const mrt = renderer.getMRT();
  const { autoClear, xr } = renderer;
  const isXrEnabled = xr.enabled;
  renderer.autoClear = clears;
  xr.enabled = false;
  try {
    renderer.setMRT(null);
    renderer.setRenderTarget(target);
    renderer.render(object as Scene, camera);
  } finally {
    renderer.setRenderTarget(previous, face, level);
    renderer.setMRT(mrt);
    renderer.autoClear = autoClear;
    xr.enabled = isXrEnabled;
  }
}
