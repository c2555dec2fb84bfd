import type { DataTexture, IUniform, Vector2 } from 'three';
import type { BoneTexture } from '../../rig/index.js';
import { boneMatrixTexture, type CharacterList } from '../drawing/index.js';
import { SAMPLED_POSE } from './crowd-chunk.js';

/** The uniforms of `shaders/webgl/crowd-table.glsl`. */
export interface TableUniforms {
  readonly [name: string]: IUniform;
  readonly crowdTable: IUniform<DataTexture>;
  readonly crowdMoves: IUniform<DataTexture>;
  readonly crowdClips: IUniform<DataTexture>;
  readonly crowdTime: IUniform<number>;
  readonly crowdStep: IUniform<Vector2>;
  readonly crowdBoneCount: IUniform<number>;
}

/** Pose of a vertex shader: GLSL that declares `crowdPose`, `crowdPoint` and `crowdDirection`. */
export interface PoseProgram {
  readonly declarations: string;
  readonly uniforms: Readonly<Record<string, IUniform>>;
  /** True if the opacity of an instance can be below 1. */
  readonly dithers: boolean;
}

/** Pose of the vertex shaders, with its computation in each frame. */
export interface PoseSource extends PoseProgram {
  /** Poses the characters with a palette slot in this frame. */
  update(posed: CharacterList): void;
  dispose(): void;
}

/** Each vertex samples the bone texture: needs nothing but texture fetches, and has no fades between clips. */
export function createSampledPose(
  boneTexture: BoneTexture,
  table: TableUniforms,
  dithers: boolean,
): PoseSource {
  const bones = boneMatrixTexture(boneTexture);
  return {
    dithers,
    declarations: SAMPLED_POSE,
    uniforms: { ...table, crowdBones: { value: bones } },
    update: () => {},
    dispose: () => bones.dispose(),
  };
}
