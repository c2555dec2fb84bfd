import { slerpQuaternions } from '../math/index.js';
import type { ClipInfo } from '../protocol/index.js';
import { storedFrames } from './bone-texture.js';
import { chainTransform, EVEN_TRANSFORM_SIZE } from './chain-transform.js';
import type { Limbs } from './find-limbs.js';
import type { LocalPoses } from './local-poses.js';
import type { Floats } from './skeleton.js';

/** Numbers per frame: x, y, z of the left toe joint and 1 if it is in contact, then the same for the right. */
export const PATH_STRIDE = 8;
export const PATH = { foot: 4, stands: 3 } as const;

/** Maximum height of a contact above the foot's lowest position, metres. */
const STANDING_HEIGHT = 0.025;
/** Maximum speed of a contact relative to the ground: a fraction of the clip's speed, or metres per second. */
const STANDING_SHARE = 0.28;
const STANDING_SPEED = 0.15;

/** A clip with its ground speed. */
export type PacedClip = Pick<ClipInfo, 'startFrame' | 'frameCount' | 'duration' | 'loop' | 'speed' | 'end'>;

/**
 * Measures foot positions in every frame of every clip, so that the CPU need not pose characters to find them. Contacts
 * follow from the motion alone: a foot is in contact while it does not move over the ground.
 */
export function measureFootPaths(
  { data, parents }: LocalPoses,
  limbs: Limbs,
  clips: readonly PacedClip[],
): Float32Array {
  const stride = parents.length * EVEN_TRANSFORM_SIZE;
  const paths = new Float32Array((data.length / stride) * PATH_STRIDE);
  for (let frame = 0; frame * stride < data.length; frame++) {
    writeToes(paths, frame, limbs, data, frame * stride, parents);
  }
  // Contact flags.
  const marked = new Set<number>();
  for (const clip of clips) {
    // Clips with the same frames, such as a non-looping clip and its loop, have the same contacts.
    if (marked.has(clip.startFrame)) continue;
    marked.add(clip.startFrame);
    for (const side of [0, 1]) markStanding(paths, clip, side * PATH.foot);
  }
  return paths;
}

/**
 * Returns the ground speed of each frame of a non-looping clip, metres per second: the backward speed of the lowest
 * toe. Loops have a constant speed, which is known; clips such as `walk_stop` decelerate.
 */
export function measureGroundSpeeds(paths: Float32Array, clip: PacedClip): Float64Array {
  const { startFrame, frameCount, duration } = clip;
  const last = frameCount - 1;
  const toe = (frame: number, side: number, k: number): number =>
    paths[(startFrame + frame) * PATH_STRIDE + side * PATH.foot + k];
  return Float64Array.from({ length: frameCount }, (_, frame) => {
    const lowest = toe(frame, 0, 1) < toe(frame, 1, 1) ? 0 : 1;
    const before = Math.max(0, frame - 1);
    const after = Math.min(last, frame + 1);
    const seconds = (Math.max(1, after - before) * duration) / frameCount;
    return Math.max(0, (toe(before, lowest, 2) - toe(after, lowest, 2)) / seconds);
  });
}

function markStanding(paths: Float32Array, clip: PacedClip, o: number): void {
  const { startFrame, frameCount, duration, loop } = clip;
  const speeds = loop ? undefined : measureGroundSpeeds(paths, clip);
  const last = frameCount - 1;
  const at = (frame: number, k: number): number => paths[(startFrame + frame) * PATH_STRIDE + o + k];
  let lowest = Number.POSITIVE_INFINITY;
  for (let frame = 0; frame < frameCount; frame++) lowest = Math.min(lowest, at(frame, 1));
  const seconds = duration / frameCount;
  for (let frame = 0; frame < frameCount; frame++) {
    const before = loop ? (frame + last) % frameCount : Math.max(0, frame - 1);
    const after = loop ? (frame + 1) % frameCount : Math.min(last, frame + 1);
    const elapsed = (loop ? 2 : Math.max(1, after - before)) * seconds;
    const vx = (at(after, 0) - at(before, 0)) / elapsed;
    const speed = speeds ? speeds[frame] : clip.speed;
    const slow = Math.max(STANDING_SPEED, STANDING_SHARE * speed);
    const vz = (at(after, 2) - at(before, 2)) / elapsed + speed;
    const stands = at(frame, 1) < lowest + STANDING_HEIGHT && Math.hypot(vx, vz) < slow;
    paths[(startFrame + frame) * PATH_STRIDE + o + PATH.stands] = stands ? 1 : 0;
  }
  const end = startFrame + storedFrames(clip) - 1;
  paths[end * PATH_STRIDE + o + PATH.stands] = at(last, PATH.stands);
}

/**
 * Measures foot positions in each frame of a clip blended with the first frame of another clip. The layout is that of
 * `measureFootPaths`, without the contact flags. The positions cannot be interpolated between both clips, since joints
 * are rotated.
 *
 * @param share weight of the clip, 0 to 1
 */
export function measureBlendedFootPaths(
  { data, parents }: LocalPoses,
  limbs: Limbs,
  { startFrame, frameCount }: PacedClip,
  other: PacedClip,
  share: number,
): Float32Array {
  const stride = parents.length * EVEN_TRANSFORM_SIZE;
  const second = other.startFrame * stride;
  const locals = new Float64Array(stride);
  const paths = new Float32Array(frameCount * PATH_STRIDE);
  for (let frame = 0; frame < frameCount; frame++) {
    const first = (startFrame + frame) * stride;
    for (let o = 0; o < stride; o += EVEN_TRANSFORM_SIZE) {
      slerpQuaternions(locals, o, data, second + o, data, first + o, share);
      for (let k = 4; k < EVEN_TRANSFORM_SIZE; k++) {
        locals[o + k] = data[second + o + k] + (data[first + o + k] - data[second + o + k]) * share;
      }
    }
    writeToes(paths, frame, limbs, locals, 0, parents);
  }
  return paths;
}

/** Writes the positions of both toe joints in one frame, from the local poses at `locals[first]`. */
function writeToes(
  paths: Float32Array,
  frame: number,
  { legs }: Limbs,
  locals: Floats,
  first: number,
  parents: Int16Array,
): void {
  legs.forEach(({ toe }, side) => {
    chainTransform(world, 0, locals, first, toe, parents);
    paths.set(world.subarray(4, 7), frame * PATH_STRIDE + side * PATH.foot);
  });
}

const world = new Float64Array(EVEN_TRANSFORM_SIZE);
