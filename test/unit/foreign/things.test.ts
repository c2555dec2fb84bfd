/** Things on bones; three's own `bone.add` is the oracle. */
import {
  type BufferGeometry,
  type Mesh,
  type MeshStandardMaterial,
  type Object3D,
  Raycaster,
  Texture,
  Vector3,
} from 'three';
import type { Crowd, GLTFThingOptions } from 'three-crowd';
import { describe, expect, test } from 'vitest';
import { writePerson, writeThing } from '../../support/armed-file.js';
import { errorOf } from '../../support/error-of.js';
import { actByThree, createForeignCrowd, loadByThree, writeForeignFile } from '../../support/foreign-file.js';
import { asVrm } from '../../support/rig/as-vrm.js';
import { worldVertices } from '../../support/skinned-meshes.js';

const fileOf = (bytes: Uint8Array<ArrayBuffer>, name: string): File => new File([bytes], name);
const sword = await writeThing('sword', [0.2, 0.3, 0.8]);
const fan = await writeThing('fan', [0.8, 0.3, 0.2]);
const hat = await writeThing('hat', [0.1, 0.6, 0.2]);
const person = await writePerson({ rest: 'T' });
const swordFile = fileOf(sword, 'sword.glb');

/** World positions of all vertices of meshes that pass, sorted. */
function cornersOf(root: Object3D, isShown: (name: string) => boolean = () => true): number[][] {
  root.updateMatrixWorld(true);
  const corners: number[][] = [];
  root.traverse((object) => {
    const mesh = object as Mesh;
    if (!mesh.isMesh || !isShown(mesh.name)) return;
    corners.push(...worldVertices(mesh).map((vertex) => vertex.toArray()));
  });
  return corners;
}

/** Largest distance of a corner from the nearest of others. */
function farthest(from: readonly number[][], to: readonly number[][]): number {
  const distance = (a: readonly number[], b: readonly number[]) =>
    Math.hypot(...a.map((value, k) => value - b[k]));
  return Math.max(...from.map((corner) => Math.min(...to.map((other) => distance(corner, other)))));
}

const GRIP = { position: [0.02, -0.05, 0.03], rotation: [0.4, -0.7, 1.1], scale: 0.8 } as const;

/** The scene of the person in a clip, with a thing on a bone as a page would put it there. */
async function armedByThree(
  person: Uint8Array<ArrayBuffer>,
  clip: string,
  bone: string,
): Promise<{ scene: Object3D; thing: Object3D }> {
  const scene = await actByThree(await loadByThree(person), await loadByThree(person), clip, 0.3);
  const { scene: thing } = await loadByThree(sword);
  const carrier = scene.getObjectByName(bone)!;
  const unit = carrier.getWorldScale(new Vector3()).x;
  thing.position.set(...GRIP.position).divideScalar(unit);
  thing.rotation.set(...GRIP.rotation);
  thing.scale.setScalar(GRIP.scale / unit);
  carrier.add(thing);
  scene.updateMatrixWorld(true);
  return { scene, thing };
}

const BONES = [
  ['mixamorig:RightHand', 'mixamorigRightHand'],
  ['mixamorigHead', 'mixamorigHead'],
  ['slot Left', 'slot_Left'],
] as const;

describe.each([1, 0.01])('in a file of the unit %d m', (unit) => {
  test.each(BONES)('a thing on %s moves as a child of the bone in three', async (bone, own) => {
    const person = await writePerson({ rest: 'T', unit });
    const { scene, thing } = await armedByThree(person, 'hang', own);
    for (const mode of ['clones', 'instanced'] as const) {
      const crowd = await createForeignCrowd([person], {
        ...{ mode, characters: [{ x: 0, z: 0, clip: 'hang', phase: 0.3 }] },
        things: [{ model: swordFile, bone, ...GRIP }],
      });
      crowd.update(0);
      const hero = await crowd.promote(0);
      crowd.update(0);
      const [shown, expected] = [cornersOf(hero.object), cornersOf(scene)];
      expect(expected).toHaveLength(3 * 8);
      expect(shown).toHaveLength(expected.length);
      expect(farthest(shown, expected)).toBeLessThan(1e-3);
      expect(farthest(expected, shown)).toBeLessThan(1e-3);
      crowd.demote(0);
      crowd.update(0);
      const middle = new Vector3();
      const [box] = [thing.getObjectByName('sword') as Mesh];
      middle.setFromMatrixPosition(box.matrixWorld);
      const ray = new Raycaster(new Vector3(middle.x, middle.y, 5), new Vector3(0, 0, -1));
      const [hit] = ray.intersectObject(crowd, true);
      const [other] = ray.intersectObject(scene, true);
      expect(other.object.name).toContain('sword');
      expect(hit).toMatchObject({ part: other.object.name.replaceAll('_', ' '), character: 0 });
      expect(hit.point.distanceTo(other.point)).toBeLessThan(1e-3);
      crowd.computeBoundingBox();
      for (const corner of expected)
        expect(crowd.boundingBox!.containsPoint(new Vector3(...corner))).toBe(true);
    }
  });
});

const STANCES = [
  ['the rest pose in T', 'T', {}, 0],
  ['the rest pose in A', 'A', {}, 0],
  ['another height', 'A', { height: 3 }, 0],
  ['a VRM that faces -Z', 'T', {}, Math.PI],
] as const;

describe.each(STANCES)('with %s', (_, rest, options, facing) => {
  test.each([
    ['handR', 'mixamorigRightHand'],
    ['handL', 'mixamorigLeftHand'],
    ['head', 'mixamorigHead'],
    ['back', 'mixamorigHips'],
  ])('a thing on %s is upright while the arms hang, and faces as the character does', async (bone, joint) => {
    const plain = await writePerson({ rest });
    const scene = await actByThree(await loadByThree(plain), await loadByThree(plain), 'hang', 0);
    // The file's character is 1 m tall.
    scene.scale.setScalar('height' in options ? options.height : 1);
    const placeOf = (name: string) => scene.getObjectByName(name)!.getWorldPosition(new Vector3());
    const at = placeOf(joint);
    const forearm = joint.replace('Hand', 'ForeArm');
    if (forearm !== joint) {
      expect(at.clone().sub(placeOf(forearm)).normalize().y).toBeCloseTo(-1);
      at.addScaledVector(at.clone().sub(placeOf(forearm)), 1 / 3);
    }
    const { scene: thing } = await loadByThree(sword);
    thing.position.copy(at);
    thing.rotation.y = facing;
    const crowd = await createForeignCrowd([facing === 0 ? plain : asVrm(plain, '0.x')], {
      characters: [{ x: 0, z: 0, heading: 0, clip: 'hang', phase: 0 }],
      things: [{ model: swordFile, bone }],
      ...options,
    });
    const hero = await crowd.promote(0);
    crowd.update(0);
    const [shown, expected] = [cornersOf(hero.object), cornersOf(thing)];
    expect(expected).toHaveLength(16);
    expect(farthest(expected, shown)).toBeLessThan(1e-3);
  });
});

const places = Array.from({ length: 60 }, (_, k) => ({ x: (k % 10) * 0.9, z: Math.floor(k / 10) * 0.9 }));
const HELD: readonly GLTFThingOptions[] = [
  { model: swordFile, bone: 'handR', weight: 0.5 },
  { model: fileOf(fan, 'fan.glb'), bone: 'handR', weight: 0.3 },
];

/** Names of the meshes of the look that each character has. */
const worn = (crowd: Crowd): string[] =>
  Array.from({ length: crowd.size }, (_, i) => {
    const { parts } = crowd.get(i);
    const look = crowd.looks.find((other) => JSON.stringify(other.parts) === JSON.stringify(parts));
    return look!.meshes.join();
  });

const count = (all: readonly string[], part: string): number =>
  all.filter((names) => names.includes(part)).length;

test('things are dealt by weight: within two of their share, and the others have nothing', async () => {
  const crowd = await createForeignCrowd([person], {
    characters: places,
    things: HELD,
  });
  const all = worn(crowd);
  expect(Math.abs(count(all, 'sword') - 30)).toBeLessThanOrEqual(2);
  expect(Math.abs(count(all, 'fan') - 18)).toBeLessThanOrEqual(2);
  expect(all.filter((names) => names === 'Shirt').length).toBe(60 - count(all, 'sword') - count(all, 'fan'));
});

test('weights that add up to more than 1 are relative, 1 is the default, and nobody has a thing of 0', async () => {
  const [first, second] = HELD;
  const { weight: _, ...plain } = second;
  const things = [{ ...first, weight: 3 }, plain, { model: fileOf(hat, 'hat.glb'), bone: 'head', weight: 0 }];
  const crowd = await createForeignCrowd([person], { characters: places, things });
  const all = worn(crowd);
  expect(Math.abs(count(all, 'sword') - 45)).toBeLessThanOrEqual(2);
  expect(count(all, 'sword') + count(all, 'fan')).toBe(60);
  // The body, the sword and the fan.
  expect(crowd.stats.parts).toBe(3);
});

test('nobody has what the next one in the row or the column has', async () => {
  const things = HELD.map((thing) => ({ ...thing, weight: 1 / 3 }));
  const all = worn(await createForeignCrowd([person], { characters: places, things }));
  expect(new Set(all).size).toBe(3);
  const alike = all.flatMap((names, i) =>
    [i % 10 < 9 ? i + 1 : -1, i + 10].filter((next) => all[next] === names).map((next) => [i, next]),
  );
  expect(alike).toEqual([]);
});

test('things on several bones go together in many ways', async () => {
  const bones = ['handR', 'handL', 'head'];
  const things = bones.flatMap((bone) => HELD.map((thing) => ({ ...thing, bone, weight: 1 / 3 })));
  const all = worn(await createForeignCrowd([person], { characters: places, things }));
  expect(new Set(all).size).toBeGreaterThan(18);
});

test('characters have the things that they are given, and change them later; a saved crowd has them', async () => {
  const things: GLTFThingOptions[] = [...HELD, { model: fileOf(hat, 'hat.glb'), bone: 'head', weight: 0 }];
  const given = [[], [1], [2], [0, 2]];
  const characters = given.map((own, k) => ({ x: k, z: 0, things: own }));
  const crowd = await createForeignCrowd([person], { characters, things });
  const expected = [[], ['fan'], ['hat'], ['sword', 'hat']].map((own) =>
    ['Shirt', ...own.flatMap((name) => [name, `${name} tip`])].join(),
  );
  expect(worn(crowd)).toEqual(expected);
  const saved = await crowd.save();
  crowd.setParts('all', crowd.looks[0].parts);
  expect(worn(crowd)).toEqual(given.map(() => 'Shirt'));
  crowd.setParts(1, crowd.looks.find(({ meshes }) => meshes.includes('hat'))!.parts);
  expect(worn(crowd)[1]).toBe(expected[2]);
  await crowd.restore(saved);
  expect(worn(crowd)).toEqual(expected);
});

test.each([2, 3])('with %d surfaces and variety, things share the last part of a row', async (surfaces) => {
  const person = await writePerson({ rest: 'T', surfaces });
  const things = [...HELD, { model: fileOf(hat, 'hat.glb'), bone: 'head' }];
  const crowd = await createForeignCrowd([person], {
    mode: 'instanced',
    characters: places,
    things,
    vary: true,
  });
  const all = worn(crowd);
  expect(count(all, 'hat')).toBe(60);
  expect(Math.abs(count(all, 'sword') - 30)).toBeLessThanOrEqual(2);
  for (let i = 0; i < crowd.size; i++) {
    expect(Object.values(crowd.get(i).parts).filter((name) => name !== '')).toHaveLength(3);
  }
  const zones = Object.keys(crowd.setVariation(0).zones);
  expect(zones.sort()).toEqual(
    ['Hair', 'Shirt', 'Skin'].filter((name) => surfaces === 3 || name !== 'Skin').sort(),
  );
});

test('a loaded scene is a thing, and stays as it is', async () => {
  const gltf = await loadByThree(sword);
  const tip = gltf.scene.getObjectByName('sword_tip') as Mesh<BufferGeometry, MeshStandardMaterial>;
  const map = new Texture();
  tip.material.map = map;
  let isDisposed = false;
  map.addEventListener('dispose', () => {
    isDisposed = true;
  });
  const before = cornersOf(gltf.scene);
  const crowd = await createForeignCrowd([person], {
    characters: places,
    things: [{ model: { scene: tip }, bone: 'head' }],
  });
  expect(new Set(worn(crowd))).toEqual(new Set(['Shirt,sword tip']));
  crowd.dispose();
  expect(before).toHaveLength(16);
  expect(cornersOf(gltf.scene)).toEqual(before);
  expect(isDisposed).toBe(false);
});

const empty = await writeForeignFile([{ name: 'nothing' }]);
const BAD: readonly [string, Partial<GLTFThingOptions>, string][] = [
  [
    'an unknown bone',
    { bone: 'mixamorig:RightHnd' },
    'things.0.bone is "mixamorig:RightHnd", which is no bone of the file: file-0.glb has Armature, mixamorig:Hips, mixamorig:Head, ',
  ],
  ['an unknown bone', { bone: 'mixamorig:RightHnd' }, 'Did you mean "mixamorig:RightHand"?'],
  [
    'a skeleton',
    { model: fileOf(person, 'man.glb') },
    'things.0.model: "Shirt" of man.glb has a skeleton of its own (mixamorig:Hips, ',
  ],
  [
    'no mesh',
    { model: fileOf(empty, 'empty.glb') },
    'things.0.model: empty.glb shows no mesh; it has nothing.',
  ],
  ['a scale of 0', { scale: 0 }, 'things.0.scale is 0; give a number above 0.'],
  ['a negative weight', { weight: -1 }, 'things.0.weight is -1; give a number, 0 or more.'],
  ['a short position', { position: [0, 1] as never }, 'things.0.position is [0,1]; give three numbers.'],
];

test.each(BAD)('%s is refused', async (_, thing, message) => {
  const things = [{ model: swordFile, bone: 'head', ...thing }];
  const error = await errorOf(createForeignCrowd([person], { characters: places, things }));
  expect(error.message).toContain(message);
});

test('a hand is refused where no name tells it, with the names that there are', async () => {
  const nodes = [{ name: 'hips' }, { name: 'body', parent: 'hips', box: [0.2, 0.9, 0.1] as const }];
  const turn = { node: 'hips', path: 'rotation' as const, times: [0, 1], values: [0, 0, 0, 1, 0, 0, 0, 1] };
  const file = await writeForeignFile(nodes, { stand: [turn] });
  const error = await errorOf(createForeignCrowd([file], { things: [{ model: swordFile, bone: 'handR' }] }));
  expect(error.message).toBe(
    'things.0.bone is "handR", and no name of a bone says which one that is: file-0.glb has hips, body. Give the name of one of them.',
  );
});

test.each([
  [[2], 'characters.0.things has 2; give indices in the option `things`: it has 0 to 1.'],
  [[0, 1], 'characters.0.things has several on "handR"; a bone carries one.'],
])('a character cannot have things %j', async (own, message) => {
  const characters = [{ x: 0, z: 0, things: own }];
  const error = await errorOf(createForeignCrowd([person], { characters, things: HELD }));
  expect(error.message).toContain(message);
});
