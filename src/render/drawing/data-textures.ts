import {
  DataTexture,
  FloatType,
  NearestFilter,
  NoColorSpace,
  RGBAFormat,
  RGBAIntegerFormat,
  UnsignedIntType,
} from 'three';
import type { ClipInfo } from '../../protocol/index.js';
import { type BoneTexture, type LocalPoses, stretchedBind } from '../../rig/index.js';
import { type CharacterTable, DATA_WIDTH } from '../characters/index.js';
import { refCountedByRenderer } from './ref-counted.js';

/** One of a crowd's tables as `RGBA32UI`, over the table's own memory. */
export function tableTexture(table: Pick<CharacterTable, 'words' | 'height'>): DataTexture {
  const texture = new DataTexture(table.words, DATA_WIDTH, table.height, RGBAIntegerFormat, UnsignedIntType);
  return asData(texture, 'crowd table');
}

/** One texel a clip: its frames in the bone texture, its length, whether it loops. */
export function clipTexture(clips: readonly ClipInfo[]): DataTexture {
  return asData(new DataTexture(clipTexels(clips), clips.length, 1, RGBAFormat, FloatType), 'crowd clips');
}

/** The matrices of the bone texture, in the layout of its file. */
export function boneMatrixTexture({ data, manifest }: BoneTexture): DataTexture {
  const texture = new DataTexture(data, manifest.texWidth, manifest.texHeight, RGBAFormat, FloatType);
  return asData(texture, 'crowd bones');
}

/** Local poses, two or three texels a joint: rotation; translation and scales. Shared by the crowds of the same poses. */
export const acquireLocalPoseTexture = refCountedByRenderer(({ data }: LocalPoses): DataTexture => {
  const height = Math.max(1, Math.ceil(data.length / 4 / DATA_WIDTH));
  const texels = new Float32Array(DATA_WIDTH * height * 4);
  texels.set(data);
  return asData(new DataTexture(texels, DATA_WIDTH, height, RGBAFormat, FloatType), 'crowd locals');
});

/** The rig, four texels a joint, then as many for each build. Shared by the crowds of the same poses. */
export const acquireRigTexture = refCountedByRenderer((poses: LocalPoses): DataTexture => {
  const { parents, builds } = poses;
  const [width, height] = [parents.length * 4, 1 + (builds?.length ?? 0)];
  const texture = new DataTexture(rigTexels(poses), width, height, RGBAFormat, FloatType);
  return asData(texture, 'crowd rig');
});

/** Far vertices as `RGBA32UI`, two or three texels each; shared by the crowds that show the same. */
export const acquireFarVertexTexture = refCountedByRenderer((words: Uint32Array): DataTexture => {
  const height = Math.max(1, Math.ceil(words.length / 4 / DATA_WIDTH));
  const texels = new Uint32Array(DATA_WIDTH * height * 4);
  texels.set(words);
  const texture = new DataTexture(texels, DATA_WIDTH, height, RGBAIntegerFormat, UnsignedIntType);
  return asData(texture, 'crowd far vertices');
});

/** Joints whose local poses layers change: hips; thigh, shin and foot, left and right; head and neck. */
export const LIMB_TEXELS = 9;

/** Number of each joint among the limbs' texels, plus 1; 0 for joints that layers do not change. */
function limbNumbers({ parents, limbs }: LocalPoses): Uint8Array {
  const numbers = new Uint8Array(parents.length);
  if (!limbs) return numbers;
  const { hips, legs, head } = limbs;
  const joints = [hips, ...legs.flatMap(({ thigh, shin, foot }) => [thigh, shin, foot]), head?.head ?? -1];
  [...joints, head?.neck ?? -1].forEach((joint, n) => {
    if (joint >= 0) numbers[joint] = n + 1;
  });
  return numbers;
}

/**
 * Four texels a joint: the rows of its inverse bind matrix; then its parent, 1 where it is of the upper body, and one more
 * than its number among the limbs' joints. Then four a joint for each build: the rows of its matrix, and its offset.
 */
export function rigTexels(poses: LocalPoses): Float32Array<ArrayBuffer> {
  const { parents, inverseBind, limbs, builds = [] } = poses;
  const numbers = limbNumbers(poses);
  const size = parents.length * 16;
  const texels = new Float32Array((1 + builds.length) * size);
  parents.forEach((parent, joint) => {
    texels.set(inverseBind.subarray(joint * 12, joint * 12 + 12), joint * 16);
    texels[joint * 16 + 12] = parent;
    texels[joint * 16 + 13] = limbs?.isUpper[joint] ?? 0;
    texels[joint * 16 + 14] = numbers[joint];
  });
  for (const [k, build] of builds.entries()) {
    const bind = stretchedBind(build, inverseBind);
    for (let joint = 0; joint < parents.length; joint++) {
      const o = (1 + k) * size + joint * 16;
      texels.set(bind.subarray(joint * 12, joint * 12 + 12), o);
      texels.set(build.offsets.subarray(joint * 3, joint * 3 + 3), o + 12);
    }
  }
  return texels;
}

/** A texel for each clip: first frame, frame count, seconds, and flags as `crowd-frames` in the shaders reads them. */
export function clipTexels(clips: readonly ClipInfo[]): Float32Array<ArrayBuffer> {
  return Float32Array.from(
    clips.flatMap(
      ({ startFrame, frameCount, duration, loop, end = loop ? 'first' : undefined, isStepped }) => [
        startFrame,
        frameCount,
        duration,
        (loop ? 1 : 0) + (end === 'first' ? 2 : 0) + (end === 'stored' ? 4 : 0) + (isStepped ? 8 : 0),
      ],
    ),
  );
}

function asData(texture: DataTexture, name: string): DataTexture {
  texture.name = name;
  texture.minFilter = NearestFilter;
  texture.magFilter = NearestFilter;
  texture.generateMipmaps = false;
  texture.colorSpace = NoColorSpace;
  texture.flipY = false;
  texture.unpackAlignment = 1;
  texture.needsUpdate = true;
  return texture;
}
