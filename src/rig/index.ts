export type { BoneTexture } from './bone-texture.js';
export type { Clip, Interpolation, Track, TrackPath } from './clip.js';
export { type Skeleton, type Skin, TRS_SIZE } from './skeleton.js';
