import { Document, type Node } from '@gltf-transform/core';
import { AFFINE_SIZE } from '../../../src/math/index.js';
import type { Clip } from '../../../src/rig/index.js';
import { addAccessor, addTrack } from '../edit-glb.js';
import { aboutZ, skinOf, TINY_BASE_BONES, TINY_JOINTS, type TinyBone } from './tiny-rig.js';

interface Box {
  readonly from: readonly [number, number, number];
  readonly to: readonly [number, number, number];
  /** Joints of the lower and of the upper four corners, each with its weight. */
  readonly lower: Readonly<Record<string, number>>;
  readonly upper: Readonly<Record<string, number>>;
}

const torso = (width: number): Box => ({
  from: [-width, 60, -12],
  to: [width, 145, 12],
  lower: { Hips: 1 },
  upper: { Spine: 0.75, Head: 0.25 },
});
const LEG: Box = {
  from: [2, 0, -8],
  to: [18, 60, 8],
  lower: { 'Leg.L': 1 },
  upper: { Hips: 0.5, 'Leg.L': 0.5 },
};

/** Boxes of each part, centimetres in bind pose. The highest is at 172, the lowest at 0. */
const PARTS: Readonly<Record<string, readonly Box[]>> = {
  robe_1: [torso(20), LEG],
  'robe.2': [torso(26), LEG],
  face_1: [{ from: [-8, 145, -8], to: [8, 165, 9], lower: { Head: 1 }, upper: { Head: 1 } }],
  hair_1: [{ from: [-9, 158, -9], to: [9, 172, 6], lower: { Head: 1 }, upper: { Head: 1 } }],
  hands: [
    { from: [22, 80, -4], to: [44, 130, 4], lower: { 'Hand.L': 1 }, upper: { 'Arm.L': 0.5, Spine: 0.5 } },
  ],
};

export const TINY_PARTS = Object.keys(PARTS);

function createNodes(document: Document, bones: readonly TinyBone[], rootScale: number): Map<string, Node> {
  const scene = document.createScene();
  const nodes = new Map<string, Node>();
  for (const { name, parent, translation, roll = 0 } of bones) {
    const node = document
      .createNode(name)
      .setTranslation([...translation])
      .setRotation(aboutZ(roll));
    nodes.set(name, node);
    if (parent === undefined) scene.addChild(node.setScale([rootScale, rootScale, rootScale]));
    else nodes.get(parent)?.addChild(node);
  }
  return nodes;
}

export function characterDocument(
  bones: readonly TinyBone[],
  rootScale: number,
  parts: readonly string[],
): Document {
  const document = new Document();
  const nodes = createNodes(document, bones, rootScale);
  const { inverseBind } = skinOf(bones);
  const columns = Float32Array.from({ length: TINY_JOINTS.length * 16 }, (_, i) => {
    const [joint, column, row] = [i >> 4, (i >> 2) & 3, i & 3];
    if (row === 3) return column === 3 ? 1 : 0;
    return inverseBind[joint * AFFINE_SIZE + row * 4 + column];
  });
  const skin = document.createSkin().setInverseBindMatrices(addAccessor(document, 'MAT4', columns));
  for (const joint of TINY_JOINTS) skin.addJoint(nodes.get(joint)!);
  for (const part of parts) {
    const mesh = document.createMesh(`${part}_mesh`).addPrimitive(createBoxes(document, part));
    const node = document.createNode(part).setMesh(mesh).setSkin(skin);
    // glTF ignores the transform of a skinned mesh's node, so it must not show.
    if (part === 'hair_1')
      document
        .getRoot()
        .listScenes()[0]
        .addChild(node.setTranslation([3, 5, 7]));
    else nodes.get('Armature')?.addChild(node);
  }
  return document;
}

function createBoxes(document: Document, part: string) {
  const positions: number[] = [];
  const joints: number[] = [];
  const weights: number[] = [];
  const indices: number[] = [];
  for (const { from, to, lower, upper } of PARTS[part]) {
    const first = positions.length / 3;
    for (let corner = 0; corner < 8; corner++) {
      const isUpper = (corner & 2) !== 0;
      positions.push((corner & 1 ? to : from)[0], (isUpper ? to : from)[1], (corner & 4 ? to : from)[2]);
      const influences = Object.entries(isUpper ? upper : lower);
      for (let k = 0; k < 4; k++) {
        joints.push(influences[k] ? TINY_JOINTS.indexOf(influences[k][0]) : 0);
        weights.push(influences[k]?.[1] ?? 0);
      }
    }
    for (const corner of BOX_TRIANGLES) indices.push(first + corner);
  }
  const isBody = part.startsWith('robe');
  const material = document.createMaterial(part).setExtras(isBody ? { tintMask: 'COLOR_0.a' } : {});
  const normals = positions.map((_, i) => (i % 3 === 1 ? 1 : 0));
  const colors = weights.map((_, i) => (i % 3 === 0 ? 0.5 : 1));
  return document
    .createPrimitive()
    .setMaterial(material)
    .setAttribute('POSITION', addAccessor(document, 'VEC3', positions))
    .setAttribute('NORMAL', addAccessor(document, 'VEC3', normals))
    .setAttribute('COLOR_0', addAccessor(document, 'VEC4', colors))
    .setAttribute('JOINTS_0', addAccessor(document, 'VEC4', Uint16Array.from(joints)))
    .setAttribute('WEIGHTS_0', addAccessor(document, 'VEC4', weights))
    .setIndices(addAccessor(document, 'SCALAR', Uint16Array.from(indices)));
}

/** Two triangles a side; corner bit 1 is x, 2 is y, 4 is z. */
const BOX_TRIANGLES = [
  0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
];

export function clipDocument(clip: Clip): Document {
  const document = new Document();
  const nodes = createNodes(document, TINY_BASE_BONES, 0.01);
  const animation = document.createAnimation(clip.name);
  if (clip.speed !== undefined) animation.setExtras({ speed: clip.speed });
  for (const track of clip.tracks) addTrack(document, animation, nodes.get(track.bone)!, track);
  return document;
}
