import {
  BufferGeometry,
  type Material,
  Matrix4,
  type Object3D,
  type Skeleton,
  type SkinnedMesh,
} from 'three';
import { AFFINE_SIZE } from '../../math/index.js';
import type { Tint } from '../../protocol/index.js';
import { type LinearRgb, meshNameAt, type Part, type TintedPart } from '../characters/index.js';
import {
  castShadowWith,
  copyMorphs,
  ownGeometry,
  type RenewMaterial,
  removeMorphs,
  surfacesOf,
  type TintedMaterial,
} from '../drawing/index.js';
import { affineToMatrix } from '../poses/index.js';
import { cloneScene } from './clone-scene.js';
import { LayeredBones, type LayeredRig } from './layered-bones.js';
import { raycastPosed } from './three-internals.js';

/** The geometries that clones draw: one for each part, shared by all clones that wear it. */
export class CloneGeometries {
  readonly #geometries = new Map<Part, BufferGeometry>();

  of(part: Part): BufferGeometry {
    let geometry = this.#geometries.get(part);
    if (!geometry) {
      geometry = ownGeometry(part.geometry, Object.keys(part.geometry.attributes), new BufferGeometry());
      geometry.morphAttributes = copyMorphs(part.geometry);
      geometry.morphTargetsRelative = part.geometry.morphTargetsRelative;
      if (part.morphWeights?.some((weight) => weight !== 0)) removeMorphs(geometry, part.morphWeights);
      this.#geometries.set(part, geometry);
    }
    return geometry;
  }

  dispose(): void {
    for (const geometry of this.#geometries.values()) geometry.dispose();
    this.#geometries.clear();
  }
}

/** Materials and geometries of clones for one renderer. */
export interface CloneSurfaces {
  createTintedMaterial(part: Part): TintedMaterial;
  /** Shared by all clones that wear the part. */
  geometryOf(part: Part): BufferGeometry;
}

export interface CloneOptions extends CloneSurfaces {
  readonly renewMaterial: RenewMaterial;
  /** The master scene; cloned, never changed. */
  readonly scene: Object3D;
  /** @default as each part's mesh */
  readonly castShadow: boolean | undefined;
  /** @default as each part's mesh */
  readonly receiveShadow: boolean | undefined;
  /** Applies layers to the bones of the copy. */
  readonly layeredRig: LayeredRig;
}

interface CloneMesh {
  readonly mesh: SkinnedMesh;
  readonly part: Part;
  readonly tint: Tint;
  /** Materials of the part's surfaces, by the {@link CloneSurfaces} that made them. */
  readonly tintedBy: Map<CloneSurfaces, readonly TintedMaterial[]>;
}

/** A copy of the master scene with a skeleton of its own, reduced to the parts that one character wears. */
export class CharacterClone {
  readonly root: Object3D;
  /** The copies of the master scene's objects. */
  readonly objects: ReadonlyMap<Object3D, Object3D>;
  readonly #layers: LayeredBones;
  readonly #options: CloneOptions;
  readonly #skeletons: readonly Skeleton[];
  /** Of each skeleton as it is without a build. */
  readonly #boneInverses: readonly (readonly Matrix4[])[];
  #build: number | undefined;
  readonly #meshes: CloneMesh[] = [];
  /** The materials and geometries in use. */
  #surfaces: CloneSurfaces;

  constructor(options: CloneOptions, parts: readonly TintedPart[]) {
    this.#options = options;
    this.#surfaces = options;
    const copy = cloneScene(
      options.scene,
      parts.map(({ part }) => part.mesh),
    );
    this.root = copy.root;
    this.objects = copy.objects;
    this.#layers = new LayeredBones(options.layeredRig, copy.objects);
    this.#skeletons = copy.skeletons;
    this.#boneInverses = copy.skeletons.map(({ boneInverses }) => boneInverses);
    parts.forEach(({ part, tint }, k) => {
      const mesh = copy.meshes[k];
      mesh.morphTargetInfluences &&= mesh.morphTargetInfluences.map((_, k) => part.morphWeights?.[k] ?? 0);
      const entry = { mesh, part, tint, tintedBy: new Map() };
      this.#meshes.push(entry);
      assignMaterials(entry, options);
      mesh.castShadow = options.castShadow ?? part.mesh.castShadow;
      mesh.receiveShadow = options.receiveShadow ?? part.mesh.receiveShadow;
      // three would cull by the bind pose, which is not where the character is; the crowd culls instead.
      mesh.frustumCulled = false;
    });
  }

  get drawCalls(): number {
    let sum = 0;
    for (const { tintedBy } of this.#meshes) sum += tintedBy.get(this.#surfaces)?.length ?? 0;
    return sum;
  }

  /**
   * Applies the build of row `i`, and its layers to feet, head and upper body. Call it after the clips have posed the clone.
   */
  applyRow(i: number, seconds: number): void {
    this.#stretch(this.#options.layeredRig.table.build(i));
    this.#layers.apply(i, seconds);
  }

  /** Adds `character` and `part` to the intersections of the meshes, as those of the crowd have them. */
  raycastAs(character: number): void {
    for (const { mesh, part } of this.#meshes) {
      mesh.raycast = (raycaster, intersects) => {
        const known = intersects.length;
        raycastPosed(mesh, raycaster, intersects);
        for (const hit of intersects.slice(known)) {
          const name = meshNameAt(part, hit.face?.a ?? 0);
          Object.assign(hit, { character, instanceId: character, part: name });
        }
      };
    }
  }

  tint(colorOf: (tint: Tint) => LinearRgb, opacity: number, textureCell: number): void {
    for (const { tint, tintedBy } of this.#meshes) {
      for (const tinted of tintedBy.values()) {
        for (const { setTint, setOpacity, setTextureCell } of tinted) {
          setTint(...colorOf(tint));
          setOpacity(opacity);
          setTextureCell(textureCell);
        }
      }
    }
  }

  /**
   * Assigns the geometries and materials of a renderer; new materials have no tint yet. A mesh whose material the page has
   * replaced keeps that one.
   */
  showWith(surfaces: CloneSurfaces): void {
    if (surfaces === this.#surfaces) return;
    for (const entry of this.#meshes) {
      const { material } = entry.mesh;
      const isOwn = hasMaterials(entry, this.#surfaces);
      assignMaterials(entry, surfaces);
      if (!isOwn) entry.mesh.material = material;
    }
    this.#surfaces = surfaces;
  }

  /** Frees the materials of a further renderer, and its copies of the bones. */
  forget(surfaces: CloneSurfaces): void {
    // three makes the bone textures again for skeletons that are still drawn.
    for (const skeleton of this.#skeletons) skeleton.dispose();
    for (const { tintedBy } of this.#meshes) {
      for (const each of tintedBy.get(surfaces) ?? []) disposeTinted(each);
      tintedBy.delete(surfaces);
    }
  }

  /**
   * Replaces all geometries by new ones, since a renderer may have rewritten the attributes that it uploaded, and has the
   * materials drawn as the present backend does. What the page has set on meshes and materials stays, unless the backend is of
   * another kind. The materials have no tint then.
   */
  redraw(): void {
    for (const entry of this.#meshes) {
      const { mesh, part, tintedBy } = entry;
      const { material } = mesh;
      const isOwn = hasMaterials(entry, this.#surfaces);
      const old = tintedBy.get(this.#options);
      const tinted = surfacesOf(part).map((surface, k) => {
        const fresh = this.#options.createTintedMaterial(surface.part);
        const own = old?.[k].material;
        const isRenewed = own && this.#options.renewMaterial(own, fresh.material, [material].flat());
        return isRenewed ? { ...fresh, material: own } : fresh;
      });
      // three makes what it needs of those that stay again.
      for (const each of [...tintedBy.values()].flat()) disposeTinted(each);
      tintedBy.clear();
      tintedBy.set(this.#options, tinted);
      assignMaterials(entry, this.#options);
      if (!isOwn) mesh.material = material;
    }
    this.#surfaces = this.#options;
  }

  dispose(): void {
    for (const skeleton of this.#skeletons) skeleton.dispose();
    for (const { tintedBy } of this.#meshes)
      for (const each of [...tintedBy.values()].flat()) disposeTinted(each);
  }

  /** Stretches the vertices of each bone as a build says. */
  #stretch(number: number): void {
    const { joints, builds } = this.#options.layeredRig;
    if (!builds || number === this.#build) return;
    this.#build = number;
    const { stretches } = builds[number];
    const bones = joints.map((joint) => this.objects.get(joint));
    for (const [s, skeleton] of this.#skeletons.entries()) {
      // three shares the list with the original.
      skeleton.boneInverses = this.#boneInverses[s].map((inverse, k) => {
        const joint = bones.indexOf(skeleton.bones[k]);
        if (joint < 0) return inverse;
        return affineToMatrix(stretches, joint * AFFINE_SIZE, new Matrix4()).multiply(inverse);
      });
    }
  }
}

function assignMaterials({ mesh, part, tintedBy }: CloneMesh, surfaces: CloneSurfaces): void {
  const tinted =
    tintedBy.get(surfaces) ?? surfacesOf(part).map((surface) => surfaces.createTintedMaterial(surface.part));
  tintedBy.set(surfaces, tinted);
  mesh.material = asMeshMaterial(tinted);
  castShadowOf(mesh, tinted);
  mesh.geometry = surfaces.geometryOf(part);
}

/** True if a mesh has the materials of `surfaces`, and the page has not replaced them. */
function hasMaterials({ mesh, tintedBy }: CloneMesh, surfaces: CloneSurfaces): boolean {
  const tinted = tintedBy.get(surfaces);
  return [mesh.material].flat().every((material, k) => material === tinted?.[k]?.material);
}

/** Sets one pair of shadow materials for all surfaces of a mesh: three takes no more. */
function castShadowOf(mesh: SkinnedMesh, [{ shadow }]: readonly TintedMaterial[]): void {
  if (shadow) castShadowWith(mesh, shadow.depth, shadow.distance);
}

function disposeTinted({ material, shadow }: TintedMaterial): void {
  material.dispose();
  shadow?.depth.dispose();
  shadow?.distance.dispose();
}

/** Material of a mesh as three takes it: an array for a geometry with groups. */
function asMeshMaterial(tinted: readonly TintedMaterial[]): Material | Material[] {
  return tinted.length === 1 ? tinted[0].material : tinted.map(({ material }) => material);
}
