import type { IUniform } from 'three';
import type { DataTextures } from '../shared/index.js';

/** The uniforms of `shaders/webgl/crowd-pose.glsl`: one object shared by every material of a crowd. */
export type CrowdUniforms = Record<
  'crowdTable' | 'crowdBones' | 'crowdClips' | 'crowdTime' | 'crowdBoneCount',
  IUniform
>;

export function createCrowdUniforms(textures: DataTextures, bones: number): CrowdUniforms {
  return {
    crowdTable: { value: textures.table },
    crowdBones: { value: textures.bones },
    crowdClips: { value: textures.clips },
    crowdTime: { value: 0 },
    crowdBoneCount: { value: bones },
  };
}
