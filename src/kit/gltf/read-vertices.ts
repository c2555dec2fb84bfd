import type { Skin as GltfSkin, Node, Primitive } from '@gltf-transform/core';
import { RigError } from '../../errors/index.js';
import type { SkinnedVertices } from '../../rig/index.js';
import { inverseBindOf } from './read-skeleton.js';

/** Inverse bind matrices that differ by more than this put vertices elsewhere. */
const BIND_TOLERANCE = 1e-4;

/** Some exporters give each mesh a skin of its own with the joints it needs: the one with most joints stands for all. */
export function largestSkin(nodes: readonly Node[]): GltfSkin {
  return nodes
    .map((node) => node.getSkin()!)
    .reduce((best, skin) => (skin.listJoints().length > best.listJoints().length ? skin : best));
}

/**
 * The vertices of a skinned mesh, all its primitives together, with the joints of `main`. Only the first four influences
 * of a vertex are read.
 *
 * @throws RigError where the mesh's own skin has a joint that `main` lacks or binds otherwise
 */
export function readVertices(node: Node, main: GltfSkin): SkinnedVertices {
  const jointOf = mapJoints(node, main);
  const primitives = node.getMesh()!.listPrimitives();
  return {
    positions: Float32Array.from(primitives.flatMap((primitive) => numbers(node, primitive, 'POSITION'))),
    joints: Uint16Array.from(
      primitives.flatMap((primitive) => numbers(node, primitive, 'JOINTS_0').map((joint) => jointOf[joint])),
    ),
    weights: Float32Array.from(primitives.flatMap((primitive) => numbers(node, primitive, 'WEIGHTS_0'))),
  };
}

function mapJoints(node: Node, main: GltfSkin): number[] {
  const skin = node.getSkin()!;
  const mainJoints = main.listJoints();
  return skin.listJoints().map((joint, i) => {
    const index = mainJoints.indexOf(joint);
    const isSame =
      index >= 0 &&
      (skin === main ||
        inverseBindOf(main, index).every(
          (value, k) => Math.abs(value - inverseBindOf(skin, i)[k]) <= BIND_TOLERANCE,
        ));
    if (!isSame) {
      throw new RigError(
        `mesh "${node.getName()}" binds joint "${joint.getName()}" in another way than the other meshes; ` +
          'bind all meshes to one armature in one pose and export again',
      );
    }
    return index;
  });
}

function numbers(node: Node, primitive: Primitive, attribute: string): number[] {
  const accessor = primitive.getAttribute(attribute);
  if (accessor === null) {
    throw new RigError(
      `mesh "${node.getName()}" has a skin but no ${attribute}; export it again with weights`,
    );
  }
  const element: number[] = [];
  return Array.from({ length: accessor.getCount() }).flatMap((_, i) => [...accessor.getElement(i, element)]);
}
