import type { AnimationGroup } from '@babylonjs/core/Animations/animationGroup.js';
import { AnimatorAvatar } from '@babylonjs/core/Animations/animatorAvatar.js';
import type { AssetContainer } from '@babylonjs/core/assetContainer.js';
import { LoadAssetContainerAsync } from '@babylonjs/core/Loading/sceneLoader.js';
import type { PBRMaterial } from '@babylonjs/core/Materials/PBR/pbrMaterial.js';
import { Color3 } from '@babylonjs/core/Maths/math.color.js';
import { Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import type { Scene } from '@babylonjs/core/scene.js';
import '@babylonjs/loaders/glTF/2.0/index.js';
import { type Character, type CrowdResponse, IDLE_CLIPS, toLeftHanded } from 'three-crowd/protocol';

/**
 * Adds a crowd to a Babylon.js scene, as the interface describes it for clones: one copy of the master file for each
 * character, its parts shown, placed, coloured and set in motion.
 */
export async function addCrowd(
  scene: Scene,
  { characters, shared_parts, assets }: CrowdResponse,
): Promise<TransformNode> {
  const model = await LoadAssetContainerAsync(assets.skeleton_glb, scene);
  const clips = new Map<string, AssetContainer>();
  for (const name of new Set(characters.map(clipOf))) {
    const address = assets.animations[name];
    if (address) clips.set(name, await LoadAssetContainerAsync(address, scene));
  }
  const crowd = new TransformNode('crowd', scene);
  for (const character of characters) {
    const { body_id, face_id, hair_id } = character;
    const worn = new Set([body_id, face_id, hair_id, ...shared_parts]);
    const { rootNodes } = model.instantiateModelsToScene((name) => name, true, {
      doNotInstantiate: true,
      predicate: (part: AbstractMesh) => !part.skeleton || worn.has(part.name),
    });
    const figure = rootNodes[0] as TransformNode;
    const [clip] = clips.get(clipOf(character))?.animationGroups ?? [];
    // Before it is placed: Babylon compares the rest poses in the world.
    if (clip) play(clip, figure, character.phase);
    for (const mesh of figure.getChildMeshes()) if (mesh.skeleton) color(mesh, character);
    place(figure, scene.useRightHandedSystem ? character : toLeftHanded(character));
    figure.parent = crowd;
  }
  return crowd;
}

/** Clips are made for the base mesh, so that they are retargeted. @param phase where to start, as a fraction of the clip */
function play(clip: AnimationGroup, figure: TransformNode, phase: number): void {
  const motion = new AnimatorAvatar('figure', figure).retargetAnimationGroup(clip, {
    fixRootPosition: false,
  });
  motion.start(true);
  motion.goToFrame(motion.from + phase * (motion.to - motion.from));
}

/** The importer has mirrored the figure along Z where the scene is left-handed: `scaling.z` is negative there. */
function place(figure: TransformNode, { x, z, rot_y, scale }: Character): void {
  figure.position.set(x, 0, z);
  figure.rotationQuaternion = Quaternion.RotationAxis(Vector3.Up(), rot_y);
  figure.scaling.scaleInPlace(scale);
}

function color(
  { name, material }: AbstractMesh,
  { body_id, hair_id, garment_hsl, skin_hex, hair_hex }: Character,
): void {
  const tint =
    name === body_id
      ? hslToRgb(...garment_hsl)
      : Color3.FromHexString(name === hair_id ? hair_hex : skin_hex).toLinearSpace();
  (material as PBRMaterial).albedoColor = tint;
}

/** Hue, saturation and lightness, 0 to 1 each, of a colour that is not encoded as sRGB: three's `Color.setHSL`. */
function hslToRgb(hue: number, saturation: number, lightness: number): Color3 {
  const value = lightness + saturation * Math.min(lightness, 1 - lightness);
  return Color3.FromHSV(hue * 360, value === 0 ? 0 : 2 * (1 - lightness / value), value);
}

function clipOf({ anim_clip, idle_variant }: Character) {
  return anim_clip === 'walk' ? 'walk' : IDLE_CLIPS[idle_variant];
}
