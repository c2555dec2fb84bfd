import { BoneTextureError } from '../../errors/index.js';
import type { ClipInfo, RetargetConvention } from '../../protocol/index.js';
import { type Fields, findField, isObject, missing, mustBe, readInteger, show } from './manifest-fields.js';
import { readBoneNames } from './read-bone-names.js';
import { readClipInfo } from './read-clip-info.js';
import { readLayout, type TexelsPerBone } from './read-layout.js';
import { readWalkClip } from './read-walk-clip.js';

/** A parsed manifest, before the texels are read. */
export interface ReadManifest {
  readonly texelsPerBone: TexelsPerBone;
  readonly texWidth: number;
  readonly texHeight: number;
  readonly nBones: number;
  readonly bakeFps: number;
  readonly boneNames: string[];
  readonly clipInfo: ClipInfo[];
  readonly walkClip: number;
  readonly retarget?: RetargetConvention;
}

/** All conventions, the default first. */
export const RETARGET_CONVENTIONS: readonly RetargetConvention[] = ['pose-matched', 'rest-relative'];

const FPS = ['bakeFps', 'fps', 'frameRate'];
const BONES = ['nBones', 'boneCount', 'numBones'];

/**
 * Reads a manifest from any exporter: common field names are accepted, missing values are errors. `version` is ignored,
 * since each service counts its own.
 *
 * @throws {BoneTextureError} whose `field` is the missing or wrong one
 */
export function readManifest(manifest: unknown, boneNames: readonly string[] | undefined): ReadManifest {
  if (!isObject(manifest)) {
    throw new BoneTextureError(
      `The manifest of the bone texture is ${show(manifest)}. Pass the object that its JSON text describes.`,
      'manifest',
    );
  }
  const texWidth = readInteger(manifest, '', ['texWidth', 'width', 'textureWidth'], 1);
  const texHeight = readInteger(manifest, '', ['texHeight', 'height', 'textureHeight'], 1);
  const nBones = readInteger(manifest, '', BONES, 1);
  const bakeFps = readFps(manifest);
  const clips = findField(manifest, '', ['clipInfo', 'clips']) ?? missing('', ['clipInfo', 'clips']);
  const clipInfo = readClipInfo(clips.value, clips.path, bakeFps);
  // Only this package's name and values are read; other exporters may use the key differently.
  const retarget = RETARGET_CONVENTIONS.find((convention) => convention === manifest.retarget);
  return {
    texelsPerBone: readLayout(manifest, { texWidth, texHeight, nBones }, clipInfo),
    texWidth,
    texHeight,
    nBones,
    bakeFps,
    boneNames: readBoneNames(manifest, nBones, boneNames),
    clipInfo,
    walkClip: readWalkClip(manifest, clipInfo),
    ...(retarget ? { retarget } : {}),
  };
}

function readFps(manifest: Fields): number {
  const { value, path } = findField(manifest, '', FPS) ?? missing('', FPS);
  if (typeof value === 'number' && Number.isFinite(value) && value > 0) return value;
  return mustBe('a positive number of frames a second', { value, path }, 'bakeFps');
}
