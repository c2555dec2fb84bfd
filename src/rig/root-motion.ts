import { AFFINE_SIZE, invertAffine } from '../math/index.js';
import type { ClipInfo } from '../protocol/index.js';
import { type BoneTexture, storedFrames } from './bone-texture.js';
import type { Skin } from './skeleton.js';

/** Minimum distance between start and end for a path to be extracted, metres. A sway ends where it started. */
const LEAST_WAY = 0.01;

/** Distance between start and end of most joints that counts as root motion, metres: less than half a step. */
const LEAST_STRIDE = 0.2;

/**
 * Path of a clip: x and z per frame in metres from its start, in character space. One extra point marks the first frame
 * of the next cycle.
 */
export type RootPath = Float32Array;

/** A bone texture with in-place clips, and the extracted paths. */
export interface SeparatedMotion {
  readonly boneTexture: BoneTexture;
  /** By clip; undefined for clips that were in place already. */
  readonly paths: readonly (RootPath | undefined)[];
}

/**
 * Extracts the horizontal root motion of clips. The path of each clip is that of the first of `joints` that moves.
 * For a loop without a stored end, the last point is extrapolated from the first and last steps.
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
  // The manifest's bounds are invalid for in-place clips.
  const clipInfo = manifest.clipInfo.map((clip, k) => {
    const { bounds: _, ...unbounded } = clip;
    return paths[k] ? unbounded : clip;
  });
  return { boneTexture: { data, manifest: { ...manifest, clipInfo } }, paths };
}

/** True if a clip has root motion: most joints end far from where they started. */
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

/** Returns a joint's position in the space of stored vertices. */
function originOf(joint: number, { inverseBind }: Skin): readonly number[] {
  const bind = new Float64Array(AFFINE_SIZE);
  invertAffine(bind, 0, inverseBind, joint * AFFINE_SIZE);
  return [bind[3], bind[7], bind[11]];
}

function pathOf(
  { data, manifest }: BoneTexture,
  clip: ClipInfo,
  joint: number,
  [x, y, z]: readonly number[],
): RootPath {
  const { startFrame, frameCount } = clip;
  const path = new Float32Array(2 * frameCount + 2);
  const at = (frame: number, row: number): number => {
    const o = ((startFrame + frame) * manifest.nBones + joint) * AFFINE_SIZE + 4 * row;
    return data[o] * x + data[o + 1] * y + data[o + 2] * z + data[o + 3];
  };
  for (let frame = 0; frame < storedFrames(clip); frame++) {
    path[2 * frame] = at(frame, 0) - at(0, 0);
    path[2 * frame + 1] = at(frame, 2) - at(0, 2);
  }
  if (clip.end === 'stored') return path;
  const end = 2 * frameCount;
  for (const k of [0, 1] as const) path[end + k] = path[end - 2 + k] + lastStep(path, frameCount, k);
  return path;
}

/**
 * Returns the step from the last frame to the first of the next cycle, which loops do not store: cubic Lagrange
 * interpolation from the two steps before and the two after it.
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

function holdInPlace(data: Float32Array, bones: number, clip: ClipInfo, path: RootPath): void {
  const { startFrame } = clip;
  for (let frame = 0; frame < storedFrames(clip); frame++) {
    for (let bone = 0; bone < bones; bone++) {
      const o = ((startFrame + frame) * bones + bone) * AFFINE_SIZE;
      data[o + 3] -= path[2 * frame];
      data[o + 11] -= path[2 * frame + 1];
    }
  }
}
