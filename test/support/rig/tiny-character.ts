import { type Document, WebIO } from '@gltf-transform/core';
import type { Assets } from '../../../src/protocol/index.js';
import {
  bakeBoneTexture,
  type Clip,
  encodeBoneTexture,
  type RetargetConvention,
  retargetClip,
  type Skeleton,
  type Skin,
} from '../../../src/rig/index.js';
import { characterDocument, clipDocument, TINY_PARTS } from './tiny-documents.js';
import { skeletonOf, skinOf, TINY_BASE_BONES, TINY_BONES, TINY_JOINTS, tinyClips } from './tiny-rig.js';

export { TINY_JOINTS, TINY_PARTS };

/** The parts of one visible character. */
export const TINY_SAMPLE = ['robe_1', 'face_1', 'hair_1', 'hands'];

/** Metres, in bind pose. */
export const TINY_HEIGHT = 1.72;

export interface TinyOptions {
  /** Scale of the root node of the master and far files. @default 0.01 */
  readonly rootScale?: number;
  /** Retargeting convention of the bone texture's clips. @default 'pose-matched' */
  readonly convention?: RetargetConvention;
  /** Multiplies the bone texture's matrices and bounds. @default 1 */
  readonly textureScale?: number;
  /** Changes a file before it is written, to break it. */
  readonly edit?: (document: Document, file: string) => void;
}

export interface TinyCharacter {
  /** By path, as `assets` names them. */
  readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  readonly assets: Assets;
  readonly skeleton: Skeleton;
  readonly skin: Skin;
  /** Rig that the clips are authored for. */
  readonly source: Skeleton;
  /** As authored. */
  readonly clips: readonly Clip[];
}

/**
 * A small kit: boxes on six joints, in centimetres under a root scaled by 0.01, with clips
 * authored for a base mesh whose rest pose differs. One bone has a dot in its name, which three's loader strips, and
 * the joints don't stand in the order of the hierarchy.
 */
export async function tinyCharacter(options: TinyOptions = {}): Promise<TinyCharacter> {
  const { rootScale = 0.01, convention = 'pose-matched', textureScale = 1 } = options;
  const skeleton = skeletonOf(TINY_BONES, rootScale);
  const skin = skinOf(TINY_BONES);
  const source = skeletonOf(TINY_BASE_BONES, 0.01);
  const clips = tinyClips();
  const metric = skeletonOf(TINY_BONES, 0.01);
  const retargeted = clips.map((clip) => retargetClip(clip, source, metric, { convention }).clip);
  const texture = bakeBoneTexture(metric, skin, retargeted);
  const data = texture.data.map((value) => value * textureScale);
  for (const { bounds = [] } of texture.manifest.clipInfo) {
    for (const [k, metres] of bounds.entries()) bounds[k] = metres * textureScale;
  }
  const files = new Map<string, Uint8Array<ArrayBuffer>>([
    ['bones.bin', new Uint8Array(encodeBoneTexture({ ...texture, data }))],
    ['bones.json', new TextEncoder().encode(JSON.stringify(texture.manifest))],
  ]);
  const write = async (file: string, document: Document): Promise<void> => {
    options.edit?.(document, file);
    files.set(file, await new WebIO().writeBinary(document));
  };
  await write('characters.glb', characterDocument(TINY_BONES, rootScale, TINY_PARTS));
  await write('far.glb', characterDocument(TINY_BONES, rootScale, TINY_PARTS));
  await write('base.glb', characterDocument(TINY_BASE_BONES, 0.01, ['face_1']));
  for (const clip of clips) await write(`${clip.name}.glb`, clipDocument(clip));
  return { files, assets: tinyAssets(clips), skeleton, skin, source, clips };
}

function tinyAssets(clips: readonly Clip[]): Assets {
  return {
    unit: 'm',
    unit_scale: 1,
    skeleton_glb: 'characters.glb',
    lod_glb: 'far.glb',
    rest_reference_glb: 'base.glb',
    manifest_json: 'manifest.json',
    bone_tex_bin: 'bones.bin',
    bone_tex_manifest: 'bones.json',
    animations: Object.fromEntries(clips.map((clip) => [clip.name, `${clip.name}.glb`])),
  };
}
