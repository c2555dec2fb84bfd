import { BoneTextureError, RigError } from '../errors/index.js';
import { AFFINE_SIZE } from '../math/index.js';
import type { ClipInfo } from '../protocol/index.js';
import { type BoneTexture, fitBoneTexture, frameEnd, storedFrames } from './bone-texture.js';
import type { Clip } from './clip.js';
import { countSteps, endsElsewhere, isStepped } from './clip-frames.js';
import { skinMatrices } from './pose-matrices.js';
import { sampleOnce } from './sample-pose.js';
import type { Skeleton, Skin } from './skeleton.js';
import { jointVertices, padBounds, type SkinnedVertices, skinnedBounds } from './skinned-bounds.js';

/** Options of {@link bakeBoneTexture}. */
export interface BakeOptions {
  /**
   * Frames a second.
   * @default 30
   */
  readonly fps?: number;
  /**
   * Bakes each clip at a rate of its own, at which frames meet keys that `fps` would miss, in its exact length, and stores
   * the end of each loop that ends in another pose than it begins. For textures that are not written to files, where all clips
   * have one rate.
   * @default false
   */
  readonly atKeys?: boolean;
  /** Meshes that the clips' bounds are measured on. @default the joints, padded by 0.3 m */
  readonly vertices?: readonly SkinnedVertices[];
  /** Called after each clip with the progress, 0 to 1. */
  onProgress?(fraction: number): void;
}

/** Delay at which clips with steps are sampled, seconds. */
const STEP_DELAY = 1e-5;

/**
 * Bakes clips of this skeleton into a bone texture.
 *
 * A loop of d seconds gets round(d · fps) frames, at least one; its last frame is followed by its first. Any other clip
 * gets one more frame for its end. Frames are evenly spaced and play at `frameCount / fps`. A loop of a
 * fractional number of frames is stretched by less than one frame, and its ground speed is scaled with it. With
 * `atKeys`, clips have their own lengths, and as many frames as their keys need.
 *
 * @throws {RigError} if there are no clips, two have the same name or one is malformed
 * @throws {BoneTextureError} if `fps` is not positive, or the frames do not fit into 4096 × 4096 texels
 */
export function bakeBoneTexture(
  skeleton: Skeleton,
  skin: Skin,
  clips: readonly Clip[],
  options: BakeOptions = {},
): BoneTexture {
  const { fps = 30, vertices, onProgress, atKeys = false } = options;
  const nBones = skin.joints.length;
  const clipInfo = layOutClips(clips, fps, atKeys ? skeleton : undefined);
  const frames = frameEnd(clipInfo);
  const { texWidth, texHeight } = fitBoneTexture(frames, nBones);
  const data = new Float32Array(texWidth * texHeight * 4);
  const pose = new Float64Array(skeleton.rest.length);
  const joints = vertices ? [] : [jointVertices(skin)];

  clips.forEach((clip, index) => {
    const info = clipInfo[index];
    const { startFrame, frameCount } = info;
    const stored = storedFrames(info);
    // Keys are single precision, so that one may lie right behind its frame.
    const late = clip.tracks.some(({ interpolation }) => interpolation === 'STEP') ? STEP_DELAY : 0;
    for (let frame = 0; frame < stored; frame++) {
      sampleOnce(skeleton, clip, frameTime(clip, frameCount, frame) + late, pose);
      skinMatrices(skeleton, skin, pose, data, (startFrame + frame) * nBones * AFFINE_SIZE);
    }
    info.bounds = vertices
      ? skinnedBounds(data, nBones, startFrame, stored, vertices)
      : padBounds(skinnedBounds(data, nBones, startFrame, stored, joints));
    onProgress?.((startFrame + stored) / frames);
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

/** Returns the clip time of a frame, seconds. */
export function frameTime(clip: Clip, frameCount: number, frame: number): number {
  const steps = clip.loop ? frameCount : Math.max(1, frameCount - 1);
  return (frame / steps) * clip.duration;
}

/** @param skeleton to bake at keys for; undefined for one rate */
function layOutClips(clips: readonly Clip[], fps: number, skeleton: Skeleton | undefined): ClipInfo[] {
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
    const steps = skeleton ? countSteps(clip, skeleton, fps) : Math.max(1, Math.round(duration * fps));
    const frameCount = loop ? steps : steps + 1;
    const rate = skeleton && duration > 0 ? steps / duration : fps;
    const info: ClipInfo = {
      name,
      startFrame,
      frameCount,
      duration: frameCount / rate,
      loop,
      speed: (speed * duration * rate) / steps,
      ...(skeleton && loop && endsElsewhere(clip, skeleton) && { end: 'stored' }),
      ...(skeleton && isStepped(clip) && { isStepped: true }),
    };
    startFrame += storedFrames(info);
    return info;
  });
}

/** @throws {RigError} if two clips share a name */
export function refuseSameNames(clips: readonly { readonly name: string }[]): void {
  const names = clips.map(({ name }) => name);
  const again = names.find((name, index) => names.indexOf(name) !== index);
  if (again === undefined) return;
  throw new RigError(`Two clips are called "${again}". Rename one, since characters ask for clips by name.`);
}
