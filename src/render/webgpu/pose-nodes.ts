import { Break, If, int, Loop, mat3, mix, select, vec3, vec4 } from 'three/tsl';
import type { Node } from 'three/webgpu';
import type { ShaderFunctions } from './shader-functions.js';
import type { LayerNodes, TableNodes } from './table-nodes.js';

/** The rig and its baked poses, read from textures or from buffers. */
export interface PaletteRig {
  readonly bones: number;
  /** Texels of a joint's local pose. */
  readonly localTexels: number;
  /** A texel of the local poses of all frames. */
  local(index: Node<'int'>): Node<'vec4'>;
  /** False if all characters have the file's own build. */
  readonly hasBuilds: boolean;
  /** A texel of the rig, four a joint; of line 0, or of that of a build, one more than its number. */
  rig(index: Node<'int'>, line: Node<'int'>): Node<'vec4'>;
}

/** The local poses of one character. */
export interface LocalNodes {
  rotation(joint: Node<'int'>): Node<'vec4'>;
  /** Texel 1 or 2 of the local pose: translation and scales. */
  numbers(joint: Node<'int'>, texel: number): Node<'vec4'>;
  /** The fourth texel of a joint in the rig's texture. */
  links(joint: Node<'int'>): Node<'vec4'>;
}

/** Values that all joints of a character's upper body share. */
interface UpperNodes {
  readonly frames: Node<'vec3'>;
  readonly weight: Node<'float'>;
  readonly isAdditive: Node<'uint'>;
  readonly first: Node<'float'>;
}

/**
 * Blends local poses between two frames, between two clips during a fade, and with the clip of the upper body: the twin of
 * `shaders/webgl/crowd-blended-local.glsl`. Call it within a `Fn`.
 *
 * @param animation texel of the character's row
 */
export function blendLocals(
  { bones, localTexels, local, rig }: PaletteRig,
  table: TableNodes,
  shaders: ShaderFunctions,
  character: Node<'uint'>,
  animation: Node<'uvec4'>,
): LocalNodes {
  const fade = table.row(character, 'fade').toVar();
  const frames = table.frames(animation).toVar();
  const oldFrames = table.oldFrames(animation, fade).toVar();
  const weight = shaders.crowdFadeWeight(fade, table.time).toVar();
  const upper = table.layers && upperNodes(table.layers, table, shaders, character);

  const load = (frame: Node<'float'>, joint: Node<'int'>, texel: number): Node<'vec4'> =>
    local(int(frame).mul(bones).add(joint).mul(localTexels).add(texel));
  const rotationAt = (at: Node<'vec3'>, joint: Node<'int'>): Node<'vec4'> =>
    shaders.crowdSlerp(load(at.x, joint, 0), load(at.y, joint, 0), at.z);
  const numbersAt = (at: Node<'vec3'>, joint: Node<'int'>, texel: number): Node<'vec4'> =>
    mix(load(at.x, joint, texel), load(at.y, joint, texel), at.z);
  const links = (joint: Node<'int'>): Node<'vec4'> => rig(joint.mul(4).add(3), int(0));

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
          // Rotation of the joint since the first frame of the clip.
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

/**
 * The rows of a joint's skin matrix: the inverse bind matrix, the local poses up the chain of joints, then the character's
 * transform. Call it within a `Fn`.
 *
 * @param change replaces parts of a joint's local pose, given its links, rotation and translation
 */
export function skinMatrix(
  { bones, localTexels, hasBuilds, rig }: PaletteRig,
  locals: LocalNodes,
  bone: Node<'int'>,
  position: Node<'uvec4'>,
  animation: Node<'uvec4'>,
  shaders: ShaderFunctions,
  change?: (links: Node<'vec4'>, rotation: Node<'vec4'>, translation: Node<'vec4'>) => void,
): Node<'vec4'>[] {
  const build = hasBuilds ? int(shaders.crowdBuild(animation)).add(1).toVar() : int(0);
  const bind = [0, 1, 2].map((r) => rig(bone.mul(4).add(r), build).toVar());
  const axes = mat3(bind[0].xyz, bind[1].xyz, bind[2].xyz).transpose().toVar();
  const translation = vec3(bind[0].w, bind[1].w, bind[2].w).toVar();
  const joint = int(bone).toVar();
  Loop(bones, () => {
    const links = locals.links(joint).toVar();
    const rotation = locals.rotation(joint);
    const first = locals.numbers(joint, 1);
    change?.(links, rotation, first);
    if (hasBuilds) first.addAssign(vec4(rig(joint.mul(4).add(3), build).xyz, 0));
    const scales = localTexels === 3 ? vec3(first.w, locals.numbers(joint, 2).xy) : first.www;
    const localAxes = shaders.crowdAxes(rotation, scales).toVar();
    translation.assign(first.xyz.add(localAxes.mul(translation)));
    axes.assign(localAxes.mul(axes));
    joint.assign(int(links.x));
    If(joint.lessThan(0), () => {
      Break();
    });
  });

  // A row of (heading · scale) is the axis in the character's space, times the scale.
  const origin = shaders.crowdFloats(position).toVar();
  const scale = shaders.crowdScale(animation).toVar();
  return [vec3(1, 0, 0), vec3(0, 1, 0), vec3(0, 0, 1)].map((axis) => {
    const r = shaders.crowdInverseRotate(axis, position.w).mul(scale).toVar();
    return vec4(r.mul(axes), r.dot(translation).add(axis.dot(origin.xyz))).toVar();
  });
}
