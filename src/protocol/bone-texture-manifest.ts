/**
 * Meaning of a clip's rotations on a skeleton with another rest pose. `rest-relative`: each bone's world rotation
 * relative to the source's rest pose is applied to the target's. `pose-matched`: the target's rest directions are first
 * aligned with the source's, so that limbs point in the same directions. Both agree if rest poses differ only in roll
 * or proportions.
 */
export type RetargetConvention = 'pose-matched' | 'rest-relative';

/** One clip of a bone texture. */
export interface ClipInfo {
  name: string;
  /** First frame of the clip in the texture. */
  startFrame: number;
  /** Number of frames, at least 1. */
  frameCount: number;
  /** Seconds: `frameCount / bakeFps`, or the clip's own length where it was baked at its keys. */
  duration: number;
  /** A loop continues from its last frame to its first; any other clip holds its last frame. */
  loop: boolean;
  /** Box of every frame's posed skeleton and parts: minX, minY, minZ, maxX, maxY, maxZ in metres. */
  bounds?: [number, number, number, number, number, number];
  /** Ground covered at playback speed 1, metres a second; 0 for clips that stay in place. */
  speed: number;
  /**
   * The frame that the last one leads to: the clip's first, or one more that is stored behind the last, for a clip that ends
   * in another pose than it begins. Not part of the protocol. @default 'first' for a loop; none for others
   */
  end?: 'first' | 'stored';
  /** True if each frame is held until the next one. Not part of the protocol. @default false: frames are blended */
  isStepped?: boolean;
}

/**
 * Description of a bone texture: raw little-endian Float32 RGBA texels. Row r of the 3×4 matrix of bone b in frame f is
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
   * Declares that the texture is the baked `animations` at `bakeFps`, retargeted with this convention. Clients may then
   * bake the clips, which are far smaller, instead of fetching the texture. Not part of the protocol.
   */
  retarget?: RetargetConvention;
}
