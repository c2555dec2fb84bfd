import type { DataTexture, IUniform } from 'three';
import type { VisibleLists } from '../shared/index.js';

/** The uniforms of `shaders/webgl/crowd-table.glsl`. */
export interface TableUniforms {
  readonly [name: string]: IUniform;
  readonly crowdTable: IUniform<DataTexture>;
  readonly crowdClips: IUniform<DataTexture>;
  readonly crowdTime: IUniform<number>;
  readonly crowdBoneCount: IUniform<number>;
}

/** How a vertex shader poses: GLSL that declares `crowdPose`, `crowdPoint` and `crowdDirection`. */
export interface PoseProgram {
  readonly declarations: string;
  readonly uniforms: Readonly<Record<string, IUniform>>;
}

/** Where vertex shaders get a character's pose from. */
export interface PoseSource extends PoseProgram {
  /** Makes the poses of this frame's visible characters ready. */
  update(visible: VisibleLists): void;
  dispose(): void;
}
