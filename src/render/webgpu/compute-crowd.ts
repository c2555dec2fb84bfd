import { instanceIndex, storage } from 'three/tsl';
import {
  BufferGeometry,
  type Node,
  type NodeMaterial,
  type Object3D,
  type StorageBufferNode,
  type WebGPURenderer,
} from 'three/webgpu';
import type { BoneTexture, LocalPoses } from '../../rig/index.js';
import type { PartInUse } from '../characters/index.js';
import {
  BATCH,
  type CrowdFrame,
  CrowdMeshes,
  createBatchGeometry,
  createPartGeometry,
  type DrawnPart,
  type FarLevels,
  type FarMesh,
  farVertexTexels,
  type InstancedCrowd,
  type InstancedCrowdOptions,
  type OcclusionReport,
  refCountedByRenderer,
  type SharedGeometry,
  type Surface,
  surfacesOf,
  type TableRuns,
  viewHeight,
} from '../drawing/index.js';
import { characterExtent } from '../poses/index.js';
import { type ControlView, drawByte, farDrawByte, listBytes } from './compute-buffers.js';
import { ComputeFrame } from './compute-frame.js';
import { checkDrawing, hasRoom } from './device.js';
import { type FarReads, pairInBatch, type SampledReads } from './far-nodes.js';
import {
  createFarMaterial,
  instanceNodes,
  renewNodes,
  TintedNodeMaterials,
  watchReplaced,
} from './node-material.js';
import { LEAST_CHARACTERS, Occlusion } from './occlusion.js';
import { type MatrixRow, type PaletteReads, palettePosition, slotOf } from './palette-nodes.js';
import { createBoneReads } from './sampled-pose.js';
import type { ShaderFunctions } from './shader-functions.js';
import { onCameraPass, StorageAttribute } from './three-internals.js';

/** Buffers of far vertices, shared by the crowds of the same far mesh. */
const acquireFarVertices = refCountedByRenderer((words: Uint32Array) => new StorageAttribute(words, 4));

/**
 * One indirect draw for each part: culled, posed and counted on the GPU. The work in JavaScript does not depend on the size
 * of the crowd.
 *
 * Notes: reading poses from the palette takes 0.6 to 0.7 of the frame time of blending two frames in each vertex (software
 * GPU). Rejected: one mesh with all parts and an offset for each draw takes 0.4 ms of JavaScript a frame instead of 0.7 for
 * 36 meshes, but allows only one material; a `BundleGroup` takes 0.55 to 0.6 ms, but misses added and removed children.
 */
export class ComputeCrowd implements InstancedCrowd {
  readonly levelsComing: Promise<unknown> | undefined;
  readonly #renderer: WebGPURenderer;
  readonly #shaders: ShaderFunctions;
  readonly #bones: number;
  /** True if the opacity of an instance can be below 1. */
  readonly #dithers: boolean;
  readonly #frame: ComputeFrame;
  readonly meshes: CrowdMeshes;
  /** Undefined for few characters, for some that are transparent, and without room for the lists of those who are kept. */
  readonly #occlusion: Occlusion | undefined;
  readonly #watch: ReturnType<typeof watchReplaced>;
  readonly #geometries: SharedGeometry<BufferGeometry>[];
  readonly #owned: { dispose(): void }[] = [];

  constructor(
    options: InstancedCrowdOptions,
    localPoses: LocalPoses,
    far: FarLevels | undefined,
    renderer: WebGPURenderer,
    shaders: ShaderFunctions,
  ) {
    const { table, parts, boneTexture } = options;
    const { clipInfo } = boneTexture.manifest;
    const draws = parts.parts;
    this.levelsComing = far?.coming;
    this.#renderer = renderer;
    this.#shaders = shaders;
    this.#dithers = table.usesOpacity;
    this.#bones = localPoses.parents.length;
    const shown = surfaceDraws(draws);
    this.#geometries = shown.map(({ part }) => createPartGeometry(part, renderer, new BufferGeometry()));
    const runs = shown.map(({ start, count }, n) => ({
      firstIndex: start,
      indexCount: Math.min(count, this.#geometries[n].geometry.index?.count ?? 0),
    }));
    const lists = { draws: draws.map(({ capacity: count }, n) => ({ count, ...runs[n] })), far };
    const keeps =
      table.count >= LEAST_CHARACTERS && !table.usesOpacity && hasRoom(renderer, listBytes(lists));
    this.#frame = new ComputeFrame(
      renderer,
      {
        table,
        parts,
        clips: clipInfo,
        localPoses,
        extent: characterExtent(clipInfo, boneTexture.buildMargin),
        ...lists,
        further: shown.slice(draws.length).map(({ list: like }, k) => ({ like, ...runs[draws.length + k] })),
        keeps,
      },
      shaders,
    );
    this.meshes = new CrowdMeshes(options, renewNodes);
    this.#watch = watchReplaced(options.onWarning);
    if (keeps) {
      const size = { characters: table.count, bones: this.#bones, draws: shown.length };
      const worn = draws.map(({ part }) => part);
      this.#occlusion = new Occlusion(renderer, this.#frame, this.meshes.object, size, worn, far?.merged);
    }
    const palette = this.#createPalette();
    this.#addParts(shown, palette);
    if (far?.merged) {
      const sampled = far.slots < table.count ? this.#sample(boneTexture, far.slots) : undefined;
      this.#addFar(far.merged, shown.length, palette, sampled);
    }
  }

  get object(): Object3D {
    return this.meshes.object;
  }

  get occlusion(): OcclusionReport | undefined {
    return this.#occlusion?.report;
  }

  get drawCalls(): number {
    return this.meshes.count;
  }

  update({ seconds, camera, lodThreshold }: CrowdFrame): void {
    const view = this.meshes.views.viewOf(camera, viewHeight(this.#renderer));
    this.#frame.run(seconds, view, this.meshes.shadowsOf(view), lodThreshold);
    this.#occlusion?.prepare(camera);
  }

  upload(changes: TableRuns): void {
    this.#frame.upload(changes);
  }

  check(): Promise<void> {
    // Draws no instance: the device reports its errors before it draws.
    return checkDrawing(this.#renderer, this.object, () => this.#frame.run(0, undefined, [], 0, 0));
  }

  dispose(): void {
    for (const { release } of this.#geometries) release();
    this.meshes.dispose();
    this.#occlusion?.dispose();
    this.#frame.dispose();
    for (const thing of this.#owned) thing.dispose();
  }

  #createPalette(): PaletteReads {
    const frame = this.#frame;
    const rowOf =
      (matrices: ComputeFrame['matrices']): MatrixRow =>
      (slot, joint, r) =>
        matrices.element(slot.mul(this.#bones).add(joint).mul(3).add(r)) as unknown as Node<'vec4'>;
    return {
      row: rowOf(frame.matrices),
      previousRow: () => rowOf(frame.previousMatrices()),
      previousTable: () => frame.previousTable(),
      hasPrevious: frame.hasPrevious,
    };
  }

  #addParts(draws: readonly SurfaceDraw[], palette: PaletteReads): void {
    const instance = elementOf(this.#frame.instances);
    const position = palettePosition(slotOf(instance), palette);
    const materials = new TintedNodeMaterials(
      instanceNodes(instance, this.#dithers, this.#shaders),
      this.#renderer,
      this.#shaders,
      position,
    );
    draws.forEach(({ part }, n) => {
      const material = materials.create(part);
      this.#add(part, this.#geometries[n].geometry, material, (view) => drawByte(view, n, draws.length));
    });
  }

  #sample(boneTexture: BoneTexture, slots: number): SampledReads {
    const bones = createBoneReads(boneTexture);
    this.#owned.push(bones);
    return { slots, table: this.#frame.table, bones };
  }

  #addFar(far: FarMesh, draws: number, palette: PaletteReads, sampled: SampledReads | undefined): void {
    const acquired = acquireFarVertices(this.#renderer, far.words);
    this.#owned.push(acquired);
    const vertices = storage(acquired.resource, 'uvec4', acquired.resource.count).toReadOnly();
    const reads: FarReads = {
      pair: this.#frame.pairs.element(
        instanceIndex.mul(BATCH).add(pairInBatch()),
      ) as unknown as Node<'uvec2'>,
      vertex: (index, quarter) =>
        vertices.element(index.mul(farVertexTexels(far)).add(quarter)) as unknown as Node<'uvec4'>,
      row: this.#frame.reads.row,
      palette,
      sampled,
    };
    const material = createFarMaterial(far, reads, this.#dithers, this.#renderer, this.#shaders);
    const shared = createBatchGeometry(this.#renderer, new BufferGeometry());
    this.#geometries.push(shared);
    this.#add({ name: 'far', material: far.material }, shared.geometry, material, (view) =>
      farDrawByte(view, draws),
    );
  }

  /** @param byteOf byte offset of the draw's arguments in the control buffer */
  #add(
    part: DrawnPart,
    geometry: BufferGeometry,
    material: NodeMaterial,
    byteOf: (view: ControlView) => number,
  ): void {
    geometry.setIndirect(this.#frame.control, byteOf('camera'));
    const show = (view: ControlView): void => {
      geometry.indirectOffset = byteOf(view);
    };
    // three also draws shadow maps in the middle of the camera's pass.
    let seen: ControlView = 'camera';
    const { mesh, material: own } = this.meshes.add(part, geometry, material, {
      forCamera: () => show(seen),
      forShadow: () => show('shadow'),
    });
    this.#watch(mesh, own);
    this.#occlusion?.add(mesh, own as NodeMaterial, part.material, () => show('kept'));
    onCameraPass(mesh, (isWireframe, ...pass) => {
      if (isWireframe) seen = 'wireframe';
      else seen = this.#occlusion?.isKept(mesh, ...pass) ? 'kept' : 'camera';
      show(seen);
    });
  }
}

/** The draw of one surface of a part, and the number of the list that it shows. */
type SurfaceDraw = Surface & { readonly list: number };

/** The draws of the first surfaces of all parts, then the draws of their further surfaces. */
function surfaceDraws(draws: readonly PartInUse[]): SurfaceDraw[] {
  const all = draws.map(({ part }, list) => surfacesOf(part).map((surface) => ({ list, ...surface })));
  return [...all.map(([first]) => first), ...all.flatMap(([, ...further]) => further)];
}

/** The two words of this instance in a list. */
function elementOf(list: StorageBufferNode<'uvec2'>): Node<'uvec2'> {
  return list.element(instanceIndex) as unknown as Node<'uvec2'>;
}
