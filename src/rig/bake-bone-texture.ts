import { BoneTextureError, RigError } from '../errors/index.js';
import { AFFINE_SIZE } from '../math/index.js';
import type { ClipInfo } from '../protocol/index.js';
import { type BoneTexture, fitBoneTexture } from './bone-texture.js';
import type { Clip } from './clip.js';
import { skinMatrices } from './pose-matrices.js';
import { samplePose } from './sample-pose.js';
import type { Skeleton, Skin } from './skeleton.js';
import { jointVertices, padBounds, type SkinnedVertices, skinnedBounds } from './skinned-bounds.js';

/** How clips are baked. */
export interface BakeOptions {
  /**
   * Frames a second.
   * @default 30
   */
  readonly fps?: number;
  /** The parts that clips' bounds are measured on. Without them, boxes are the joints' with room to spare. */
  readonly vertices?: readonly SkinnedVertices[];
  /** Told after each clip how much is done, up to 1. */
  onProgress?(fraction: number): void;
}

/**
 * Bakes clips, already on this skeleton, into a bone texture.
 *
 * A loop of d seconds gets round(d · fps) frames, at least one, and its last leads back to its first. Any other clip gets
 * one more, which is its end and is held. Both span their frames evenly and play at `frameCount / fps`, so that a loop
 * whose length is no whole number of frames is stretched by less than one, and its ground speed with it.
 *
 * @throws {RigError} where there is no clip, two share a name or one is malformed
 * @throws {BoneTextureError} where `fps` is not positive, or the frames do not fit a texture of 4096 × 4096 texels
 */
export function bakeBoneTexture(
  skeleton: Skeleton,
  skin: Skin,
  clips: readonly Clip[],
  options: BakeOptions = {},
): BoneTexture {
  const { fps = 30, vertices, onProgress } = options;
  const clipInfo = layOutClips(clips, fps);
  const nBones = skin.joints.length;
  const frames = clipInfo.reduce((sum, clip) => sum + clip.frameCount, 0);
  const { texWidth, texHeight } = fitBoneTexture(frames, nBones);
  const data = new Float32Array(texWidth * texHeight * 4);
  const pose = new Float64Array(skeleton.rest.length);
  const joints = vertices ? [] : [jointVertices(skin)];

  clips.forEach((clip, index) => {
    const info = clipInfo[index];
    const { startFrame, frameCount } = info;
    for (let frame = 0; frame < frameCount; frame++) {
      samplePose(skeleton, clip, frameTime(clip, frameCount, frame), pose);
      skinMatrices(skeleton, skin, pose, data, (startFrame + frame) * nBones * AFFINE_SIZE);
    }
    info.bounds = vertices
      ? skinnedBounds(data, nBones, startFrame, frameCount, vertices)
      : padBounds(skinnedBounds(data, nBones, startFrame, frameCount, joints));
    onProgress?.((startFrame + frameCount) / frames);
  });

  return {
    manifest: {
      version: 1,
      layout: 'affine3x4',
      texWidth,
      texHeight,
      nBones,
      bakeFps: fps,
      boneNames: Array.from(skin.joints, (bone) => skeleton.names[bone]),
      clipInfo,
      walkClip: clips.findIndex((clip) => clip.name === 'walk'),
    },
    data,
  };
}

/** The clip's time, in seconds, that a frame shows. */
export function frameTime(clip: Clip, frameCount: number, frame: number): number {
  const steps = clip.loop ? frameCount : Math.max(1, frameCount - 1);
  return (frame / steps) * clip.duration;
}

function layOutClips(clips: readonly Clip[], fps: number): ClipInfo[] {
  if (!(fps > 0 && Number.isFinite(fps))) {
    throw new BoneTextureError(
      `The rate fps is ${fps}. Give a positive number of frames a second.`,
      'bakeFps',
    );
  }
  if (clips.length === 0) throw new RigError('There are no clips to bake. Pass at least one.');
  refuseSameNames(clips);
  let startFrame = 0;
  return clips.map((clip) => {
    const { name, duration, loop, speed = 0 } = clip;
    if (!(duration >= 0 && Number.isFinite(duration))) {
      throw new RigError(`Clip "${name}" lasts ${duration} s. Give it a length of 0 or more.`);
    }
    const steps = Math.max(1, Math.round(duration * fps));
    const frameCount = loop ? steps : steps + 1;
    const info: ClipInfo = {
      name,
      startFrame,
      frameCount,
      duration: frameCount / fps,
      loop,
      speed: (speed * duration * fps) / steps,
    };
    startFrame += frameCount;
    return info;
  });
}

/** @throws {RigError} where two clips share a name */
export function refuseSameNames(clips: readonly { readonly name: string }[]): void {
  const names = clips.map(({ name }) => name);
  const again = names.find((name, index) => names.indexOf(name) !== index);
  if (again === undefined) return;
  throw new RigError(`Two clips are called "${again}". Rename one, since characters ask for clips by name.`);
}
