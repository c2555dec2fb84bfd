import { nodeObject } from 'three/tsl';
import { type Node, type Texture, TextureNode } from 'three/webgpu';

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
