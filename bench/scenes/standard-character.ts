import {
  type AnimationClip,
  BufferAttribute,
  type BufferGeometry,
  Color,
  type MeshStandardMaterial,
  type Object3D,
  SkinnedMesh,
} from 'three';
import { clone } from 'three/addons/utils/SkeletonUtils.js';
import type { Character } from 'three-crowd';
import type { CrowdAssets } from 'three-crowd/assets';
import { CloneClips } from '../../src/render/clones/clone-clips.js';

/** One dressed character of the sample kit in a form that every engine can load: vertex colours, one clip. */
export interface StandardCharacter {
  readonly character: Character;
  /** Body, face, hair, eyes, hands and feet, in metres, with feet at the origin, facing +Z. */
  readonly scene: Object3D;
  /** Walking, in place. */
  readonly clip: AnimationClip;
}

export async function createStandardCharacter(
  assets: CrowdAssets,
  character: Character,
  sharedParts: readonly string[],
): Promise<StandardCharacter> {
  const scene = clone(assets.scene);
  const skin = new Color(character.skin_hex);
  const tints = new Map<string, Color>([
    [character.body_id, new Color().setHSL(...character.garment_hsl)],
    [character.hair_id, new Color(character.hair_hex)],
    [character.face_id, skin],
    ...sharedParts.map((part) => [part, skin] as const),
  ]);
  const meshes = removeOtherParts(scene, new Set(tints.keys()));
  for (const mesh of meshes) {
    const part = assets.parts.get(mesh.name);
    mesh.geometry = tintVertices(mesh.geometry, tints.get(mesh.name) as Color, part?.tintMask === true);
    mesh.material = (mesh.material as MeshStandardMaterial).clone();
  }
  scene.updateMatrixWorld(true);
  return { character, scene, clip: walkOf(assets) };
}

/**
 * Copies the character with its own geometries and materials: WebGPURenderer rewrites arrays that it would
 * share with WebGLRenderer.
 */
export function copyCharacter({ scene }: StandardCharacter): Object3D {
  const copy = clone(scene);
  for (const mesh of meshesOf(copy)) {
    mesh.geometry = mesh.geometry.clone();
    mesh.material = (mesh.material as MeshStandardMaterial).clone();
  }
  copy.updateMatrixWorld(true);
  return copy;
}

export function meshesOf(scene: Object3D): SkinnedMesh[] {
  const meshes: SkinnedMesh[] = [];
  scene.traverse((object) => {
    if (object instanceof SkinnedMesh) meshes.push(object);
  });
  return meshes;
}

/** Removes all parts but the named ones. */
function removeOtherParts(scene: Object3D, names: ReadonlySet<string>): SkinnedMesh[] {
  const all = meshesOf(scene);
  for (const mesh of all) if (!names.has(mesh.name)) mesh.removeFromParent();
  const kept = all.filter((mesh) => names.has(mesh.name));
  if (kept.length !== names.size) throw new Error(`The kit lacks some of ${[...names].join(', ')}.`);
  return kept;
}

/** Applies the tint of three-crowd to the vertex colours. Alpha is the mask, if there is one. */
function tintVertices(geometry: BufferGeometry, tint: Color, isMasked: boolean): BufferGeometry {
  const tinted = geometry.clone();
  const source = geometry.getAttribute('color');
  const colors = new Float32Array(geometry.getAttribute('position').count * 3);
  for (let i = 0; i < colors.length / 3; i++) {
    const share = isMasked && source ? source.getW(i) : 1;
    const vertex = source ? [source.getX(i), source.getY(i), source.getZ(i)] : [1, 1, 1];
    colors.set(
      [tint.r, tint.g, tint.b].map((channel, c) => vertex[c] * (1 + (channel - 1) * share)),
      i * 3,
    );
  }
  return tinted.setAttribute('color', new BufferAttribute(colors, 3));
}

function walkOf({ boneTexture, skin, bones }: CrowdAssets): AnimationClip {
  const joints = Array.from(skin.joints, (bone) => bones[bone]);
  return new CloneClips(boneTexture, skin, { joints, builds: undefined }).get(
    boneTexture.manifest.walkClip,
    0,
  ).animations[0];
}
