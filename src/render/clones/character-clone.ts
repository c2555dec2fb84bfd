import { BufferGeometry, type Material, type Object3D, type Skeleton, type SkinnedMesh } from 'three';
import type { Tint } from '../../protocol/index.js';
import type { LinearRgb, Part, PartInUse } from '../characters/index.js';
import {
  castShadowWith,
  copyMorphs,
  ownGeometry,
  surfacesOf,
  type TintedMaterial,
} from '../drawing/index.js';
import { cloneScene, isSkinnedMesh } from './clone-scene.js';
import { LayeredBones, type LayeredRig } from './layered-bones.js';
import { raycastPosed } from './three-internals.js';

/** An object's name in the file: the loader rewrites names that three's paths cannot hold, and keeps the file's own. */
export function fileName({ name, userData }: Object3D): string {
  const own: unknown = userData['name'];
  return typeof own === 'string' ? own : name;
}

/** The geometries that clones draw: one for each part, shared by all clones that wear it. */
export class CloneGeometries {
  readonly #geometries = new Map<Part, BufferGeometry>();

  of(part: Part): BufferGeometry {
    let geometry = this.#geometries.get(part);
    if (!geometry) {
      geometry = ownGeometry(part.geometry, Object.keys(part.geometry.attributes), new BufferGeometry());
      geometry.morphAttributes = copyMorphs(part.geometry);
      geometry.morphTargetsRelative = part.geometry.morphTargetsRelative;
      this.#geometries.set(part, geometry);
    }
    return geometry;
  }

  dispose(): void {
    for (const geometry of this.#geometries.values()) geometry.dispose();
    this.#geometries.clear();
  }
}

/** Adds `character` and `part` to the intersections of the meshes below `root`, as those of the crowd have them. */
export function raycastAs(root: Object3D, character: number): void {
  root.traverse((object) => {
    if (!isSkinnedMesh(object)) return;
    object.raycast = (raycaster, intersects) => {
      const known = intersects.length;
      raycastPosed(object, raycaster, intersects);
      for (const hit of intersects.slice(known)) {
        Object.assign(hit, { character, instanceId: character, part: fileName(object) });
      }
    };
  });
}

/** What clones are made of. */
export interface CloneOptions {
  /** The master scene; cloned, never changed. */
  readonly scene: Object3D;
  readonly castShadow: boolean;
  readonly receiveShadow: boolean;
  createTintedMaterial(part: Part): TintedMaterial;
  /** What brings layers to the copy's bones. */
  readonly layeredRig: LayeredRig;
  /** Shared by all clones that wear the part. */
  geometryOf(part: Part): BufferGeometry;
}

/** A copy of the master scene with a skeleton of its own, reduced to the parts that one character wears. */
export class CharacterClone {
  readonly root: Object3D;
  readonly #layers: LayeredBones;
  readonly #options: CloneOptions;
  readonly #skeletons: readonly Skeleton[];
  readonly #meshes: {
    readonly mesh: SkinnedMesh;
    readonly part: Part;
    readonly tint: Tint;
    /** One for each surface of the part. */
    tinted: readonly TintedMaterial[];
  }[] = [];

  constructor(options: CloneOptions, parts: readonly Pick<PartInUse, 'part' | 'tint'>[]) {
    this.#options = options;
    const worn = new Map(parts.map((entry) => [entry.part.name, entry]));
    const copy = cloneScene(options.scene, (mesh) => worn.has(fileName(mesh)));
    this.root = copy.root;
    this.#layers = new LayeredBones(options.layeredRig, copy.root);
    this.#skeletons = copy.skeletons;
    for (const [original, mesh] of copy.meshes) {
      const { part, tint } = worn.get(fileName(original)) as Pick<PartInUse, 'part' | 'tint'>;
      const tinted = this.#createMaterials(part);
      this.#meshes.push({ mesh, part, tint, tinted });
      mesh.material = asMeshMaterial(tinted);
      castShadowOf(mesh, tinted);
      mesh.geometry = options.geometryOf(part);
      mesh.castShadow = options.castShadow;
      mesh.receiveShadow = options.receiveShadow;
      // three would cull by the bind pose, which is not where the character is; the crowd culls instead.
      mesh.frustumCulled = false;
    }
  }

  /** Number of surfaces. */
  get drawCalls(): number {
    let sum = 0;
    for (const { tinted } of this.#meshes) sum += tinted.length;
    return sum;
  }

  /** Puts feet, head and upper body where the layers of row `i` have them. To be called after the clips have posed it. */
  applyLayers(i: number, seconds: number): void {
    this.#layers.apply(i, seconds);
  }

  tint(colorOf: (tint: Tint) => LinearRgb, opacity: number): void {
    for (const { tint, tinted } of this.#meshes) {
      for (const { setTint, setOpacity } of tinted) {
        setTint(...colorOf(tint));
        setOpacity(opacity);
      }
    }
  }

  /**
   * Takes new geometries, and new materials of the present backend without their tint: a renderer may have rewritten the
   * attributes that it uploaded. A mesh that was given another material keeps it.
   */
  redraw(): void {
    for (const entry of this.#meshes) {
      const { tinted, mesh } = entry;
      entry.tinted = this.#createMaterials(entry.part);
      const isOwn = [mesh.material].flat().every((material, k) => material === tinted[k]?.material);
      if (isOwn) mesh.material = asMeshMaterial(entry.tinted);
      castShadowOf(mesh, entry.tinted);
      for (const each of tinted) disposeTinted(each);
      entry.mesh.geometry = this.#options.geometryOf(entry.part);
    }
  }

  dispose(): void {
    for (const skeleton of this.#skeletons) skeleton.dispose();
    for (const { tinted } of this.#meshes) for (const each of tinted) disposeTinted(each);
  }

  #createMaterials(part: Part): TintedMaterial[] {
    return surfacesOf(part).map((surface) => this.#options.createTintedMaterial(surface.part));
  }
}

/** One pair for all surfaces of a mesh: three takes no more. */
function castShadowOf(mesh: SkinnedMesh, [{ shadow }]: readonly TintedMaterial[]): void {
  if (shadow) castShadowWith(mesh, shadow.depth, shadow.distance);
}

function disposeTinted({ material, shadow }: TintedMaterial): void {
  material.dispose();
  shadow?.depth.dispose();
  shadow?.distance.dispose();
}

/** As three has it: an array for a geometry with groups. */
function asMeshMaterial(tinted: readonly TintedMaterial[]): Material | Material[] {
  return tinted.length === 1 ? tinted[0].material : tinted.map(({ material }) => material);
}
