import { attribute, int, ivec2, uniform } from 'three/tsl';
import type { DataTexture, Node } from 'three/webgpu';
import type { ShaderFunctions } from './shader-functions.js';
import { loadTexel } from './three-internals.js';

/** The character table and the clips as nodes. */
export interface TableNodes {
  /** Texel 0 to 3 of a character's row. */
  row(character: Node<'uint'>, texel: number): Node<'uvec4'>;
  clip(clip: Node<'uint'>): Node<'vec4'>;
  /** Crowd seconds. */
  readonly time: Node<'float'> & { value: number };
}

export function createTableNodes(
  table: DataTexture,
  clips: DataTexture,
  shaders: ShaderFunctions,
): TableNodes {
  const row: TableNodes['row'] = (character, texel) =>
    loadTexel<'uvec4'>(table, shaders.crowdTexel(int(character).mul(4).add(texel)));
  return {
    row,
    clip: (clip) => loadTexel(clips, ivec2(int(clip), int(0))),
    time: uniform(0) as TableNodes['time'],
  };
}

/** Where this instance's pose comes from, and its packed colour. */
export function instancePair(): Node<'uvec2'> {
  return attribute<'uvec2'>('crowdInstance', 'uvec2');
}
