import { type AnimationClip, BufferGeometry, Group, type Material, type Object3D, SkinnedMesh } from 'three';
import { SkeletonUtils } from 'three-stdlib';
import type { ClipInfo, Tint } from '../../protocol/index.js';
import {
  type CrowdFrame,
  type LinearRgb,
  ownGeometry,
  type PartSource,
  type TintedMaterial,
} from '../shared/index.js';
import { ClonedCharacter } from './cloned-character.js';

/** One character as the clone tier needs it. */
export interface CloneSource {
  readonly parts: readonly { part: PartSource; tint: Tint }[];
  readonly place: readonly [x: number, y: number, z: number];
  /** Radians about Y. */
  readonly heading: number;
  readonly scale: number;
  readonly colors: Readonly<Record<Tint, LinearRgb>>;
  readonly clip: AnimationClip;
  readonly info: ClipInfo;
  /** Crowd seconds at which the clip stood at its beginning. */
  readonly start: number;
  readonly speed: number;
}

export interface ClonedCrowdData {
  /** The master scene; cloned, never changed. */
  readonly scene: Object3D;
  readonly characters: readonly CloneSource[];
  readonly castShadow: boolean;
  readonly receiveShadow: boolean;
  createTintedMaterial(part: PartSource): TintedMaterial;
}

export interface ClonedCrowd {
  /** One skeleton a character, to be put under the crowd. */
  readonly object: Object3D;
  /** Draws of the colour pass: one for each part of each character. */
  readonly drawCalls: number;
  update(frame: CrowdFrame): void;
  dispose(): void;
}

/** One cloned skeleton and mixer a character: dear, but every bone is a real object. For small crowds. */
export function createClonedCrowd(data: ClonedCrowdData): ClonedCrowd {
  const object = new Group();
  const geometries = new Map<PartSource, BufferGeometry>();
  const materials: Material[] = [];
  const characters = data.characters.map((source) => {
    const root = SkeletonUtils.clone(data.scene);
    const meshes = keepParts(root, source.parts);
    for (const [mesh, { part, tint }] of meshes) {
      const tinted = data.createTintedMaterial(part);
      tinted.setTint(...source.colors[tint]);
      materials.push(tinted.material);
      mesh.material = tinted.material;
      mesh.geometry = geometryOf(part, geometries);
      mesh.castShadow = data.castShadow;
      mesh.receiveShadow = data.receiveShadow;
      // three would cull by the bind pose, which is not where the character is.
      mesh.frustumCulled = false;
    }
    const holder = new Group();
    holder.position.set(...source.place);
    holder.rotation.y = source.heading;
    holder.scale.setScalar(source.scale);
    holder.add(root);
    object.add(holder);
    return new ClonedCharacter(root, source.clip, source.info, source.start, source.speed);
  });
  return {
    object,
    drawCalls: materials.length,
    update: ({ seconds }) => {
      for (const character of characters) character.setTime(seconds);
    },
    dispose: () => {
      for (const character of characters) {
        character.dispose();
        character.root.traverse((child) => {
          if (child instanceof SkinnedMesh) child.skeleton.dispose();
        });
      }
      for (const material of materials) material.dispose();
      for (const geometry of geometries.values()) geometry.dispose();
    },
  };
}

/** Removes every skinned mesh but those that the character wears, and pairs these with their parts. */
function keepParts<T extends { part: PartSource }>(root: Object3D, parts: readonly T[]): Map<SkinnedMesh, T> {
  const wanted = new Map(parts.map((entry) => [entry.part.name, entry]));
  const kept = new Map<SkinnedMesh, T>();
  const others: Object3D[] = [];
  root.traverse((object) => {
    if (!(object instanceof SkinnedMesh)) return;
    const own: unknown = object.userData['name'];
    const entry = wanted.get(typeof own === 'string' ? own : object.name);
    if (entry) kept.set(object, entry);
    else others.push(object);
  });
  for (const other of others) other.removeFromParent();
  return kept;
}

function geometryOf(part: PartSource, geometries: Map<PartSource, BufferGeometry>): BufferGeometry {
  let geometry = geometries.get(part);
  if (!geometry) {
    geometry = ownGeometry(part.geometry, Object.keys(part.geometry.attributes), new BufferGeometry());
    geometries.set(part, geometry);
  }
  return geometry;
}
