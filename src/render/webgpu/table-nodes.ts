import { attribute, int, ivec2, texture, uniform } from 'three/tsl';
import type { DataTexture, Node } from 'three/webgpu';
import { TINTS, type Tint } from '../../protocol/index.js';
import { TABLE_WIDTH } from '../shared/index.js';
import type { ShaderFunctions } from './shader-functions.js';

/** The character table and the clips as nodes. */
export interface TableNodes {
  /** Texel 0 to 3 of a character's row. */
  row(character: Node<'uint'>, texel: number): Node<'uvec4'>;
  clip(clip: Node<'uint'>): Node<'vec4'>;
  color(character: Node<'uint'>, tint: Tint): Node<'vec3'>;
  /** Crowd seconds. */
  readonly time: Node<'float'> & { value: number };
}

/** Texel of the character table that holds the colours. */
export const COLOR_TEXEL = 3;

export function createTableNodes(
  table: DataTexture,
  clips: DataTexture,
  shaders: ShaderFunctions,
): TableNodes {
  const row: TableNodes['row'] = (character, texel) =>
    texture<'uvec4'>(table).load(shaders.crowdTexel(int(character).mul(4).add(texel), int(TABLE_WIDTH)));
  return {
    row,
    clip: (clip) => texture(clips).load(ivec2(int(clip), int(0))),
    color: (character, tint) => colorOf(row(character, COLOR_TEXEL), tint, shaders),
    time: uniform(0) as TableNodes['time'],
  };
}

/** One of the three colours of a row. */
export function colorOf(colors: Node<'uvec4'>, tint: Tint, shaders: ShaderFunctions): Node<'vec3'> {
  return shaders.crowdColor([colors.x, colors.y, colors.z][TINTS.indexOf(tint)]);
}

/** The palette slot of this instance. */
export function instanceSlot(): Node<'uint'> {
  return attribute<'uvec2'>('crowdInstance', 'uvec2').x;
}

/** Row of the character table that this instance is drawn from. */
export function instanceCharacter(): Node<'uint'> {
  return attribute<'uvec2'>('crowdInstance', 'uvec2').y;
}
