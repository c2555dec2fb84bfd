import type { Document, Node } from '@gltf-transform/core';
import { type Skeleton, TRS_SIZE } from '../../rig/index.js';

/** Adds a scene with one node per bone. Returns the nodes in bone order. */
export function addSkeletonNodes(document: Document, { names, parents, rest }: Skeleton): Node[] {
  const scene = document.createScene();
  document.getRoot().setDefaultScene(scene);
  const nodes = names.map((name, bone) => {
    const [tx, ty, tz, qx, qy, qz, qw, sx, sy, sz] = Array.from(
      rest.subarray(bone * TRS_SIZE, (bone + 1) * TRS_SIZE),
      shortest,
    );
    return document
      .createNode(name)
      .setTranslation([tx, ty, tz])
      .setRotation([qx, qy, qz, qw])
      .setScale([sx, sy, sz]);
  });
  nodes.forEach((node, bone) => {
    if (parents[bone] < 0) scene.addChild(node);
    else nodes[parents[bone]].addChild(node);
  });
  return nodes;
}

/** Returns the shortest decimal for a 32-bit float: 0.01 for 0.009999999776482582. */
function shortest(float: number): number {
  for (let digits = 1; digits < 9; digits++) {
    const decimal = Number(float.toPrecision(digits));
    if (Math.fround(decimal) === float) return decimal;
  }
  return float;
}
