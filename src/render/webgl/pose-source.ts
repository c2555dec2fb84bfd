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

/** Where a vertex shader gets a character's pose from. */
export interface PoseSource {
  /** GLSL that declares `crowdPose`, `crowdPoint`, `crowdDirection` and `crowdCharacter`. */
  readonly declarations: string;
  readonly uniforms: Readonly<Record<string, IUniform>>;
  /** Makes the poses of this frame's visible characters ready. */
  update(visible: VisibleLists): void;
  dispose(): void;
}
