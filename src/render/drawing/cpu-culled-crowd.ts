import type { Material } from 'three';
import type { Part } from '../characters/index.js';
import type { InstancedCrowd, InstancedCrowdOptions, TableRuns } from './backend.js';
import { CpuCulledMeshes, type CrowdMesh } from './cpu-culled-meshes.js';
import { createFarLevels } from './far-levels.js';
import type { FarMesh } from './far-mesh.js';
import { surfacesOf } from './surfaces.js';
import { castShadowWith, viewHeight } from './three-internals.js';
import type { VisibleCharacters } from './visible-characters.js';

export interface DrawMaterials {
  readonly color: Material;
  /** For the shadows of directional and spot lights, and for those of point lights, where a renderer needs them apart. */
  readonly shadow?: { readonly depth: Material; readonly distance: Material };
  /** Called once with the mesh of the draw. */
  attachTo?(mesh: CrowdMesh): void;
}

/** Backend-specific part of a crowd that is culled on the CPU. */
export interface CulledCrowdBackend {
  /** True if characters are posed into a palette once a frame. Otherwise each vertex samples the bone texture. */
  readonly hasPalette: boolean;
  createMaterials(part: Part): DrawMaterials;
  /** The materials of the merged far draw, which reads the palette; called only if there is one. */
  createFarMaterials(far: FarMesh): DrawMaterials;
  /** Poses the visible characters as they are at `seconds` of the crowd's clock. */
  pose(seconds: number, visible: VisibleCharacters): void;
  upload(changes: TableRuns): void;
  /** Frees all resources but the materials. */
  dispose(): void;
}

/** One instanced mesh for each part, and the merged far mesh: culled on the CPU and posed by `backend`. */
export function createCulledCrowd(
  options: InstancedCrowdOptions,
  renderer: object,
  backend: CulledCrowdBackend,
): InstancedCrowd {
  const { parts, farSources } = options;
  const { hasPalette } = backend;
  const far = hasPalette && farSources ? createFarLevels(parts, farSources) : undefined;
  const meshes = new CpuCulledMeshes(options, far, hasPalette);
  const shadowMaterials: Material[] = [];
  const attach = (mesh: CrowdMesh, { shadow, attachTo }: DrawMaterials): void => {
    attachTo?.(mesh);
    if (!shadow) return;
    castShadowWith(mesh, shadow.depth, shadow.distance);
    shadowMaterials.push(shadow.depth, shadow.distance);
  };
  parts.parts.forEach(({ part }, n) => {
    for (const surface of surfacesOf(part)) {
      const materials = backend.createMaterials(surface.part);
      attach(meshes.addSurface(part.name, surface, n, renderer, materials.color), materials);
    }
  });
  if (far?.merged) {
    const materials = backend.createFarMaterials(far.merged);
    attach(meshes.addFar(materials.color), materials);
  }
  return {
    object: meshes.object,
    drawCalls: meshes.count,
    update: (frame) => backend.pose(frame.seconds, meshes.cull(frame, viewHeight(renderer))),
    upload: (changes) => backend.upload(changes),
    dispose: () => {
      meshes.dispose();
      for (const material of shadowMaterials) material.dispose();
      backend.dispose();
    },
  };
}
