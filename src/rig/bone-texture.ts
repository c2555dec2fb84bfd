import type { BoneTextureManifest } from '../protocol/index.js';

/** A baked bone texture in memory, always in the affine layout. */
export interface BoneTexture {
  readonly manifest: BoneTextureManifest;
  /** `texWidth · texHeight · 4` numbers. */
  readonly data: Float32Array;
}
