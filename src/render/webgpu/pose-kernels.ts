import { Fn, If, instanceIndex, int, Loop } from 'three/tsl';
import type { ComputeNode, Node, StorageBufferAttribute } from 'three/webgpu';
import type { LocalPoses } from '../../rig/index.js';
import { WORKGROUP } from '../drawing/index.js';
import type { ComputeBuffers } from './compute-buffers.js';
import { LimbNodes } from './limb-nodes.js';
import { blendLocals, type LocalNodes, type PaletteRig, skinMatrix } from './pose-nodes.js';
import type { ShaderFunctions } from './shader-functions.js';
import { createTableNodes, readTableBuffers, type TableBuffers, type TableNodes } from './table-nodes.js';
import { dispatch, readBuffer, writtenBuffer } from './three-internals.js';

export interface PoseInputs extends TableBuffers {
  readonly time: TableNodes['time'];
  readonly step: TableNodes['step'];
  readonly matrices: StorageBufferAttribute;
}

/** Kernels that pose every slot, in their order. */
export interface PoseKernels {
  /** Without layers. */
  readonly plain: readonly ComputeNode[];
  /** With layers; undefined in a crowd without. */
  readonly layered: readonly ComputeNode[] | undefined;
}

/**
 * Poses every slot into `matrices`: local poses, one invocation a joint and slot; limbs, one a slot; then skin matrices,
 * one a bone and slot.
 *
 * Notes: milliseconds for 400 characters of 41 bones on a software GPU, where local poses and skin matrices take 7.8 in
 * two kernels. One invocation a character, 4.0, but with the fewest threads; each bone blending its ancestors' local
 * poses again, 12.8; a workgroup a character with shared memory, 37.9, or 75.6 with a barrier a level.
 * Written by hand in WGSL, frames of 400 and 1,500 characters took 17 and 148 ms without layers, 21 and 191 with; by these
 * nodes 9 and 78, 24 and 115 (least of 30 to 75 frames by turns, busy machine).
 */
export function poseKernels(
  { control, attributes }: ComputeBuffers,
  { parents, size, limbs, builds }: Pick<LocalPoses, 'parents' | 'size' | 'limbs' | 'builds'>,
  pose: PoseInputs,
  shaders: ShaderFunctions,
): PoseKernels {
  const bones = parents.length;
  const localTexels = size / 4;
  const baked = readBuffer(attributes.crowdLocals, 'crowdLocals', 'vec4');
  const rigTexels = readBuffer(attributes.crowdRig, 'crowdRig', 'vec4');
  const clips = readBuffer(attributes.crowdClips, 'crowdClips', 'vec4');
  const slots = readBuffer(attributes.crowdSlots, 'crowdSlots', 'uint');
  const written = writtenBuffer(attributes.crowdPose, 'crowdPose', 'vec4');
  const blended = readBuffer(attributes.crowdPose, 'crowdPose', 'vec4');
  const matrices = writtenBuffer(pose.matrices, 'crowdMatrices', 'vec4');
  const rig: PaletteRig = {
    bones,
    localTexels,
    local: (index) => baked.element(index),
    hasBuilds: builds !== undefined,
    rig: (index, line) => rigTexels.element(line.mul(4 * bones).add(index)),
  };
  const createTable = (layers: TableBuffers['layers']): TableNodes =>
    createTableNodes(
      readTableBuffers({ ...pose, layers }, (number) => clips.element(number)),
      shaders,
      pose.time,
      pose.step,
    );
  const table = createTable(undefined);

  /** Calls `body` in each invocation whose slot is in use. */
  const kernel = (
    name: string,
    perSlot: number,
    body: (slot: Node<'uint'>, character: Node<'uint'>, joint: Node<'int'>) => void,
  ): ComputeNode => {
    const run = Fn(() => {
      const slot = instanceIndex.div(perSlot).toVar();
      If(slot.lessThan(slots.element(0)), () => {
        body(slot, slots.element(slot.add(1)).toVar(), int(instanceIndex.mod(perSlot)).toVar());
      });
    })();
    return dispatch(name, run, control, WORKGROUP);
  };
  const texelOf = (slot: Node<'uint'>, joint: Node<'int'>, texel: number): Node<'int'> =>
    int(slot).mul(bones).add(joint).mul(localTexels).add(texel);
  /** The local poses that the previous kernel wrote. */
  const localsOf = (slot: Node<'uint'>, from: typeof written): LocalNodes => ({
    rotation: (joint) => from.element(texelOf(slot, joint, 0)).toVar(),
    numbers: (joint, texel) => from.element(texelOf(slot, joint, texel)).toVar(),
    links: (joint) => rig.rig(joint.mul(4).add(3), int(0)),
  });

  const local = (of: TableNodes): ComputeNode =>
    kernel('crowd local', bones, (slot, character, joint) => {
      const animation = of.row(character, 'animation').toVar();
      const locals = blendLocals(rig, of, shaders, character, animation);
      written.element(texelOf(slot, joint, 0)).assign(locals.rotation(joint));
      for (let texel = 1; texel < localTexels; texel++) {
        written.element(texelOf(slot, joint, texel)).assign(locals.numbers(joint, texel));
      }
    });
  const palette = kernel('crowd palette', bones, (slot, character, bone) => {
    const position = table.position(character).toVar();
    const animation = table.row(character, 'animation').toVar();
    const rows = skinMatrix(rig, localsOf(slot, blended), bone, position, animation, shaders);
    for (const [r, row] of rows.entries()) {
      matrices.element(int(slot).mul(bones).add(bone).mul(3).add(r)).assign(row);
    }
  });
  const limbKernel = (
    of: TableNodes,
    layers: NonNullable<TableNodes['layers']>,
    own: NonNullable<typeof limbs>,
  ) =>
    kernel('crowd limbs', 1, (slot, character) => {
      const animation = of.row(character, 'animation').toVar();
      const body = layers.texel(character, 'body').toVar();
      const drop = shaders.crowdHipsDrop(body).toVar();
      const locals = localsOf(slot, written);
      const solver = new LimbNodes(
        own,
        bones,
        { character, animation, table: of, layers, locals, body, drop },
        shaders,
      );
      const setRotation = (joint: Node<'int'>, rotation: Node<'vec4'>): void => {
        written.element(texelOf(slot, joint, 0)).assign(rotation);
      };
      Loop(2, ({ i: side }) => {
        solver.leg(int(side).equal(0), setRotation);
      });
      const { head } = own;
      if (head) {
        If(shaders.crowdLookWeight(body).greaterThan(0), () => {
          const [headRotation, neckRotation] = solver.headRotations(head);
          setRotation(int(head.head), headRotation);
          if (neckRotation) setRotation(int(head.neck), neckRotation);
        });
      }
      // Last, because legs are solved from hips that are not lowered yet.
      If(drop.greaterThan(0), () => {
        written.element(texelOf(slot, int(own.hips), 1)).assign(solver.loweredHips());
      });
    });
  const layered = pose.layers && createTable(pose.layers);
  return {
    plain: [local(table), palette],
    layered: layered?.layers &&
      limbs && [local(layered), limbKernel(layered, layered.layers, limbs), palette],
  };
}
