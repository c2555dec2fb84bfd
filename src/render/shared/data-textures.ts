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
import type { BoneTexture } from '../../rig/index.js';
import { type CharacterTable, TABLE_WIDTH } from './character-table.js';

/** What a shader needs to pose any character: the three textures of `shaders/README.md`. */
export interface DataTextures {
  readonly table: DataTexture;
  readonly bones: DataTexture;
  readonly clips: DataTexture;
}

export function createDataTextures(table: CharacterTable, boneTexture: BoneTexture): DataTextures {
  const { texWidth, texHeight, clipInfo } = boneTexture.manifest;
  return {
    table: asData(
      new DataTexture(table.words, TABLE_WIDTH, table.height, RGBAIntegerFormat, UnsignedIntType),
      'crowd table',
    ),
    bones: asData(
      new DataTexture(boneTexture.data, texWidth, texHeight, RGBAFormat, FloatType),
      'crowd bones',
    ),
    clips: asData(
      new DataTexture(clipTexels(clipInfo), clipInfo.length, 1, RGBAFormat, FloatType),
      'crowd clips',
    ),
  };
}

export function disposeDataTextures(textures: DataTextures): void {
  textures.table.dispose();
  textures.bones.dispose();
  textures.clips.dispose();
}

function clipTexels(clips: readonly ClipInfo[]): Float32Array {
  return Float32Array.from(
    clips.flatMap(({ startFrame, frameCount, duration, loop }) => [
      startFrame,
      frameCount,
      duration,
      loop ? 1 : 0,
    ]),
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
