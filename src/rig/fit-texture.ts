import { BoneTextureError } from '../errors/index.js';
import { AFFINE_SIZE, invertAffine, multiplyAffine, setAffineIdentity } from '../math/index.js';
import { type BoneTexture, fitBoneTexture, frameEnd, readBoneMatrix } from './bone-texture.js';
import { isSameBone } from './find-bone.js';
import { worldMatrices } from './pose-matrices.js';
import type { Skeleton, Skin } from './skeleton.js';

/**
 * Reorders a bone texture to the joints of `skin`. Textures may have another order, extra joints, or lack joints that
 * only some meshes use. A missing joint moves rigidly with the next bone above it.
 *
 * @param texture with the names of its own joints in `manifest.boneNames`
 * @param needed number of joints, from the first on, that the texture must have
 * @throws {BoneTextureError} if it lacks one of those
 */
export function fitTextureToSkin(
  texture: BoneTexture,
  skeleton: Skeleton,
  skin: Skin,
  needed: number,
): BoneTexture {
  const { manifest } = texture;
  const jointNames = Array.from(skin.joints, (bone) => skeleton.names[bone]);
  const columnOf = (name: string): number => {
    const exact = manifest.boneNames.indexOf(name);
    return exact >= 0 ? exact : manifest.boneNames.findIndex((other) => isSameBone(other, name));
  };
  // Column of each joint in the texture, −1 if it has none.
  const columns = jointNames.map(columnOf);
  const isFitting =
    manifest.nBones === columns.length &&
    columns.every((column, joint) => column === joint && skin.joints.indexOf(skin.joints[joint]) === joint);
  if (isFitting) return texture;
  const stranger = columns.findIndex((column, joint) => joint < needed && column < 0);
  if (stranger >= 0) {
    throw new BoneTextureError(
      `The bone texture has no joint "${jointNames[stranger]}" (boneNames), which is joint ${stranger} of the skeleton. Bake the texture for this skeleton.`,
      'boneNames',
    );
  }
  // Copies each joint's matrices, or those of the bone that carries it.
  const carriers = jointNames.map((_, joint) => findCarrier(skeleton, skin, joint, columns));
  const frames = frameEnd(manifest.clipInfo);
  const size = fitBoneTexture(frames, columns.length);
  const data = new Float32Array(size.texWidth * size.texHeight * 4);
  const matrix = new Float64Array(AFFINE_SIZE);
  for (let frame = 0; frame < frames; frame++) {
    carriers.forEach(({ column, offset }, joint) => {
      if (column < 0) matrix.set(offset);
      else {
        readBoneMatrix(texture, frame, column, matrix, 0);
        multiplyAffine(matrix, 0, matrix, 0, offset, 0);
      }
      data.set(matrix, (frame * columns.length + joint) * AFFINE_SIZE);
    });
  }
  return { data, manifest: { ...manifest, ...size, nBones: columns.length, boneNames: jointNames } };
}

/** Source of a joint: `texture[column] · offset`, or `offset` alone for column −1. */
interface Carrier {
  readonly column: number;
  readonly offset: Float64Array;
}

function findCarrier(skeleton: Skeleton, skin: Skin, joint: number, columns: readonly number[]): Carrier {
  const offset = new Float64Array(AFFINE_SIZE);
  setAffineIdentity(offset, 0);
  const world = new Float64Array(skeleton.names.length * AFFINE_SIZE);
  worldMatrices(skeleton, skeleton.rest, world);
  const bone = skin.joints[joint];
  for (let at = bone; at >= 0; at = skeleton.parents[at]) {
    const first = skin.joints.indexOf(at);
    if (first < 0 || columns[first] < 0) continue;
    if (first === joint) return { column: columns[first], offset };
    // Product of the source's inverse bind matrix, its transform to this bone at rest, and this joint's inverse bind
    // matrix.
    const inverse = new Float64Array(AFFINE_SIZE);
    if (!invertAffine(offset, 0, skin.inverseBind, first * AFFINE_SIZE)) continue;
    if (!invertAffine(inverse, 0, world, at * AFFINE_SIZE)) continue;
    multiplyAffine(offset, 0, offset, 0, inverse, 0);
    multiplyAffine(offset, 0, offset, 0, world, bone * AFFINE_SIZE);
    multiplyAffine(offset, 0, offset, 0, skin.inverseBind, joint * AFFINE_SIZE);
    return { column: columns[first], offset };
  }
  multiplyAffine(offset, 0, world, bone * AFFINE_SIZE, skin.inverseBind, joint * AFFINE_SIZE);
  return { column: -1, offset };
}
