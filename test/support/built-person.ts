/** A person made of three's objects, and three's own answer for each build: scales of bones that no bone below inherits. */
import {
  AnimationClip,
  AnimationMixer,
  Bone,
  BoxGeometry,
  Float32BufferAttribute,
  Group,
  MeshStandardMaterial,
  Object3D,
  Quaternion,
  QuaternionKeyframeTrack,
  Skeleton,
  SkinnedMesh,
  Uint16BufferAttribute,
  Vector3,
  VectorKeyframeTrack,
} from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { clone } from 'three/addons/utils/SkeletonUtils.js';
import type { BuildOptions } from 'three-crowd';
import { loadGltfAssets } from '../../src/assets/gltf-assets.js';
import { checkVary } from '../../src/from-gltf/vary-options.js';
import { mulberry32 } from '../../src/math/index.js';
import type { BodySizes } from '../../src/rig/index.js';

import type { FileNode } from './foreign-file.js';

type Triple = readonly [x: number, y: number, z: number];
/** The stretch of a bone's vertices in its own space. */
type Stretch = (sizes: BodySizes) => Triple;

const still: Stretch = () => [1, 1, 1];
const leg: Stretch = ({ girth }) => [girth, 1, girth];
const trunk: Stretch = ({ legs, girth }) => [girth / legs, 1 / legs, girth / legs];
const arm: Stretch = ({ legs, girth }) => [1 / legs, girth / legs, girth / legs];
const collar: Stretch = ({ legs, girth, shoulders }) => [
  (girth * shoulders) / legs,
  girth / legs,
  girth / legs,
];
const ball: Stretch = ({ head }) => [head, head, head];

/** The bone above, the place from there in metres, the half size of the bone's box, and its stretch. */
const BONES: Readonly<Record<string, readonly [parent: string, at: Triple, half: Triple, stretch: Stretch]>> =
  {
    Hips: ['', [0, 0.9, 0], [0.15, 0.08, 0.1], leg],
    Spine: ['Hips', [0, 0.1, 0], [0.14, 0.1, 0.09], trunk],
    Chest: ['Spine', [0, 0.2, 0], [0.16, 0.15, 0.1], trunk],
    Neck: ['Chest', [0, 0.22, 0], [0.05, 0.05, 0.05], trunk],
    Head: ['Neck', [0, 0.08, 0], [0.09, 0.12, 0.1], ball],
    Hat: ['Head', [0, 0.12, 0.01], [0.12, 0.03, 0.12], ball],
    ...onBothSides({
      Collar: ['Chest', [0.04, 0.16, 0], [0.05, 0.03, 0.03], collar],
      UpperArm: ['Collar', [0.14, 0, 0], [0.12, 0.04, 0.04], arm],
      ForeArm: ['UpperArm', [0.28, 0, 0], [0.1, 0.03, 0.03], arm],
      Twist: ['ForeArm', [0.12, 0, 0], [0.04, 0.03, 0.04], arm],
      Hand: ['ForeArm', [0.25, 0, 0], [0.06, 0.02, 0.04], still],
      Sword: ['Hand', [0.06, 0.05, 0.02], [0.01, 0.3, 0.02], still],
      UpLeg: ['Hips', [0.1, -0.04, 0], [0.07, 0.15, 0.07], leg],
      Leg: ['UpLeg', [0, -0.4, 0], [0.05, 0.15, 0.05], leg],
      Foot: ['Leg', [0, -0.38, 0], [0.05, 0.08, 0.08], still],
      Toe: ['Foot', [0, -0.05, 0.13], [0.05, 0.03, 0.04], still],
    }),
  };

function onBothSides(bones: typeof BONES): typeof BONES {
  const sided = Object.entries(bones).flatMap(([name, [parent, [x, y, z], half, stretch]]) =>
    (['Left', 'Right'] as const).map((side, k) => {
      const above = parent in bones ? side + parent : parent;
      return [side + name, [above, [k === 0 ? x : -x, y, z], half, stretch]] as const;
    }),
  );
  return Object.fromEntries(sided);
}

export const BONE_NAMES = Object.keys(BONES);
/** The person's bones as nodes of a file. */
export const BONE_NODES: readonly FileNode[] = Object.entries(BONES).map(([name, [parent, at]]) => ({
  ...{ name, at },
  ...(parent && { parent }),
}));
/** A node below a hand that is no bone. */
export const SLOT = 'slot';
const SECONDS = 1;

/** The person with two clips, `sway` and `walk`, that turn all bones and move the hips. Bones rest along the axes. */
export function createPerson(): { readonly scene: Group; readonly animations: readonly AnimationClip[] } {
  const bones = new Map<string, Bone>();
  for (const [name, [parent, at]] of Object.entries(BONES)) {
    const bone = Object.assign(new Bone(), { name });
    bone.position.set(...at);
    bones.get(parent)?.add(bone);
    bones.set(name, bone);
  }
  const root = bones.get('Hips') as Bone;
  root.updateMatrixWorld(true);
  // Of several triangles a side, so that levels of detail have the same surface.
  const boxes = Object.values(BONES).map(([, , [x, y, z]], k) => {
    const box = new BoxGeometry(2 * x, 2 * y, 2 * z, 2, 2, 2).applyMatrix4(
      bones.get(BONE_NAMES[k])!.matrixWorld,
    );
    const { count } = box.getAttribute('position');
    const joints = Array.from({ length: 4 * count }, (_, n) => (n % 4 === 0 ? k : 0));
    const weights = Array.from({ length: 4 * count }, (_, n) => (n % 4 === 0 ? 1 : 0));
    box.setAttribute('skinIndex', new Uint16BufferAttribute(joints, 4));
    return box.setAttribute('skinWeight', new Float32BufferAttribute(weights, 4));
  });
  const material = Object.assign(new MeshStandardMaterial({ metalness: 0 }), { name: 'Shirt' });
  const mesh = Object.assign(new SkinnedMesh(mergeGeometries(boxes), material), { name: 'Person' });
  const scene = new Group().add(root, mesh);
  mesh.bind(new Skeleton([...bones.values()]));
  const slot = Object.assign(new Object3D(), { name: SLOT });
  slot.position.set(0.05, 0.01, 0);
  bones.get('RightHand')!.add(slot);
  return { scene, animations: [clipOf('sway', 3, 0.35), clipOf('walk', 4, 0.2)] };
}

function clipOf(name: string, seed: number, angle: number): AnimationClip {
  const random = mulberry32(seed);
  const times = [0, 0.25, 0.5, 0.75, 1].map((share) => share * SECONDS);
  const turns = BONE_NAMES.map((bone) => {
    const axis = new Vector3(random() - 0.5, random() - 0.5, random() - 0.5).normalize();
    const values = times.flatMap((time) =>
      new Quaternion().setFromAxisAngle(axis, angle * Math.sin(2 * Math.PI * time)).toArray(),
    );
    return new QuaternionKeyframeTrack(`${bone}.quaternion`, times, values);
  });
  const places = times.flatMap((time) => [0.02 * Math.sin(2 * Math.PI * time), 0.9, 0]);
  return new AnimationClip(name, SECONDS, [
    ...turns,
    new VectorKeyframeTrack('Hips.position', times, places),
  ]);
}

/** The sizes of each build of a crowd of the person with this option, read from single bones. */
export async function sizesOf(
  person: ReturnType<typeof createPerson>,
  build: BuildOptions,
): Promise<BodySizes[]> {
  const options = { builds: checkVary({ build }, 0) };
  const { builds = [], skin, skeleton } = await loadGltfAssets([person], options);
  return builds.map(({ stretches, offsets }) => {
    const joint = (name: string): number => skin.joints.indexOf(skeleton.names.indexOf(name));
    const legs = 1 / stretches[joint('Spine') * 12 + 5];
    const girth = stretches[joint('LeftUpLeg') * 12];
    const head = stretches[joint('Head') * 12];
    const [, [width]] = BONES['LeftUpperArm'];
    const shoulders = ((width + offsets[joint('LeftUpperArm') * 3]) / width) * (legs / girth);
    return { shoulders, girth, legs, head };
  });
}

/** Place and moment of a person, as options of characters name them. */
interface Seat {
  readonly x: number;
  readonly z: number;
  readonly heading: number;
  readonly scale: number;
  readonly clip: string;
  readonly phase: number;
}

/**
 * three's own answer: the person with these sizes. Each bone has a bone of its scale below it, which the mesh is skinned to, and bones
 * below follow its end. Legs stay where they are.
 */
export function placePerson(
  { scene, animations }: ReturnType<typeof createPerson>,
  sizes: BodySizes,
  { x, z, heading, scale, clip, phase }: Seat,
): { readonly person: Object3D; readonly mesh: SkinnedMesh } {
  const person = clone(scene);
  const mixer = new AnimationMixer(person);
  mixer.clipAction(animations.find(({ name }) => name === clip)!).play();
  mixer.setTime(phase * SECONDS);
  const mesh = person.getObjectByName('Person') as SkinnedMesh;
  mesh.skeleton.bones.forEach((bone, k) => {
    const [parent, , , stretch] = BONES[bone.name];
    if (parent && !/UpLeg$/.test(bone.name)) bone.position.multiply(new Vector3(...BONES[parent][3](sizes)));
    const scaled = new Bone();
    scaled.scale.set(...stretch(sizes));
    bone.add(scaled);
    mesh.skeleton.bones[k] = scaled;
  });
  person.position.set(x, 0, z);
  person.rotation.y = heading;
  person.scale.setScalar(scale);
  person.updateMatrixWorld(true);
  return { person, mesh };
}
