import { type BufferGeometry, type Object3D, SkinnedMesh } from 'three';
import { SkeletonUtils } from 'three-stdlib';
import type { Tint } from '../../protocol/index.js';
import type { LinearRgb, PartSource, TintedMaterial } from '../shared/index.js';
import { fileName } from './file-name.js';

/** A part and what tints it. */
export interface WornPart {
  readonly part: PartSource;
  readonly tint: Tint;
}

/** What clones are made of. */
export interface CloneSource {
  /** The master scene; cloned, never changed. */
  readonly scene: Object3D;
  readonly castShadow: boolean;
  readonly receiveShadow: boolean;
  createTintedMaterial(part: PartSource): TintedMaterial;
  /** Shared by all clones that wear the part. */
  geometryOf(part: PartSource): BufferGeometry;
}

/** A copy of the master scene with a skeleton of its own, reduced to the parts that one character wears. */
export class DressedClone {
  readonly root: Object3D;
  readonly #materials: { readonly tint: Tint; readonly tinted: TintedMaterial }[] = [];

  constructor(source: CloneSource, parts: readonly WornPart[]) {
    this.root = SkeletonUtils.clone(source.scene);
    for (const [mesh, { part, tint }] of keepParts(this.root, parts)) {
      const tinted = source.createTintedMaterial(part);
      this.#materials.push({ tint, tinted });
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
    return this.#materials.length;
  }

  tint(colorOf: (tint: Tint) => LinearRgb): void {
    for (const { tint, tinted } of this.#materials) tinted.setTint(...colorOf(tint));
  }

  dispose(): void {
    this.root.traverse((child) => {
      if (child instanceof SkinnedMesh) child.skeleton.dispose();
    });
    for (const { tinted } of this.#materials) tinted.material.dispose();
  }
}

/** Removes every skinned mesh but those that the character wears, and pairs these with their parts. */
function keepParts(root: Object3D, parts: readonly WornPart[]): Map<SkinnedMesh, WornPart> {
  const wanted = new Map(parts.map((entry) => [entry.part.name, entry]));
  const kept = new Map<SkinnedMesh, WornPart>();
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
