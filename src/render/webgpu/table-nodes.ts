import { attribute, int, ivec2, nodeObject, uniform } from 'three/tsl';
import { type DataTexture, type Node, type Texture, TextureNode } from 'three/webgpu';
import type { ShaderFunctions } from './shader-functions.js';

/**
 * A texel by its place alone. three's own node sends every place through the UV matrix of the texture, and on WebGL2
 * turns it over where the texture was drawn to: a matrix, a branch and two uniforms for each read of each draw.
 */
class TexelNode extends TextureNode {
  setupUV(_builder: unknown, place: Node): Node {
    return place;
  }
}

/** @param place column and row, as the texture's memory or the pass that drew it counts them from its first row */
export function loadTexel<T extends 'vec4' | 'uvec4' = 'vec4'>(
  texture: Texture,
  place: Node<'ivec2'>,
): Node<T> {
  return nodeObject(new TexelNode(texture, place)).setSampler(false) as unknown as Node<T>;
}

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
