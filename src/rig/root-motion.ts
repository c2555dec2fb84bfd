import { AFFINE_SIZE, invertAffine } from '../math/index.js';
import type { ClipInfo } from '../protocol/index.js';
import type { BoneTexture } from './bone-texture.js';
import type { Skin } from './skeleton.js';

/** Metres from where it begins that a clip ends, from which on it is one that goes somewhere; a sway ends where it began. */
const LEAST_WAY = 0.01;

/** Metres from where they began that most joints end a clip which takes the character along: less than half a step. */
const LEAST_STRIDE = 0.2;

/**
 * Where a clip has gone after each of its frames, metres from where it began: x and z in the character's space. There is
 * one point more than frames, where the first frame of the next round begins.
 */
export type RootPath = Float32Array;

/** A bone texture whose clips stay in place, and the ways that were taken out of them. */
export interface SeparatedMotion {
  readonly boneTexture: BoneTexture;
  /** By clip; undefined for one that stays in place anyway. */
  readonly paths: readonly (RootPath | undefined)[];
}

/**
 * Takes the horizontal way of clips out of a bone texture: of each clip, that of the first of `joints` that gets
 * somewhere. A loop has no frame for its end; how it gets there is told from its first and last steps.
 *
 * @param joints the root of the skeleton, and the hips
 */
export function separateRootMotion(
  texture: BoneTexture,
  skin: Skin,
  joints: readonly number[],
): SeparatedMotion {
  const { manifest } = texture;
  const data = texture.data.slice();
  const origins = joints.map((joint) => originOf(joint, skin));
  const paths = manifest.clipInfo.map((clip) => {
    const ways = joints.map((joint, k) => pathOf(texture, clip, joint, origins[k]));
    const path = ways.find((way) => goesSomewhere(way, clip));
    if (path) holdInPlace(data, manifest.nBones, clip, path);
    return path;
  });
  // Boxes of clips that stay in place are others; those of the manifest hold no more.
  const clipInfo = manifest.clipInfo.map((clip, k) => {
    const { bounds: _, ...unbounded } = clip;
    return paths[k] ? unbounded : clip;
  });
  return { boneTexture: { data, manifest: { ...manifest, clipInfo } }, paths };
}

/** Whether a clip takes the character along: most joints end it far from where they began it. */
export function goesAway({ data, manifest }: BoneTexture, skin: Skin, clip: ClipInfo): boolean {
  const { nBones } = manifest;
  let gone = 0;
  for (let joint = 0; joint < nBones; joint++) {
    const path = pathOf({ data, manifest }, clip, joint, originOf(joint, skin));
    const last = 2 * (clip.frameCount - 1);
    if (Math.hypot(path[last], path[last + 1]) > LEAST_STRIDE) gone += 1;
  }
  return gone > nBones / 2;
}

/** Where a joint is in the space of vertices as they are stored. */
function originOf(joint: number, { inverseBind }: Skin): readonly number[] {
  const bind = new Float64Array(AFFINE_SIZE);
  invertAffine(bind, 0, inverseBind, joint * AFFINE_SIZE);
  return [bind[3], bind[7], bind[11]];
}

function pathOf(
  { data, manifest }: BoneTexture,
  { startFrame, frameCount }: ClipInfo,
  joint: number,
  [x, y, z]: readonly number[],
): RootPath {
  const path = new Float32Array(2 * frameCount + 2);
  const at = (frame: number, row: number): number => {
    const o = ((startFrame + frame) * manifest.nBones + joint) * AFFINE_SIZE + 4 * row;
    return data[o] * x + data[o + 1] * y + data[o + 2] * z + data[o + 3];
  };
  for (let frame = 0; frame < frameCount; frame++) {
    path[2 * frame] = at(frame, 0) - at(0, 0);
    path[2 * frame + 1] = at(frame, 2) - at(0, 2);
  }
  const end = 2 * frameCount;
  for (const k of [0, 1] as const) path[end + k] = path[end - 2 + k] + lastStep(path, frameCount, k);
  return path;
}

/**
 * How far a path goes from its last frame to where it begins again, which no frame of a loop says: what lies, evenly spaced,
 * between the two steps before and the two after it, by Lagrange's interpolation of third degree.
 *
 * @param k 0 for x, 1 for z
 */
function lastStep(path: RootPath, frameCount: number, k: 0 | 1): number {
  const step = (n: number): number => path[2 * (n + 1) + k] - path[2 * n + k];
  const last = frameCount - 2;
  if (frameCount < 2) return 0;
  if (frameCount < 5) return (step(last) + step(0)) / 2;
  return (4 * (step(last) + step(0)) - step(last - 1) - step(1)) / 6;
}

function goesSomewhere(path: RootPath, { frameCount, loop }: ClipInfo): boolean {
  const end = 2 * (loop ? frameCount : frameCount - 1);
  return Math.hypot(path[end], path[end + 1]) >= LEAST_WAY;
}

function holdInPlace(
  data: Float32Array,
  bones: number,
  { startFrame, frameCount }: ClipInfo,
  path: RootPath,
): void {
  for (let frame = 0; frame < frameCount; frame++) {
    for (let bone = 0; bone < bones; bone++) {
      const o = ((startFrame + frame) * bones + bone) * AFFINE_SIZE;
      data[o + 3] -= path[2 * frame];
      data[o + 11] -= path[2 * frame + 1];
    }
  }
}
