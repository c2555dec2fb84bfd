import {
  AnimationClip,
  AnimationMixer,
  Group,
  QuaternionKeyframeTrack,
  type SkinnedMesh,
  VectorKeyframeTrack,
} from 'three';
import type { CrowdAssets } from 'three-crowd';
import { SkeletonUtils } from 'three-stdlib';
import { openGlb, readClipGlb, readSkeleton } from '../../../src/gltf/index.js';
import { type Assets, type Character, IDLE_CLIPS } from '../../../src/protocol/index.js';
import { type Clip, retargetClip } from '../../../src/rig/index.js';
import { numbersOf, worldVertices } from '../skinned-meshes.js';

/** The clip that a character plays at spawn. */
export function spawnClip({ anim_clip, idle_variant, clip, walk_clip = 'walk' }: Character): string {
  return anim_clip === 'walk' ? walk_clip : (clip ?? IDLE_CLIPS[idle_variant]);
}

/** A clip of a service, retargeted onto the skeleton of its characters. */
export async function loadClip(
  { animations, rest_reference_glb: rest }: Pick<Assets, 'animations' | 'rest_reference_glb'>,
  { skeleton, boneTexture }: Pick<CrowdAssets, 'skeleton' | 'boneTexture'>,
  name: string,
): Promise<Clip> {
  const read = async (url = ''): Promise<Uint8Array> =>
    new Uint8Array(await (await fetch(url)).arrayBuffer());
  const clips = await readClipGlb(await read(animations[name]), name);
  const clip = clips.find((each) => each.name === name) ?? clips[0];
  const source = readSkeleton(openGlb(await read(rest), 'rest')).skeleton;
  const { retarget: convention = 'pose-matched' } = boneTexture.manifest;
  return retargetClip({ ...clip, name }, source, skeleton, { convention }).clip;
}

/** A retargeted clip as three plays it on a copy of the file that the assets come from. */
export function toThreeClip(
  { skeleton, bones }: Pick<CrowdAssets, 'skeleton' | 'bones'>,
  { name, duration, tracks }: Clip,
): AnimationClip {
  const objects = new Map(skeleton.names.map((bone, i) => [bone, bones[i].name]));
  return new AnimationClip(
    name,
    duration,
    tracks.map(({ bone, path, times, values }) =>
      path === 'rotation'
        ? new QuaternionKeyframeTrack(`${objects.get(bone)}.quaternion`, times, values)
        : new VectorKeyframeTrack(
            `${objects.get(bone)}.${path === 'scale' ? 'scale' : 'position'}`,
            times,
            values,
          ),
    ),
  );
}

/**
 * three's own answer: where the vertices of a part of a loaded crowd are for one character at a fraction of its clip,
 * in the crowd's space, by a cloned skeleton, an `AnimationMixer` and `SkinnedMesh`.
 */
export function posedByThree(
  assets: CrowdAssets,
  clip: Clip,
  part: string,
  character: Character,
  fraction: number,
): Float32Array {
  const root = SkeletonUtils.clone(assets.scene);
  const holder = new Group();
  holder.position.set(character.x, 0, character.z);
  holder.rotation.y = character.rot_y;
  holder.scale.setScalar(character.scale);
  holder.add(root);
  const mixer = new AnimationMixer(root);
  const action = mixer.clipAction(toThreeClip(assets, clip)).play();
  action.time = (fraction - Math.floor(fraction)) * clip.duration;
  mixer.update(0);
  holder.updateMatrixWorld(true);
  const mesh = root.getObjectByName(part) as SkinnedMesh;
  return numbersOf(worldVertices(mesh));
}
