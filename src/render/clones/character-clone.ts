import { BufferGeometry, type Object3D, SkinnedMesh } from 'three';
import { SkeletonUtils } from 'three-stdlib';
import type { Tint } from '../../protocol/index.js';
import type { LinearRgb, Part } from '../characters/index.js';
import { ownGeometry, type TintedMaterial } from '../drawing/index.js';

/** An object's name in the file: the loader rewrites names that three's paths cannot hold, and keeps the file's own. */
export function fileName({ name, userData }: Object3D): string {
  const own: unknown = userData['name'];
  return typeof own === 'string' ? own : name;
}

/** The geometries that clones draw: one a part, shared by all clones that wear it. */
export class CloneGeometries {
  readonly #geometries = new Map<Part, BufferGeometry>();

  of(part: Part): BufferGeometry {
    let geometry = this.#geometries.get(part);
    if (!geometry) {
      geometry = ownGeometry(part.geometry, Object.keys(part.geometry.attributes), new BufferGeometry());
      this.#geometries.set(part, geometry);
    }
    return geometry;
  }

  dispose(): void {
    for (const geometry of this.#geometries.values()) geometry.dispose();
    this.#geometries.clear();
  }
}

/**
 * Makes what rays meet below `root` say which character and part it is, as a hit of the crowd does. Spheres are measured
 * anew for each ray: three keeps the one of the first pose that it was asked about.
 */
export function raycastAs(root: Object3D, character: number): void {
  root.traverse((object) => {
    if (!(object instanceof SkinnedMesh)) return;
    object.raycast = (raycaster, intersects) => {
      const known = intersects.length;
      object.computeBoundingSphere();
      SkinnedMesh.prototype.raycast.call(object, raycaster, intersects);
      for (const hit of intersects.slice(known)) {
        Object.assign(hit, { character, instanceId: character, part: fileName(object) });
      }
    };
  });
}

/** A part and what tints it. */
export interface TintedPart {
  readonly part: Part;
  readonly tint: Tint;
}

/** What clones are made of. */
export interface CloneOptions {
  /** The master scene; cloned, never changed. */
  readonly scene: Object3D;
  readonly castShadow: boolean;
  readonly receiveShadow: boolean;
  createTintedMaterial(part: Part): TintedMaterial;
  /** Shared by all clones that wear the part. */
  geometryOf(part: Part): BufferGeometry;
}

/** A copy of the master scene with a skeleton of its own, reduced to the parts that one character wears. */
export class CharacterClone {
  readonly root: Object3D;
  readonly #options: CloneOptions;
  readonly #meshes: {
    readonly mesh: SkinnedMesh;
    readonly part: Part;
    readonly tint: Tint;
    tinted: TintedMaterial;
  }[] = [];

  constructor(source: CloneOptions, parts: readonly TintedPart[]) {
    this.#options = source;
    this.root = SkeletonUtils.clone(source.scene);
    for (const [mesh, { part, tint }] of keepParts(this.root, parts)) {
      const tinted = source.createTintedMaterial(part);
      this.#meshes.push({ mesh, part, tint, tinted });
      mesh.material = tinted.material;
      mesh.geometry = source.geometryOf(part);
      mesh.castShadow = source.castShadow;
      mesh.receiveShadow = source.receiveShadow;
      // three would cull by the bind pose, which is not where the character is.
      mesh.frustumCulled = false;
    }
  }

  /** Number of meshes. */
  get drawCalls(): number {
    return this.#meshes.length;
  }

  tint(colorOf: (tint: Tint) => LinearRgb): void {
    for (const { tint, tinted } of this.#meshes) tinted.setTint(...colorOf(tint));
  }

  /**
   * Takes new geometries, and new materials of the present backend without their tint: a renderer may have rewritten the
   * attributes that it uploaded. A mesh that was given another material keeps it.
   */
  redraw(): void {
    for (const entry of this.#meshes) {
      const { material } = entry.tinted;
      entry.tinted = this.#options.createTintedMaterial(entry.part);
      if (entry.mesh.material === material) entry.mesh.material = entry.tinted.material;
      material.dispose();
      entry.mesh.geometry = this.#options.geometryOf(entry.part);
    }
  }

  dispose(): void {
    this.root.traverse((child) => {
      if (child instanceof SkinnedMesh) child.skeleton.dispose();
    });
    for (const { tinted } of this.#meshes) tinted.material.dispose();
  }
}

/** Removes every skinned mesh but those that the character wears, and pairs these with their parts. */
function keepParts(root: Object3D, parts: readonly TintedPart[]): Map<SkinnedMesh, TintedPart> {
  const wanted = new Map(parts.map((entry) => [entry.part.name, entry]));
  const kept = new Map<SkinnedMesh, TintedPart>();
  const others: Object3D[] = [];
  root.traverse((object) => {
    if (!(object instanceof SkinnedMesh)) return;
    const entry = wanted.get(fileName(object));
    if (entry) kept.set(object, entry);
    else others.push(object);
  });
  for (const other of others) other.removeFromParent();
  return kept;
}
