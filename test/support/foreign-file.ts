import { Document, type Node, WebIO } from '@gltf-transform/core';
import { AnimationMixer, LoopOnce, LoopRepeat, type Matrix4, type Object3D, PropertyBinding } from 'three';
import { type Crowd, createCrowdFromGLTF } from 'three-crowd';
import { type GLTF, GLTFLoader } from 'three-stdlib';
import { onTestFinished } from 'vitest';
import { addAccessor, addTrack, type Keys } from './edit-glb.js';
import { plainRenderer } from './render/plain-renderer.js';

/** A node with its place relative to its parent, metres, and the half sizes of its box, if it has one. */
export interface FileNode {
  readonly name: string;
  /** @default the scene */
  readonly parent?: string;
  readonly at?: readonly [x: number, y: number, z: number];
  readonly box?: readonly [x: number, y: number, z: number];
  /** Joints that the box is skinned to, the first of them with all weight; rigid without. */
  readonly joints?: readonly string[];
}

export interface FileTrack extends Keys {
  readonly node: string;
}

/** The tracks of each clip by its name. */
export type FileClips = Readonly<Record<string, readonly FileTrack[]>>;

const SIGNS = [-1, 1];
const CORNERS = SIGNS.flatMap((x) => SIGNS.flatMap((y) => SIGNS.map((z) => [x, y, z])));
const NORMALS = CORNERS.flat().map((sign) => sign / Math.sqrt(3));
const SIDES = [
  0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1, 2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3,
];

/** Writes a GLB of boxes. `change` changes it before it is written. */
export function writeForeignFile(
  nodes: readonly FileNode[],
  clips: FileClips = {},
  change: (document: Document, find: (name: string) => Node) => void = () => {},
): Promise<Uint8Array<ArrayBuffer>> {
  const document = new Document();
  const scene = document.createScene();
  const made = new Map(
    nodes.map(({ name, at = [0, 0, 0] }) => [name, document.createNode(name).setTranslation([...at])]),
  );
  const find = (name: string): Node => {
    const node = made.get(name);
    if (!node) throw new Error(`There is no node "${name}".`);
    return node;
  };
  /** Place in the scene; no node is turned. */
  const placeOf = (name: string): number[] => {
    const { parent, at = [0, 0, 0] } = nodes.find((node) => node.name === name) as FileNode;
    const above = parent === undefined ? [0, 0, 0] : placeOf(parent);
    return at.map((value, k) => value + above[k]);
  };
  for (const { name, parent, box, joints } of nodes) {
    (parent === undefined ? scene : find(parent)).addChild(find(name));
    if (!box) continue;
    const place = joints ? placeOf(joints[0]) : [0, 0, 0];
    const corners = CORNERS.map((corner) => corner.map((sign, k) => place[k] + sign * box[k]));
    const primitive = document
      .createPrimitive()
      .setAttribute('POSITION', addAccessor(document, 'VEC3', corners.flat()))
      .setAttribute('NORMAL', addAccessor(document, 'VEC3', NORMALS))
      .setIndices(addAccessor(document, 'SCALAR', Uint16Array.from(SIDES)))
      .setMaterial(document.createMaterial(name).setBaseColorFactor([1, 1, 1, 1]));
    find(name).setMesh(document.createMesh(name).addPrimitive(primitive));
    if (!joints) continue;
    const weights = CORNERS.flatMap(() => [1, 0, 0, 0]);
    primitive
      .setAttribute('JOINTS_0', addAccessor(document, 'VEC4', new Uint16Array(32)))
      .setAttribute('WEIGHTS_0', addAccessor(document, 'VEC4', weights));
    const bind = joints.flatMap((joint) => {
      const [x, y, z] = placeOf(joint);
      return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -x, -y, -z, 1];
    });
    const skin = document.createSkin().setInverseBindMatrices(addAccessor(document, 'MAT4', bind));
    for (const joint of joints) skin.addJoint(find(joint));
    find(name).setSkin(skin);
  }
  for (const [name, tracks] of Object.entries(clips)) {
    const animation = document.createAnimation(name);
    for (const track of tracks) addTrack(document, animation, find(track.node), track);
  }
  change(document, find);
  return new WebIO().writeBinary(document);
}

/** A turn about X, radians, as a quaternion. */
export function turnX(angle: number): [x: number, y: number, z: number, w: number] {
  return [Math.sin(angle / 2), 0, 0, Math.cos(angle / 2)];
}

export function loadByThree(bytes: Uint8Array<ArrayBuffer>): Promise<GLTF> {
  return new GLTFLoader().parseAsync(bytes.slice().buffer, '');
}

/** The scene of one file, posed by three's mixer `seconds` after the start of a clip of any file. */
export async function actByThree(
  body: GLTF,
  { animations }: Pick<GLTF, 'animations'>,
  clip: string,
  seconds: number,
  loop: 'once' | 'repeat' = 'repeat',
): Promise<Object3D> {
  const mixer = new AnimationMixer(body.scene);
  const found = animations.find(({ name }) => name === clip);
  if (!found) throw new Error(`There is no clip "${clip}".`);
  const action = mixer.clipAction(found).play();
  action.setLoop(loop === 'once' ? LoopOnce : LoopRepeat, Number.POSITIVE_INFINITY);
  action.clampWhenFinished = true;
  mixer.update(seconds);
  body.scene.updateMatrixWorld(true);
  return body.scene;
}

type Options = Omit<Parameters<typeof createCrowdFromGLTF>[1], 'renderer'>;

/** A crowd of files that is never drawn. Warnings are errors, unless `options` say otherwise. */
export async function createForeignCrowd(
  files: readonly (Uint8Array<ArrayBuffer> | File | GLTF)[],
  options: Options,
): Promise<Crowd> {
  const sources = files.map((file, k) =>
    file instanceof Uint8Array ? new File([file], `file-${k}.glb`) : file,
  );
  const crowd = await createCrowdFromGLTF(sources as never, {
    renderer: plainRenderer(),
    strict: true,
    ...options,
  });
  onTestFinished(() => crowd.dispose());
  return crowd;
}

/** World matrix of a node of a character: of the object that draws a clone, or the socket of an instance. */
export function nodeMatrix(crowd: Crowd, character: number, node: string, target: Matrix4): Matrix4 {
  crowd.updateMatrixWorld(true);
  const object =
    crowd.stats.mode === 'clones' &&
    crowd.children[character]?.getObjectByName(PropertyBinding.sanitizeNodeName(node));
  return object ? target.copy(object.matrixWorld) : crowd.getSocketMatrix(character, node, target);
}
