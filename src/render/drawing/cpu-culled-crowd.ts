import type { InstancedBufferGeometry, Material, Mesh } from 'three';
import type { Part } from '../characters/index.js';
import { characterExtent } from '../poses/index.js';
import type { InstancedCrowd, InstancedCrowdOptions, ShadowMaterials, TableRuns } from './backend.js';
import { CrowdMeshes, type DrawnPart, type InstanceSelector, type RenewMaterial } from './crowd-meshes.js';
import type { FarLevels } from './far-levels.js';
import type { FarMesh } from './far-mesh.js';
import {
  createFarGeometry,
  createInstancedGeometry,
  instancesOf,
  PAIR,
  PAIR_BATCH,
  uploadInstances,
} from './instanced-geometry.js';
import { surfacesOf } from './surfaces.js';
import { castShadowWith, viewHeight } from './three-internals.js';
import { type DrawLists, VisibleLists } from './visible-lists.js';

export interface DrawMaterials {
  readonly color: Material;
  /** For renderers that need materials of their own for shadow maps. */
  readonly shadow?: ShadowMaterials;
  /** Called once with the mesh of the draw, and the crowd's own material of it. */
  attachTo?(mesh: Mesh<InstancedBufferGeometry, Material>, own: Material): void;
}

/** Backend-specific part of a crowd that is culled on the CPU. */
export interface CulledCrowdBackend {
  /** True if characters are posed into a palette once a frame. Otherwise each vertex samples the bone texture. */
  readonly hasPalette: boolean;
  /** Undefined without a palette. */
  readonly far: FarLevels | undefined;
  createMaterials(part: Part): DrawMaterials;
  /** The materials of the merged far draw, which reads the palette; called only if there is one. */
  createFarMaterials(far: FarMesh, pairs: VisibleLists['mergedTable']): DrawMaterials;
  /** Poses the visible characters as they are at `seconds` of the crowd's clock. */
  pose(seconds: number, visible: VisibleLists): void;
  upload(changes: TableRuns): void;
  readonly renewMaterial: RenewMaterial;
  /** Frees all resources but the materials. */
  dispose(): void;
}

/** One instanced mesh for each part, and the merged far mesh: culled on the CPU and posed by `backend`. */
export function createCulledCrowd(
  options: InstancedCrowdOptions,
  renderer: object,
  backend: CulledCrowdBackend,
): InstancedCrowd {
  const { table, parts, boneTexture } = options;
  const { hasPalette, far } = backend;
  const extent = characterExtent(boneTexture.manifest.clipInfo, boneTexture.buildMargin);
  const visible = new VisibleLists(table, parts, extent, far, hasPalette);
  const meshes = new CrowdMeshes(options, backend.renewMaterial);
  const near: { readonly geometry: InstancedBufferGeometry; readonly lists: DrawLists }[] = [];
  const selectors: InstanceSelector[] = [];
  const releases: (() => void)[] = [];
  const shadowMaterials: Material[] = [];
  const add = (
    part: DrawnPart,
    geometry: InstancedBufferGeometry,
    lists: DrawLists,
    { color, shadow, attachTo }: DrawMaterials,
    kind = PAIR,
  ): void => {
    const selector = instancesOf(geometry, lists, kind);
    const { mesh, material } = meshes.add(part, geometry, color, selector);
    selectors.push(selector);
    attachTo?.(mesh, material);
    if (!shadow) return;
    castShadowWith(mesh, shadow.depth, shadow.distance);
    shadowMaterials.push(shadow.depth, shadow.distance);
  };
  parts.parts.forEach(({ part }, n) => {
    for (const surface of surfacesOf(part)) {
      const materials = backend.createMaterials(surface.part);
      const { geometry, release } = createInstancedGeometry(surface.part, renderer, visible.draws[n]);
      geometry.setDrawRange(surface.start, surface.count);
      releases.push(release);
      add(surface.part, geometry, visible.draws[n], materials);
      near.push({ geometry, lists: visible.draws[n] });
    }
  });
  if (far?.merged) {
    const materials = backend.createFarMaterials(far.merged, visible.mergedTable);
    const { geometry, release } = createFarGeometry(renderer, visible.merged);
    releases.push(release);
    const part = { name: 'far', material: far.merged.material };
    add(part, geometry, visible.merged, materials, PAIR_BATCH);
  }
  return {
    meshes,
    object: meshes.object,
    drawCalls: meshes.count,
    levelsComing: far?.coming,
    update: ({ seconds, camera, lodThreshold }) => {
      const view = meshes.views.viewOf(camera, viewHeight(renderer));
      visible.update(view, meshes.shadowsOf(view), lodThreshold);
      for (const selector of selectors) selector.forCamera();
      for (const { geometry, lists } of near) uploadInstances(geometry, lists);
      backend.pose(seconds, visible);
    },
    upload: (changes) => backend.upload(changes),
    dispose: () => {
      for (const release of releases) release();
      meshes.dispose();
      for (const material of shadowMaterials) material.dispose();
      backend.dispose();
    },
  };
}
