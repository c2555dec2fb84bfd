import { slerpQuaternions } from '../math/index.js';
import { chainTransform, EVEN_TRANSFORM_SIZE as SIZE } from './chain-transform.js';
import type { Limbs } from './find-limbs.js';
import { PATH, PATH_STRIDE, type PacedClip } from './foot-paths.js';
import type { LocalPoses } from './local-poses.js';

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
  const stride = parents.length * SIZE;
  const second = other.startFrame * stride;
  const locals = new Float64Array(stride);
  const world = new Float64Array(SIZE);
  const paths = new Float32Array(frameCount * PATH_STRIDE);
  for (let frame = 0; frame < frameCount; frame++) {
    const first = (startFrame + frame) * stride;
    for (let o = 0; o < stride; o += SIZE) {
      slerpQuaternions(locals, o, data, second + o, data, first + o, share);
      for (let k = 4; k < SIZE; k++) {
        locals[o + k] = data[second + o + k] + (data[first + o + k] - data[second + o + k]) * share;
      }
    }
    limbs.legs.forEach(({ toe }, side) => {
      chainTransform(world, 0, locals, 0, toe, parents);
      paths.set(world.subarray(4, 7), frame * PATH_STRIDE + side * PATH.foot);
    });
  }
  return paths;
}
