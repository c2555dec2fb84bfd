import type { BoneTexture } from '../../rig/index.js';
import { boneMatrixTexture } from '../shared/index.js';
import { SAMPLED_POSE } from './crowd-chunk.js';
import type { PoseSource, TableUniforms } from './pose-source.js';

/** Each vertex samples the bone texture by itself: needs nothing but texture fetches, and knows no fades. */
export function createSampledPose(boneTexture: BoneTexture, table: TableUniforms): PoseSource {
  const bones = boneMatrixTexture(boneTexture);
  return {
    declarations: SAMPLED_POSE,
    uniforms: { ...table, crowdBones: { value: bones } },
    update: () => {},
    dispose: () => bones.dispose(),
  };
}
