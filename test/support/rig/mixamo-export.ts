import { Document, type Node, WebIO } from '@gltf-transform/core';
import { Euler, Matrix4, Quaternion, Vector3 } from 'three';
import { addAccessor, addTrack, type Keys } from '../edit-glb.js';

/** A bone, the one above, and where it is from there, centimetres. */
const BONES: readonly (readonly [name: string, parent: string, place: readonly [number, number, number]])[] =
  [
    ['Hips', '', [0, 0, -95]],
    ['Spine', 'Hips', [0, 15, 0]],
    ['Head', 'Spine', [0, 45, 0]],
    ...(['Left', 'Right'] as const).flatMap((side) => {
      const x = side === 'Left' ? 1 : -1;
      return [
        [`${side}UpLeg`, 'Hips', [9 * x, -5, 0]],
        [`${side}Leg`, `${side}UpLeg`, [0, -42, 0]],
        [`${side}Foot`, `${side}Leg`, [0, -40, 4]],
        [`${side}Arm`, 'Spine', [18 * x, 38, 0]],
        [`${side}ForeArm`, `${side}Arm`, [28 * x, 0, 0]],
      ] as const;
    }),
  ];

/** Half the size of each bone's box, centimetres: from the soles at 0 to a head at 170. */
const HALF = { Head: 15, LeftFoot: 8, RightFoot: 8 } as const;
const QUARTER = Math.SQRT1_2;

export const MIXAMO_CLIP = 'mixamo.com';

/** Turns of bones about X, radians, and how far the hips are up, centimetres, at a fraction of a clip. */
type Motion = (fraction: number) => {
  readonly turns: Readonly<Record<string, number>>;
  readonly rise: number;
};

/** Options of an export. */
export interface MixamoExportOptions {
  /** Metres that the walk takes the hips forward in a round, as it does where "in place" is not ticked. @default 0 */
  readonly stride?: number;
  /** Scale of the armature. @default 0.01: metres; 1 leaves centimetres, as exports do that lose it */
  readonly scale?: number;
  /** Radians about Y that the armature is turned: π has the character look along −Z. @default 0 */
  readonly turn?: number;
  /** Prefix of bone names. @default 'mixamorig:' */
  readonly prefix?: string;
}

const MOTIONS: Readonly<Record<string, readonly [seconds: number, frames: number, Motion]>> = {
  // The T-pose after conversion.
  character: [1 / 15, 3, () => ({ turns: {}, rise: 0 })],
  idle: [2, 61, (t) => ({ turns: { Spine: 0.05 * Math.sin(2 * Math.PI * t) }, rise: 0 })],
  walk: [
    1,
    31,
    (t) => {
      const swing = 0.5 * Math.sin(2 * Math.PI * t);
      // The knee of the leg that comes forward is bent, so that the other foot is the one on the ground.
      const bend = 0.9 * Math.cos(2 * Math.PI * t);
      const turns = {
        ...{ LeftUpLeg: swing, RightUpLeg: -swing, LeftArm: -swing, RightArm: swing },
        ...{ LeftLeg: Math.max(0, -bend), RightLeg: Math.max(0, bend) },
      };
      return { turns, rise: 2 * Math.cos(4 * Math.PI * t) };
    },
  ],
};

/**
 * A character of Mixamo and two animations without skin, as GLB files: centimetres and Z up below an armature that converts
 * them, bones called `mixamorig:…`, hips that move, and every clip called `mixamo.com`.
 */
export async function mixamoExport({
  stride = 0,
  scale = 0.01,
  turn = 0,
  prefix = 'mixamorig:',
}: MixamoExportOptions = {}): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const name of Object.keys(MOTIONS)) {
    const document = new Document();
    const nodes = addArmature(document, scale, turn, prefix);
    if (name === 'character') addBoxes(document, nodes, 100 * scale);
    addClip(document, nodes, name, name === 'walk' ? stride : 0);
    files.set(`${name}.glb`, await new WebIO().writeBinary(document));
  }
  return files;
}

function addArmature(document: Document, scale: number, turn: number, prefix: string): Map<string, Node> {
  const turned = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), turn);
  const armature = document
    .createNode('Armature')
    .setRotation(new Quaternion(QUARTER, 0, 0, QUARTER).premultiply(turned).toArray())
    .setScale([scale, scale, scale]);
  document.createScene().addChild(armature);
  const nodes = new Map([['', armature]]);
  for (const [name, parent, place] of BONES) {
    const node = document.createNode(`${prefix}${name}`).setTranslation([...place]);
    if (parent === '') node.setRotation([-QUARTER, 0, 0, QUARTER]);
    nodes.get(parent)!.addChild(node);
    nodes.set(name, node);
  }
  return nodes;
}

/** A box for each bone, in one mesh that is bound in centimetres. */
function addBoxes(document: Document, nodes: ReadonlyMap<string, Node>, size: number): void {
  const skin = document.createSkin();
  const numbers = {
    positions: [] as number[],
    normals: [] as number[],
    joints: [] as number[],
    bind: [] as number[],
  };
  BONES.forEach(([name], joint) => {
    const node = nodes.get(name)!;
    skin.addJoint(node);
    const world = new Matrix4().fromArray(node.getWorldMatrix());
    const toMetres = new Matrix4().makeScale(0.01, 0.01, 0.01);
    numbers.bind.push(...world.clone().invert().multiply(toMetres).elements);
    const center = new Vector3().setFromMatrixPosition(world).multiplyScalar(100);
    const half = HALF[name as keyof typeof HALF] ?? 4;
    for (let corner = 0; corner < 8; corner++) {
      const signs = [corner & 1, (corner >> 1) & 1, corner >> 2].map((bit) => bit * 2 - 1);
      numbers.positions.push(...center.toArray().map((value, k) => value + size * half * signs[k]));
      numbers.normals.push(...signs.map((sign) => sign / Math.sqrt(3)));
      numbers.joints.push(joint, 0, 0, 0);
    }
  });
  skin.setInverseBindMatrices(addAccessor(document, 'MAT4', numbers.bind));
  const count = BONES.length * 8;
  const weights = Float32Array.from({ length: count * 4 }, (_, k) => (k % 4 === 0 ? 1 : 0));
  // Each corner with the next two: which triangles there are does not matter.
  const corners = Uint16Array.from({ length: (count - 2) * 3 }, (_, k) => Math.floor(k / 3) + (k % 3));
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', addAccessor(document, 'VEC3', numbers.positions))
    .setAttribute('NORMAL', addAccessor(document, 'VEC3', numbers.normals))
    .setAttribute('JOINTS_0', addAccessor(document, 'VEC4', Uint8Array.from(numbers.joints)))
    .setAttribute('WEIGHTS_0', addAccessor(document, 'VEC4', weights))
    .setIndices(addAccessor(document, 'SCALAR', corners));
  const mesh = document.createMesh('Beta_Surface').addPrimitive(primitive);
  nodes.get('')!.addChild(document.createNode('Beta_Surface').setMesh(mesh).setSkin(skin));
}

/** Keys for every bone in every frame, as Mixamo writes them. */
function addClip(document: Document, nodes: ReadonlyMap<string, Node>, name: string, stride: number): void {
  const [seconds, frames, motion] = MOTIONS[name];
  const fractions = Array.from({ length: frames }, (_, frame) => frame / (frames - 1));
  const times = fractions.map((fraction) => fraction * seconds);
  const animation = document.createAnimation(MIXAMO_CLIP);
  const add = (node: Node, path: Keys['path'], values: readonly (readonly number[])[]) =>
    addTrack(document, animation, node, { path, times, values: values.flat() });
  for (const [bone] of BONES) {
    const node = nodes.get(bone)!;
    const rest = new Quaternion(...node.getRotation());
    const turned = fractions.map((fraction) =>
      new Quaternion()
        .setFromEuler(new Euler(motion(fraction).turns[bone] ?? 0, 0, 0))
        .premultiply(rest)
        .toArray(),
    );
    add(node, 'rotation', turned);
  }
  const hips = nodes.get('Hips')!;
  const [x, y, z] = hips.getTranslation();
  add(
    hips,
    'translation',
    fractions.map((fraction) => [x, y + 100 * stride * fraction, z - motion(fraction).rise]),
  );
}

/** Files by name, as a page gets them from a user. */
export function filesOf(exported: ReadonlyMap<string, Uint8Array<ArrayBuffer>>): File[] {
  return [...exported].map(([name, bytes]) => new File([bytes], name));
}
