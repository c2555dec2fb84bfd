import { Box3, Matrix4 } from 'three';
import { AFFINE_SIZE } from '../../math/index.js';
import type { BoneTextureManifest, ClipInfo } from '../../protocol/index.js';
import type { BoneTexture } from '../../rig/index.js';
import type { Part } from '../characters/index.js';
import { affineToMatrix } from './affine-matrices.js';
import { jointBoxes } from './joint-boxes.js';

type Bounds = NonNullable<ClipInfo['bounds']>;

/** A clip of which it is known where its poses reach. */
export interface BoundedClip extends ClipInfo {
  readonly bounds: Bounds;
}

export interface BoundedTexture extends BoneTexture {
  readonly manifest: Omit<BoneTextureManifest, 'clipInfo'> & { clipInfo: BoundedClip[] };
}

/** How far a pose between two frames may leave the box of all frames: limbs move on arcs, not on chords. Metres. */
const ROOM = 0.05;

/**
 * The same texture with bounds for every clip, which hold between its frames, too. Where the manifest has none, they
 * come from the boxes of what hangs on each joint, which is quick and a little loose.
 *
 * @param parts all that the characters may wear
 */
export function boundClips(texture: BoneTexture, parts: ReadonlyMap<string, Part>): BoundedTexture {
  const { manifest } = texture;
  const hasAll = manifest.clipInfo.every(({ bounds }) => bounds);
  const boxes = hasAll ? [] : jointBoxes(parts.values(), manifest.nBones);
  const clipInfo = manifest.clipInfo.map((clip) => {
    const box = clip.bounds ? fromBounds(clip.bounds) : frameBox(texture, clip, boxes);
    return { ...clip, bounds: toBounds(box.expandByScalar(ROOM)) };
  });
  return { ...texture, manifest: { ...manifest, clipInfo } };
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

/** Every vertex is a weighted mean of where its joints take it, so it cannot leave the union of their boxes. */
function frameBox({ data, manifest }: BoneTexture, clip: ClipInfo, boxes: readonly Box3[]): Box3 {
  const box = new Box3();
  const image = new Box3();
  const matrix = new Matrix4();
  for (let frame = clip.startFrame; frame < clip.startFrame + clip.frameCount; frame++) {
    boxes.forEach((stored, joint) => {
      affineToMatrix(data, (frame * manifest.nBones + joint) * AFFINE_SIZE, matrix);
      box.union(image.copy(stored).applyMatrix4(matrix));
    });
  }
  return box;
}

/** How far a character of scale 1 reaches in any pose of any clip, whichever way it faces; metres. */
export interface CharacterExtent {
  /** From the axis through its feet. */
  readonly reach: number;
  readonly minY: number;
  readonly maxY: number;
  /** Height of the middle of the sphere about it. */
  readonly centerY: number;
  readonly radius: number;
}

export function characterExtent(clips: readonly Pick<BoundedClip, 'bounds'>[]): CharacterExtent {
  const boxes = clips.map(({ bounds }) => bounds);
  const reach = Math.max(
    ...boxes.map(([x0, , z0, x1, , z1]) => Math.hypot(Math.max(-x0, x1), Math.max(-z0, z1))),
  );
  const minY = Math.min(...boxes.map((box) => box[1]));
  const maxY = Math.max(...boxes.map((box) => box[4]));
  return { reach, minY, maxY, centerY: (minY + maxY) / 2, radius: Math.hypot(reach, (maxY - minY) / 2) };
}
