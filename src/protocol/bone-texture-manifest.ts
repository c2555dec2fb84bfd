/**
 * What a clip's rotations mean on a skeleton of another rest pose. `rest-relative`: each bone's rotation in the scene,
 * away from the source's rest pose, is applied to the target's. `pose-matched`: limbs point where the clip points them,
 * because the target's rest direction is first swung onto the source's. They agree where the rest poses differ only in
 * roll or proportions.
 */
export type RetargetConvention = 'pose-matched' | 'rest-relative';

/** One clip of a bone texture. */
export interface ClipInfo {
  name: string;
  /** First frame of the clip in the texture. */
  startFrame: number;
  /** Number of frames, at least 1. */
  frameCount: number;
  /** Seconds: `frameCount / bakeFps`. */
  duration: number;
  /** A loop's frame after the last is its first; a clip that does not loop holds its last frame. */
  loop: boolean;
  /** Box of every frame's posed skeleton and parts: minX, minY, minZ, maxX, maxY, maxZ in metres. */
  bounds?: [number, number, number, number, number, number];
  /** Ground covered at playback speed 1, metres a second; 0 for clips that stay in place. */
  speed: number;
}

/**
 * How to read a bone texture: raw little-endian Float32 RGBA texels. Row r of the 3×4 matrix of bone b in frame f is
 * texel `i = (f · nBones + b) · 3 + r` at `x = i mod texWidth`, `y = i div texWidth`.
 */
export interface BoneTextureManifest {
  version: 1;
  layout: 'affine3x4';
  /** Texels; a multiple of 3, so that a matrix never straddles a row. */
  texWidth: number;
  texHeight: number;
  nBones: number;
  /** Frames a second. */
  bakeFps: number;
  /** In the order of the skin's joints in `skeleton_glb`. */
  boneNames: string[];
  clipInfo: ClipInfo[];
  /** Index of the walk clip in `clipInfo`, or −1 where there is none. */
  walkClip: number;
  /**
   * Says that the texture is what the clips of `animations` give at `bakeFps`, retargeted so, and no more. Clients that can
   * bake may then leave the texture unfetched, since clips are far smaller. Not a field of the interface.
   */
  retarget?: RetargetConvention;
}
