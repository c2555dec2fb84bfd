import { texture, uniform } from 'three/tsl';
import {
  type BufferGeometry,
  type Camera,
  type ComputeNode,
  DepthTexture,
  FloatType,
  type Material,
  Matrix4,
  type Mesh,
  type NodeMaterial,
  type Object3D,
  RedFormat,
  RenderTarget,
  type Scene,
  type StorageBufferAttribute,
  type TextureNode,
  Vector2,
  Vector4,
  type WebGPURenderer,
} from 'three/webgpu';
import type { Part } from '../characters/index.js';
import type { FarMesh, OcclusionReport } from '../drawing/index.js';
import { boneBoxes } from './bone-boxes.js';
import { verticesOf } from './compute-buffers.js';
import type { ComputeFrame } from './compute-frame.js';
import { hasNoNodes, isSolid, Occluders } from './occluders.js';
import { keepKernels, pyramidSize, sightKernels, sizePyramid } from './occlusion-kernels.js';
import { depthSamples, releaseMirror, renderInto, StorageAttribute } from './three-internals.js';

/** Fewer characters are drawn faster than they are tested. */
export const LEAST_CHARACTERS = 200;
/**
 * Least share of hidden vertices. Characters that are seen are drawn twice, so a smaller share would cost more vertices than it
 * saves.
 */
const LEAST_SHARE = 0.5;
/** Frames of a new crowd before the first try, so that its shaders do not come on top of the crowd's own. */
const FIRST_FRAMES = 10;
/** Frames from one count of the hidden to the next. */
const COUNTED_FRAMES = 60;
/** Frames without occlusion before the next try. */
const OFF_FRAMES = 120;

interface CrowdSize {
  readonly characters: number;
  readonly bones: number;
  readonly draws: number;
}

/** A draw of the crowd that can do without the hidden, and that hides others. */
interface Draw {
  readonly mesh: Mesh<BufferGeometry, Material>;
  readonly own: NodeMaterial;
  /** Has the mesh draw the kept instances. */
  keep(): void;
}

const clipFromWorld = new Matrix4();

/**
 * Leaves hidden characters out of the picture of the camera that a crowd was updated for. Within the render pass, before the
 * first of the crowd's meshes: draws the depth of large meshes and of those who were seen in the frame before, makes a pyramid
 * of its largest values, tests boxes around the bones of everyone in view against it, and keeps the instances of those
 * who may be seen. All of it is of the present frame, so no pixel differs.
 *
 * Rejected: the depth of the pass itself, with a second draw of those who come into view. `copyFramebufferToTexture` splits a pass,
 * but three (r187) submits each `compute` and nested `render` before the pass around it, so that no kernel can run between.
 */
export class Occlusion {
  readonly #renderer: WebGPURenderer;
  readonly #frame: ComputeFrame;
  readonly #object: Object3D;
  readonly #size: CrowdSize;
  readonly #draws = new Map<Mesh, Draw>();
  readonly #occluders = new Occluders();
  readonly #seen: StorageBufferAttribute;
  readonly #createBoxes: () => StorageBufferAttribute;
  /** Undefined until the first try. */
  #boxes: StorageBufferAttribute | undefined;
  readonly #keep: ComputeNode[];
  readonly #least = uniform(0, 'uint');
  readonly #stamp = uniform(0, 'uint');
  readonly #pixels = uniform(new Vector2(), 'uvec2');
  readonly #viewport = uniform(new Vector4());
  readonly #clipFromCrowd = uniform(new Matrix4());
  #target: DepthTarget | undefined;
  /** The camera of the last update; undefined if nobody may be left out. */
  #camera: Camera | undefined;
  /** Meshes drawn in the present pass. */
  readonly #drawn = new Set<Mesh>();
  #keepsNow = false;
  #isOn = false;
  #waiting = FIRST_FRAMES;
  #isCounting = false;
  #report = { inView: 0, hidden: 0 };

  /** @param object parent of the crowd's meshes */
  constructor(
    renderer: WebGPURenderer,
    frame: ComputeFrame,
    object: Object3D,
    size: CrowdSize,
    parts: Iterable<Part>,
    far: FarMesh | undefined,
  ) {
    this.#renderer = renderer;
    this.#frame = frame;
    this.#object = object;
    this.#size = size;
    this.#seen = new StorageAttribute(new Uint32Array(size.characters), 1);
    this.#createBoxes = () => new StorageAttribute(boneBoxes(parts, far, size.bones), 4);
    this.#keep = keepKernels(frame.buffers, frame.library, this.#seen, this.#least, size.draws);
  }

  get report(): OcclusionReport {
    return { isOn: this.#isOn, ...this.#report };
  }

  /** Adds a draw, if its material can be known to cover what is behind it. */
  add(mesh: Mesh<BufferGeometry, Material>, own: NodeMaterial, source: Material, keep: () => void): void {
    if (isSolid(source) && hasNoNodes(source)) this.#draws.set(mesh, { mesh, own, keep });
  }

  /** To be called in each update, before the camera's passes. */
  prepare(camera: Camera | undefined): void {
    this.#drawn.clear();
    if (!this.#isOn) this.#waiting -= 1;
    const runs = this.#isOn || (this.#waiting <= 0 && !this.#isCounting);
    this.#camera = runs && !isInGroup(this.#object) ? camera : undefined;
  }

  /** To be called before a mesh is drawn; true if it is to draw the kept instances. */
  isKept(mesh: Mesh<BufferGeometry, Material>, scene: Scene, camera: Camera, material: Material): boolean {
    const draw = this.#draws.get(mesh);
    if (camera !== this.#camera || draw?.own !== material || !isSolid(material)) return false;
    // A solid mesh is drawn once a pass.
    if (this.#drawn.size === 0 || this.#drawn.has(mesh)) {
      this.#drawn.clear();
      const samples = depthSamples(this.#renderer, scene, this.#pixels.value, this.#viewport.value);
      this.#keepsNow = samples !== undefined && this.#cull(scene, camera, samples);
    }
    this.#drawn.add(mesh);
    return this.#keepsNow;
  }

  dispose(): void {
    for (const node of this.#keep) node.dispose();
    this.#target?.dispose();
    this.#occluders.dispose();
    this.#seen.dispose();
    this.#boxes?.dispose();
  }

  /** Returns false in the first frames, each of which takes one step of the preparations. */
  #cull(scene: Object3D, camera: Camera, samples: number): boolean {
    if (!this.#boxes) {
      this.#boxes = this.#createBoxes();
      return false;
    }
    const target = this.#targetOf(samples, this.#boxes);
    clipFromWorld.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    this.#clipFromCrowd.value.multiplyMatrices(clipFromWorld, this.#object.matrixWorld);
    if (target.compileNext(this.#renderer, () => this.#drawOccluders(scene, camera, target))) return false;
    const last = this.#stamp.value;
    this.#stamp.value += 1;
    // While it is off, nobody was tested in the frame before: all can hide others.
    this.#least.value = this.#isOn ? 2 * last + 1 : 0;
    this.#renderer.compute(this.#keep);
    this.#drawOccluders(scene, camera, target);
    this.#least.value = 2 * last + 3;
    target.test(this.#renderer);
    this.#waiting -= this.#isOn ? 1 : 0;
    if (this.#waiting <= 0 && !this.#isCounting) void this.#count(this.#stamp.value);
    return true;
  }

  #drawOccluders(scene: Object3D, camera: Camera, { target }: DepthTarget): void {
    this.#occluders.collect(scene, this.#object, camera);
    for (const { mesh, own, keep } of this.#draws.values()) {
      if (!mesh.visible || mesh.material !== own || !isSolid(own)) continue;
      keep();
      this.#occluders.add(mesh, own.positionNode);
    }
    renderInto(this.#renderer, target, this.#occluders.scene, camera, true);
  }

  /** Counts who was hidden in a test, and decides whether to go on. A lost device ends it. */
  async #count(stamp: number): Promise<void> {
    this.#isCounting = true;
    const { control } = this.#frame.buffers;
    const read = async (attribute: StorageBufferAttribute): Promise<Uint32Array> =>
      new Uint32Array((await this.#renderer.getArrayBufferAsync(attribute)) as ArrayBuffer);
    const found = await Promise.all([read(this.#seen), read(control)]).catch(() => undefined);
    this.#isOn = false;
    if (!found) return;
    const [words, drawn] = found;
    this.#report = {
      inView: words.reduce((sum, word) => sum + (word >= 2 * stamp ? 1 : 0), 0),
      hidden: words.reduce((sum, word) => sum + (word === 2 * stamp ? 1 : 0), 0),
    };
    const all = verticesOf(drawn, 'camera', this.#size.draws);
    this.#isOn = all > 0 && verticesOf(drawn, 'kept', this.#size.draws) <= (1 - LEAST_SHARE) * all;
    this.#waiting = this.#isOn ? COUNTED_FRAMES : OFF_FRAMES;
    this.#isCounting = false;
  }

  #targetOf(samples: number, boxes: StorageBufferAttribute): DepthTarget {
    const { x: width, y: height } = this.#pixels.value;
    if (!this.#target?.setSize(width, height, samples)) {
      this.#target?.dispose();
      const { buffers, library } = this.#frame;
      const inputs = {
        stamp: this.#stamp,
        size: this.#pixels,
        viewport: this.#viewport,
        clipFromCrowd: this.#clipFromCrowd,
      };
      this.#target = new DepthTarget(width, height, samples, this.#keep, (depths, pyramid) =>
        sightKernels(buffers, library, { seen: this.#seen, boxes, pyramid }, inputs, depths, samples),
      );
    }
    // The same pixels are covered only where a vertex is at the same place, to the last bit.
    this.#target.target.viewport.copy(this.#viewport.value);
    return this.#target;
  }
}

/** What the occluders are drawn into, and the kernels that read it. */
class DepthTarget {
  readonly target: RenderTarget;
  /** Kernels that test, then those that keep. */
  readonly #kernels: ComputeNode[];
  readonly #sight: readonly ComputeNode[];
  readonly #pyramid: StorageBufferAttribute;
  #step = 0;

  constructor(
    width: number,
    height: number,
    samples: number,
    keep: readonly ComputeNode[],
    createSight: (depths: TextureNode, pyramid: StorageBufferAttribute) => readonly ComputeNode[],
  ) {
    const depthTexture = new DepthTexture(width, height, FloatType);
    // three wants a colour, which is as small as can be.
    const color = { format: RedFormat, samples: samples > 1 ? samples : 0 };
    this.target = new RenderTarget(width, height, { ...color, depthTexture });
    this.#pyramid = new StorageAttribute(new Float32Array(pyramidSize(width, height)), 1);
    this.#sight = createSight(texture(depthTexture), this.#pyramid);
    this.#kernels = [...this.#sight, ...keep];
    sizePyramid(this.#sight, width, height);
  }

  /** Returns false if a new target has to be made. */
  setSize(width: number, height: number, samples: number): boolean {
    const { target } = this;
    if (Math.max(1, target.samples) !== samples) return false;
    if (target.width === width && target.height === height) return true;
    if (pyramidSize(width, height) > this.#pyramid.count) return false;
    target.setSize(width, height);
    sizePyramid(this.#sight, width, height);
    return true;
  }

  /**
   * Takes the next of the steps in which three compiles shaders: a drawing, and then each kernel by itself. Returns false if there
   * is none left. All of them in one frame, with the boxes of bones, took 0.3 s on a software GPU.
   */
  compileNext(renderer: WebGPURenderer, draw: () => void): boolean {
    const step = this.#step;
    if (step > this.#kernels.length) return false;
    this.#step += 1;
    if (step === 0) draw();
    else renderer.compute(this.#kernels[step - 1]);
    if (step === this.#kernels.length) releaseMirror(this.#pyramid);
    return true;
  }

  test(renderer: WebGPURenderer): void {
    renderer.compute(this.#kernels);
  }

  dispose(): void {
    for (const node of this.#sight) node.dispose();
    this.target.dispose();
    this.#pyramid.dispose();
  }
}

/** True if three draws an object in part, or as it was recorded. */
function isInGroup(object: Object3D): boolean {
  for (let at: Object3D | null = object; at; at = at.parent) {
    const { isClippingGroup, isBundleGroup } = at as { isClippingGroup?: boolean; isBundleGroup?: boolean };
    if (isClippingGroup || isBundleGroup) return true;
  }
  return false;
}
