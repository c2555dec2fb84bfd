import { Box3, Matrix4 } from 'three';
import { AFFINE_SIZE } from '../../math/index.js';
import type { BoneTextureManifest, ClipInfo } from '../../protocol/index.js';
import { type BoneTexture, type LocalPoses, storedFrames } from '../../rig/index.js';
import type { Part } from '../characters/index.js';
import { affineToMatrix } from './affine-matrices.js';
import { buildMargin, jointBoxes } from './joint-boxes.js';

type Bounds = NonNullable<ClipInfo['bounds']>;

/** A clip with the box that all its poses stay within. */
export interface BoundedClip extends ClipInfo {
  readonly bounds: Bounds;
}

export interface BoundedTexture extends BoneTexture {
  readonly manifest: Omit<BoneTextureManifest, 'clipInfo'> & { clipInfo: BoundedClip[] };
  /** Metres by which the bounds are wider on each side because of builds; 0 without builds. */
  readonly buildMargin: number;
}

/**
 * Metres by which a pose between two frames may leave the box of all frames: rotations move limbs on arcs, which bulge
 * beyond the straight line between two frames.
 */
const MARGIN = 0.05;

/**
 * The same texture with bounds for every clip, which hold for the poses between its frames, too. Where the manifest has
 * none, they are computed from the boxes of the vertices on each joint: quick, and a little larger than needed.
 *
 * @param parts all parts that the characters may wear
 * @param poses with builds; undefined if all characters have the file's own
 */
export function boundClips(
  texture: BoneTexture,
  parts: ReadonlyMap<string, Part>,
  poses?: LocalPoses,
): BoundedTexture {
  const { manifest } = texture;
  const hasAll = manifest.clipInfo.every(({ bounds }) => bounds);
  const boxes = hasAll && !poses ? [] : jointBoxes(parts.values(), manifest.nBones);
  const widest = poses ? buildMargin(poses, boxes) : 0;
  const clipInfo = manifest.clipInfo.map((clip) => {
    const box = clip.bounds ? fromBounds(clip.bounds) : frameBox(texture, clip, boxes);
    return { ...clip, bounds: toBounds(box.expandByScalar(MARGIN + widest)) };
  });
  return { ...texture, manifest: { ...manifest, clipInfo }, buildMargin: widest };
}

export function toBounds({ min, max }: Box3): Bounds {
  return [min.x, min.y, min.z, max.x, max.y, max.z];
}

function fromBounds(bounds: Bounds): Box3 {
  const box = new Box3();
  box.min.fromArray(bounds);
  box.max.fromArray(bounds, 3);
  return box;
}

/**
 * The box of all frames of a clip. A posed vertex is a weighted mean of its positions under each of its joints, so it
 * cannot leave the union of the joints' posed boxes.
 */
function frameBox({ data, manifest }: BoneTexture, clip: ClipInfo, boxes: readonly Box3[]): Box3 {
  const box = new Box3();
  const image = new Box3();
  const matrix = new Matrix4();
  for (let frame = clip.startFrame; frame < clip.startFrame + storedFrames(clip); frame++) {
    boxes.forEach((stored, joint) => {
      affineToMatrix(data, (frame * manifest.nBones + joint) * AFFINE_SIZE, matrix);
      box.union(image.copy(stored).applyMatrix4(matrix));
    });
  }
  return box;
}

/** The cylinder and the sphere that hold a character of scale 1 in any pose, whatever its heading; metres. */
export interface CharacterExtent {
  /** Radius of the cylinder about the vertical axis through the feet. */
  readonly axisRadius: number;
  /** Lower and upper end of the cylinder, above the feet. */
  readonly minY: number;
  readonly maxY: number;
  /** Height of the sphere's centre above the feet. */
  readonly centerY: number;
  readonly radius: number;
  /**
   * Height of the cylinder for the file's own build, of which errors of levels of detail are fractions. With the height for
   * all builds, characters were drawn in the nearest levels up to 1.3 times as far away: 16 % more triangles of a street.
   */
  readonly height: number;
}

/**
 * The cylinder and the sphere that hold any pose of these clips.
 *
 * @param buildMargin metres by which the bounds are wider on each side because of builds
 */
export function characterExtent(
  clips: readonly Pick<BoundedClip, 'bounds'>[],
  buildMargin = 0,
): CharacterExtent {
  const boxes = clips.map(({ bounds }) => bounds);
  const axisRadius = Math.max(
    ...boxes.map(([x0, , z0, x1, , z1]) => Math.hypot(Math.max(-x0, x1), Math.max(-z0, z1))),
  );
  const minY = Math.min(...boxes.map((box) => box[1]));
  const maxY = Math.max(...boxes.map((box) => box[4]));
  const radius = Math.hypot(axisRadius, (maxY - minY) / 2);
  const height = maxY - minY - 2 * buildMargin;
  return { axisRadius, minY, maxY, centerY: (minY + maxY) / 2, radius, height };
}
