import { Group } from 'three';
import type { Glb } from './glb.js';

/** Name of the node that turns a file. */
const TURN_NAME = 'turned-to-face-z';

/**
 * A file whose character is turned about Y, by a node above all others: so that one which does not face +Z, and is moved by
 * something that knows no other front, looks where it goes. Its scene is taken over.
 *
 * Rejected: to turn rows in place of the file, since feet, the ground that clips cover and the GPU's own steps would each have
 * to know of it.
 *
 * @param angle radians, counter-clockwise from above
 */
export function turnGlb(glb: Glb, angle: number): Glb {
  const { json } = glb.file;
  const { nodes = [], scenes = [], scene: shown = 0 } = json;
  const children = new Set(nodes.flatMap((node) => node.children ?? []));
  const roots = scenes[shown]?.nodes ?? [...nodes.keys()].filter((node) => !children.has(node));
  const group = new Group();
  group.name = TURN_NAME;
  group.rotation.y = angle;
  group.add(...glb.scene.children);
  const scene = new Group();
  scene.add(group);
  scene.updateMatrixWorld(true);
  const turn = {
    name: TURN_NAME,
    children: roots,
    rotation: [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)],
  };
  return {
    ...glb,
    scene,
    objects: new Map(glb.objects).set(nodes.length, group),
    file: {
      ...glb.file,
      json: { ...json, nodes: [...nodes, turn], scenes: [{ nodes: [nodes.length] }], scene: 0 },
    },
  };
}
