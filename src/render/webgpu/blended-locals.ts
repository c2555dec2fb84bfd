import { If, int, ivec2, mix, select, vec4 } from 'three/tsl';
import type { DataTexture, Node } from 'three/webgpu';
import type { ShaderFunctions } from './shader-functions.js';
import type { LayerNodes, TableNodes } from './table-nodes.js';
import { loadTexel } from './three-internals.js';

/** What a rig's poses are composed from. */
export interface PaletteRig {
  readonly bones: number;
  /** Texels that a joint's local pose takes. */
  readonly localTexels: number;
  readonly locals: DataTexture;
  readonly rig: DataTexture;
}

/** The local poses of one character, blended: between frames, between clips, and with the upper body's clip. */
export interface BlendedLocals {
  rotation(joint: Node<'int'>): Node<'vec4'>;
  /** Texel 1 or 2 of the local pose: translation and scales. */
  numbers(joint: Node<'int'>, texel: number): Node<'vec4'>;
  /** The fourth texel of a joint in the rig's texture. */
  links(joint: Node<'int'>): Node<'vec4'>;
}

/** What is the same for all joints of a character's upper body. */
interface UpperNodes {
  readonly frames: Node<'vec3'>;
  readonly weight: Node<'float'>;
  readonly isAdditive: Node<'uint'>;
  readonly first: Node<'float'>;
}

/**
 * Writes in TSL what `shaders/webgl/crowd-blended-local.glsl` says. To be called within a `Fn`.
 *
 * @param animation texel of the character's row
 */
export function blendLocals(
  { bones, localTexels, locals, rig }: PaletteRig,
  table: TableNodes,
  shaders: ShaderFunctions,
  character: Node<'uint'>,
  animation: Node<'uvec4'>,
): BlendedLocals {
  const fade = table.row(character, 'fade').toVar();
  const frames = table.frames(animation).toVar();
  const oldFrames = table.oldFrames(animation, fade).toVar();
  const weight = shaders.crowdFadeWeight(fade, table.time).toVar();
  const upper = table.layers && upperNodes(table.layers, table, shaders, character);

  const load = (frame: Node<'float'>, joint: Node<'int'>, texel: number): Node<'vec4'> =>
    loadTexel(locals, shaders.crowdTexel(int(frame).mul(bones).add(joint).mul(localTexels).add(texel)));
  const rotationAt = (at: Node<'vec3'>, joint: Node<'int'>): Node<'vec4'> =>
    shaders.crowdSlerp(load(at.x, joint, 0), load(at.y, joint, 0), at.z);
  const numbersAt = (at: Node<'vec3'>, joint: Node<'int'>, texel: number): Node<'vec4'> =>
    mix(load(at.x, joint, texel), load(at.y, joint, texel), at.z);
  const links = (joint: Node<'int'>): Node<'vec4'> => loadTexel(rig, ivec2(joint.mul(4).add(3), int(0)));

  return {
    links,
    rotation: (joint) => {
      const rotation = rotationAt(frames, joint).toVar();
      If(weight.lessThan(1), () => {
        rotation.assign(shaders.crowdSlerp(rotationAt(oldFrames, joint), rotation, weight));
      });
      if (upper) {
        If(upper.weight.greaterThan(0).and(links(joint).y.greaterThan(0)), () => {
          const own = rotationAt(upper.frames, joint).toVar();
          // What the clip turns the joint by since its first frame.
          const first = load(upper.first, joint, 0).toVar();
          const turned = shaders.crowdProduct(vec4(first.xyz.negate(), first.w), own);
          const added = shaders.crowdProduct(rotation, turned);
          const wanted = select(upper.isAdditive.equal(1), added, own);
          rotation.assign(shaders.crowdSlerp(rotation, wanted, upper.weight));
        });
      }
      return rotation;
    },
    numbers: (joint, texel) => {
      const numbers = numbersAt(frames, joint, texel).toVar();
      If(weight.lessThan(1), () => {
        numbers.assign(mix(numbersAt(oldFrames, joint, texel), numbers, weight));
      });
      return numbers;
    },
  };
}

function upperNodes(
  layers: LayerNodes,
  table: TableNodes,
  shaders: ShaderFunctions,
  character: Node<'uint'>,
): UpperNodes {
  const texel = layers.texel(character, 'upper').toVar();
  const clip = table.clip(shaders.crowdUpperNumber(texel)).toVar();
  return {
    frames: shaders.crowdFrames(clip, shaders.crowdUpperSeconds(texel, table.time)).toVar(),
    weight: shaders.crowdUpperWeight(layers.texel(character, 'body'), texel, table.time).toVar(),
    isAdditive: shaders.crowdUpperIsAdditive(texel).toVar(),
    first: clip.x,
  };
}
