import type { InstancedBufferGeometry, Material, Mesh, Object3D } from 'three';
import { characterExtent } from '../poses/index.js';
import type { CrowdFrame, InstancedCrowdOptions } from './backend.js';
import { CrowdMeshes } from './crowd-meshes.js';
import type { FarLevels } from './far-levels.js';
import {
  createFarGeometry,
  createInstancedGeometry,
  instancesOf,
  showInstances,
} from './instanced-geometry.js';
import type { Surface } from './surfaces.js';
import { type InstanceList, VisibleLists } from './visible-lists.js';

/** A mesh with an instance for each character that it shows. */
export type CrowdMesh = Mesh<InstancedBufferGeometry, Material>;

/** The meshes of a crowd that is culled on the CPU. */
export class CpuCulledMeshes {
  readonly #visible: VisibleLists;
  readonly #draws: CrowdMeshes;
  readonly #shown: { readonly geometry: InstancedBufferGeometry; readonly list: InstanceList }[] = [];
  readonly #releases: (() => void)[] = [];

  /** @param hasPalette true if each instance is posed from the palette */
  constructor(data: InstancedCrowdOptions, far: FarLevels | undefined, hasPalette: boolean) {
    const extent = characterExtent(data.boneTexture.manifest.clipInfo);
    this.#visible = new VisibleLists(data.table, data.parts, extent, far, hasPalette);
    this.#draws = new CrowdMeshes(data);
  }

  get object(): Object3D {
    return this.#draws.object;
  }

  get count(): number {
    return this.#draws.count;
  }

  /**
   * The draw of one of a part's surfaces.
   *
   * @param n the part's number
   */
  addSurface(
    name: string,
    { part, start, count }: Surface,
    n: number,
    renderer: object,
    material: Material,
  ): CrowdMesh {
    const list = this.#visible.draws[n];
    const { geometry, release } = createInstancedGeometry(part, renderer, list);
    geometry.setDrawRange(start, count);
    this.#releases.push(release);
    return this.#add(name, geometry, material, list);
  }

  addFar(material: Material): CrowdMesh {
    const list = this.#visible.merged;
    return this.#add('far', createFarGeometry(list), material, list);
  }

  cull({ camera, lodThreshold }: CrowdFrame, viewHeight: number): VisibleLists {
    const view = this.#draws.viewOf(camera);
    this.#visible.update(view, this.#draws.shadowsOf(view), lodThreshold / viewHeight);
    for (const { geometry, list } of this.#shown) showInstances(geometry, list);
    return this.#visible;
  }

  dispose(): void {
    for (const release of this.#releases) release();
    this.#draws.dispose();
  }

  #add(name: string, geometry: InstancedBufferGeometry, material: Material, list: InstanceList): CrowdMesh {
    this.#shown.push({ geometry, list });
    return this.#draws.add(name, geometry, material, instancesOf(geometry, list));
  }
}
