import { BoneTextureError } from '../../errors/index.js';
import type { ClipInfo, RetargetConvention } from '../../protocol/index.js';
import { isSameBone } from '../find-bone.js';
import {
  type Fields,
  findField,
  isObject,
  missing,
  mustBe,
  plainKey,
  readInteger,
  show,
} from './manifest-fields.js';
import { readClipInfo } from './read-clip-info.js';
import { readLayout, type TexelsPerBone, type TextureSize } from './read-layout.js';

/** A parsed manifest, before the texels are read. */
export interface ReadManifest extends TextureSize {
  readonly texelsPerBone: TexelsPerBone;
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

const BONE_NAMES = ['boneNames', 'jointNames'];

/** Returns the joint names that a manifest contains; undefined if it has none. */
export function namedBones(manifest: unknown): readonly string[] | undefined {
  const value = isObject(manifest) ? findField(manifest, '', BONE_NAMES)?.value : undefined;
  return Array.isArray(value) && value.every((name) => typeof name === 'string') ? value : undefined;
}

/**
 * Returns the joint names in texture order. If `expected` is given, the manifest's names, if any, must match.
 *
 * @throws {BoneTextureError}
 */
function readBoneNames(manifest: Fields, nBones: number, expected: readonly string[] | undefined): string[] {
  if (expected && expected.length !== nBones) {
    throw new BoneTextureError(
      `The manifest's nBones is ${nBones} but the skeleton has ${expected.length} joints. Bake the texture for this skeleton.`,
      'nBones',
    );
  }
  const found = findField(manifest, '', BONE_NAMES);
  if (!found && expected) return [...expected];
  const { value, path } = found ?? missing('', BONE_NAMES);
  if (!Array.isArray(value) || !value.every((name) => typeof name === 'string')) {
    return mustBe("the joints' names in order", { value, path }, 'boneNames');
  }
  if (value.length !== nBones) {
    throw new BoneTextureError(
      `The manifest's ${path} has ${value.length} names for ${nBones} bones (nBones). Correct whichever is wrong.`,
      'boneNames',
    );
  }
  const wrong = expected ? value.findIndex((name, bone) => !isSameBone(name, expected[bone])) : -1;
  if (wrong >= 0) {
    throw new BoneTextureError(
      `The manifest's ${path}[${wrong}] is "${value[wrong]}" but joint ${wrong} of the skeleton is "${expected?.[wrong]}". Bake the ` +
        'texture for this skeleton.',
      'boneNames',
    );
  }
  return [...(expected ?? value)];
}

/** Words allowed beside `walk` in a key that names the walk clip; excludes keys such as `walkSpeed`. */
const WALK_KEY = /^(default|clip|animation|anim|index|idx|id|name|number)*$/;

/**
 * Returns the index of the walk clip, or −1: the clip called `walk`, else an index or name under any key that means the
 * walk clip.
 *
 * @throws {BoneTextureError} if the value is not one of the clips
 */
function readWalkClip(manifest: Fields, clipInfo: readonly ClipInfo[]): number {
  const names = clipInfo.map((clip) => clip.name);
  const called = names.indexOf('walk');
  const found = findField(manifest, '', ['walkClip', ...Object.keys(manifest).filter(isWalkKey)]);
  if (!found && called >= 0) return called;
  if (!found) return -1;
  const { value, path } = found;
  const index =
    value === -1
      ? -1
      : typeof value === 'string'
        ? names.indexOf(value)
        : names.findIndex((_, i) => i === value);
  // The name takes precedence over an index, which may have another base.
  if (called >= 0) return called;
  if (index < 0 && value !== -1) {
    throw new BoneTextureError(
      `The manifest's ${path} is ${show(value)}, but the clips are 0 to ${names.length - 1} (${names.join(', ')}). Give one of them, or ` +
        '-1 for none.',
      'walkClip',
    );
  }
  return index;
}

function isWalkKey(key: string): boolean {
  const plain = plainKey(key);
  const beside = plain.replace(/walk(ing)?/, '');
  return beside !== plain && WALK_KEY.test(beside);
}
