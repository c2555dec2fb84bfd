import { type Bone, type Object3D, Skeleton, type SkinnedMesh } from 'three';

export interface SceneCopy {
  readonly root: Object3D;
  readonly objects: ReadonlyMap<Object3D, Object3D>;
  /** Copies of the wanted skinned meshes, in the same order. */
  readonly meshes: readonly SkinnedMesh[];
  /** One skeleton for all meshes with the same bones; a renderer updates each once a frame. */
  readonly skeletons: readonly Skeleton[];
}

/**
 * A copy of a scene with a skeleton of its own and only the requested skinned meshes. Geometries and
 * materials are shared with the original.
 *
 * `SkeletonUtils.clone` copies everything, and gives each mesh a skeleton: for a character of 6 parts out of 30 that is
 * 24 meshes to remove again, and 6 bone textures to compute and upload each frame instead of 1.
 *
 * @param wanted meshes of the scene, told by identity: several may have one name
 */
export function cloneScene(scene: Object3D, wanted: readonly SkinnedMesh[]): SceneCopy {
  const objects = new Map<Object3D, Object3D>();
  const root = copyTree(scene, objects);
  const skeletons: { readonly original: Skeleton; readonly copy: Skeleton }[] = [];
  const meshes = wanted.map((original) => {
    const copy = original.clone(false);
    (objects.get(original.parent as Object3D) ?? root).add(copy);
    let entry = skeletons.find((known) => areEqual(known.original, original.skeleton));
    if (!entry) {
      entry = { original: original.skeleton, copy: copySkeleton(original.skeleton, objects) };
      skeletons.push(entry);
    }
    copy.bind(entry.copy, original.bindMatrix);
    return copy;
  });
  return { root, objects, meshes, skeletons: skeletons.map(({ copy }) => copy) };
}

/** Checks the flag, since the page's loader may come with another copy of three. */
function isSkinnedMesh(object: Object3D): object is SkinnedMesh {
  return (object as Partial<SkinnedMesh>).isSkinnedMesh === true;
}

function copyTree(source: Object3D, copies: Map<Object3D, Object3D>): Object3D {
  const copy = source.clone(false);
  copies.set(source, copy);
  for (const child of source.children) {
    if (!isSkinnedMesh(child)) copy.add(copyTree(child, copies));
  }
  return copy;
}

function copySkeleton({ bones, boneInverses }: Skeleton, objects: ReadonlyMap<Object3D, Object3D>): Skeleton {
  return new Skeleton(
    bones.map((bone) => (objects.get(bone) ?? bone) as Bone),
    boneInverses,
  );
}

/** True if two skeletons move their meshes in the same way. */
function areEqual(a: Skeleton, b: Skeleton): boolean {
  return (
    a === b ||
    (a.bones.length === b.bones.length &&
      a.bones.every((bone, k) => bone === b.bones[k]) &&
      a.boneInverses.every((inverse, k) => inverse.equals(b.boneInverses[k])))
  );
}
