import { Group } from 'three';
import { readVrm } from '../../gltf/index.js';
import type { Glb } from './glb.js';

/** Name of the node that places a file. */
const PLACE_NAME = 'three-crowd-place';

/** Rotation and scale of a file's root in a crowd's space. */
export interface RootTransform {
  /** Radians about Y, counter-clockwise from above. */
  readonly angle: number;
  readonly scale: number;
}

/** True if the file says that its character faces −Z. */
export function facesBack({ file }: Glb): boolean {
  return readVrm(file.json)?.facesBack ?? false;
}

/**
 * A file turned about Y and scaled, by a node above all others: so that a character which does not face +Z, or is not in
 * metres, is one like any other to all that moves it. Its scene is taken over.
 *
 * Rejected: to turn and scale rows in place of the file, since feet, the ground that clips cover, all that is measured in metres
 * and the GPU's own steps would each have to know of it.
 */
export function placeGlb(glb: Glb, { angle, scale }: RootTransform): Glb {
  if (angle === 0 && scale === 1) return glb;
  const { json } = glb.file;
  const { nodes = [], scenes = [], scene: shown = 0 } = json;
  const children = new Set(nodes.flatMap((node) => node.children ?? []));
  const roots = scenes[shown]?.nodes ?? [...nodes.keys()].filter((node) => !children.has(node));
  const group = new Group();
  group.name = PLACE_NAME;
  group.rotation.y = angle;
  group.scale.setScalar(scale);
  group.add(...glb.scene.children);
  const scene = new Group();
  scene.add(group);
  scene.updateMatrixWorld(true);
  const place = {
    name: PLACE_NAME,
    children: roots,
    rotation: [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)],
    scale: [scale, scale, scale],
  };
  return {
    ...glb,
    scene,
    objects: new Map(glb.objects).set(nodes.length, group),
    file: {
      ...glb.file,
      json: { ...json, nodes: [...nodes, place], scenes: [{ nodes: [nodes.length] }], scene: 0 },
    },
  };
}
