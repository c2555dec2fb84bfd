import { Group, type InstancedMesh, Matrix4, Mesh, type Object3D, Raycaster, Vector3 } from 'three';
import { type Crowd, createInstancedModels, type InstancedModels } from 'three-crowd';
import { generateCharacters } from 'three-crowd/generate';
import type { Character, SceneSlot } from 'three-crowd/protocol';
import { crowdPerson, crowdScenario, SimulationDriver } from 'three-crowd/simulate';
import { expect, test, vi } from 'vitest';
import { createFigure, figureCharacters } from '../support/browser/figure.js';
import { greatestDistance } from '../support/browser/greatest-distance.js';
import { errorOf } from '../support/error-of.js';
import { loadByThree, writeForeignFile } from '../support/foreign-file.js';
import { buildFigureCrowd } from '../support/render/figure-crowd.js';
import { buildKitCrowd } from '../support/render/kit-crowd.js';
import { sampleManifest } from '../support/sample-manifest.js';
import { sampleRecipe } from '../support/sample-recipe.js';
import { numbersOf, worldVertices } from '../support/skinned-meshes.js';

const SEED = 3;
/** Bone of the figure whose name is that of a right hand. */
const HAND = 3;
const characters = figureCharacters(5, SEED);

/** A figure with a right hand, which rests turned. */
function handedFigure() {
  const figure = createFigure();
  const { assets } = figure;
  assets.bones[HAND].rotation.set(0.3, -0.5, 0.2);
  const rest = assets.bones.flatMap(({ position, quaternion, scale }) => [
    ...position.toArray(),
    ...quaternion.toArray(),
    ...scale.toArray(),
  ]);
  const names = assets.skeleton.names.map((name, i) => (i === HAND ? 'hand_r' : name));
  const skeleton = { ...assets.skeleton, names, rest: Float32Array.from(rest) };
  return { ...figure, assets: { ...assets, skeleton } };
}

/** The palm in the hand's space: a third of the way from its parent beyond it, where three has the resting bones. */
function restingPalm({ assets: { bones, scene } }: ReturnType<typeof handedFigure>): Vector3 {
  scene.updateMatrixWorld(true);
  const [wrist, elbow] = [bones[HAND], bones[HAND].parent as Object3D].map((bone) =>
    bone.getWorldPosition(new Vector3()),
  );
  return bones[HAND].worldToLocal(wrist.clone().addScaledVector(wrist.clone().sub(elbow), 1 / 3));
}

/** A spear whose grip is its node, and whose blade is a mesh of its own, in centimetres; and a cup. */
const models = async () =>
  loadByThree(
    await writeForeignFile(
      [
        { name: 'spear', at: [5, 1, -2], box: [2, 100, 2] },
        { name: 'blade', parent: 'spear', at: [0, 120, 10], box: [4, 20, 1] },
        { name: 'cup', at: [9, 0, 0], box: [0.05, 0.05, 0.05] },
      ],
      {},
      (_, find) => {
        find('spear')
          .setScale([0.01, 0.01, 0.01])
          .setRotation([0, Math.sin(0.2), 0, Math.cos(0.2)]);
      },
    ),
  );

/** What the character of each index holds; the first nothing. */
const HELD = [undefined, 'spear', 'cup', 'spear', 'spear'];
const slotsOf = (people: readonly Character[]): SceneSlot[] =>
  people.map(({ x, z }, i) => ({ x, z, ...(HELD[i] && { held: HELD[i] }) }));

/** Instances of the models of a name for the holder with an index, in the world. */
function instancesOf(held: InstancedModels, i: number): Mesh[] {
  const k = HELD.slice(0, i).filter((name) => name === HELD[i]).length;
  const meshes = held.children.filter(({ name }) => name === HELD[i]) as InstancedMesh[];
  return meshes.map((mesh) => {
    const copy = new Mesh(mesh.geometry);
    mesh.getMatrixAt(k, copy.matrixWorld);
    copy.matrixWorld.premultiply(mesh.matrixWorld);
    return copy;
  });
}

/** True if the model of a holder is drawn at all. */
function isDrawn(held: InstancedModels, i: number): boolean {
  held.updateMatrixWorld();
  const sizes = instancesOf(held, i).map(({ matrixWorld }) => Math.abs(matrixWorld.determinant()));
  expect(sizes.length).toBeGreaterThan(0);
  return sizes.every((size) => size > 1e-9);
}

async function holdingCrowd(people = characters) {
  const figure = handedFigure();
  const crowd = await buildFigureCrowd(figure, people);
  const library = await models();
  const held = await createInstancedModels(library, { slots: slotsOf(people) }, { crowd });
  crowd.update(0.2);
  return { figure, crowd, library, held };
}

/** Corners where three draws a copy of the model on a character that stands at the palm of a bone of three's. */
function cornersOfThree(
  crowd: Crowd,
  library: Object3D,
  bone: Object3D,
  palm: Vector3,
  i: number,
): Vector3[] {
  const { x, z, heading, scale } = crowd.get(i);
  const person = new Group();
  person.position.set(x, 0, z);
  person.rotation.y = heading;
  person.scale.setScalar(scale);
  const model = library.getObjectByName(HELD[i] as string)!.clone();
  model.position.set(0, 0, 0);
  crowd.add(person);
  crowd.updateWorldMatrix(true, true);
  const grip = new Group().add(model);
  grip.position.copy(person.worldToLocal(palm.clone().applyMatrix4(bone.matrixWorld)));
  person.add(grip).updateMatrixWorld(true);
  const meshes: Mesh[] = [];
  model.traverse((object) => object instanceof Mesh && meshes.push(object));
  crowd.remove(person);
  return meshes.flatMap(worldVertices);
}

test('models are upright in the palms of the bones of three, wherever crowd and models are', async () => {
  const { figure, crowd, library, held } = await holdingCrowd();
  const palm = restingPalm(figure);
  expect(palm.length()).toBeCloseTo(Math.hypot(20, 25, 0) / 3, 4);
  crowd.position.set(2, 1, -3);
  crowd.rotation.set(0.2, 1, 0);
  const root = new Group().add(crowd);
  root.position.y = 10;
  const shelf = new Group().add(held);
  shelf.position.set(-4, 2, 1);
  shelf.rotation.y = 2;
  shelf.scale.setScalar(1.5);
  for (const seconds of [0, 0.3, 0.7]) {
    crowd.update(seconds);
    crowd.setTransform(4, { x: seconds, z: 3, heading: -seconds, scale: 1.2 });
    crowd.update(0);
    root.updateMatrixWorld(true);
    shelf.updateMatrixWorld();
    for (const i of [1, 2, 3, 4]) {
      const bone = crowd.children[0].children[i].getObjectByName('arm') as Object3D;
      const expected = cornersOfThree(crowd, library.scene, bone, palm, i);
      const drawn = instancesOf(held, i).flatMap(worldVertices);
      expect(drawn).toHaveLength(HELD[i] === 'spear' ? 16 : 8);
      expect(greatestDistance(numbersOf(drawn), 0, numbersOf(expected)), `${i}`).toBeLessThan(1e-3);
    }
  }
});

test('what a hero holds follows its own bones, and turns with it', async () => {
  const { figure, crowd, held } = await holdingCrowd();
  const hero = await crowd.promote(3);
  hero.stopAnimation();
  hero.bones.get('spine')!.rotateX(1);
  hero.object.position.x += 2;
  hero.object.rotation.y = 1;
  crowd.update(0.1);
  held.updateMatrixWorld();
  const expected = hero.bones.get('hand_r')!.localToWorld(restingPalm(figure));
  const { matrixWorld } = instancesOf(held, 3)[0];
  expect(new Vector3().setFromMatrixPosition(matrixWorld).distanceTo(expected)).toBeLessThan(1e-4);
  const ahead = new Vector3(0, 0, 1).transformDirection(matrixWorld);
  // The model is turned by 0.4 in its file.
  expect(Math.atan2(ahead.x, ahead.z)).toBeCloseTo(1 + 0.4, 4);
  crowd.setVisible(3, false);
  expect(isDrawn(held, 3)).toBe(false);
});

test('one drawing for each mesh takes all models of a name; those of the scene are apart, and culled', async () => {
  const { crowd, library } = await holdingCrowd();
  const things = [{ type: 'cup', x: 1, z: 2 }];
  const all = await createInstancedModels(library, { slots: slotsOf(characters), things }, { crowd });
  const drawn = all.children.map((mesh) => [mesh.name, (mesh as InstancedMesh).count, mesh.frustumCulled]);
  expect(drawn).toEqual([
    ['cup', 1, true],
    ['cup', 1, false],
    ['spear', 3, false],
    ['spear', 3, false],
  ]);
  const only = await createInstancedModels(library, { slots: slotsOf(characters), things });
  expect(only.children).toHaveLength(1);
});

test('a character that is hidden, transparent or removed holds nothing, and neither does another one at its index', async () => {
  const { crowd, held } = await holdingCrowd();
  expect(isDrawn(held, 3)).toBe(true);
  crowd.setVisible(3, false);
  expect(isDrawn(held, 3)).toBe(false);
  crowd.setVisible(3, true);
  crowd.setOpacity(3, 0);
  expect(isDrawn(held, 3)).toBe(false);
  crowd.setOpacity(3, 1);
  expect(isDrawn(held, 3)).toBe(true);
  const saved = await crowd.save();
  crowd.removeCharacters(3);
  expect([1, 2, 3, 4].map((i) => isDrawn(held, i))).toEqual([true, true, false, true]);
  expect(crowd.addCharacters([{ ...characters[3], x: characters[3].x + 0.5 }])).toEqual([3]);
  expect(isDrawn(held, 3)).toBe(false);
  // The new one stands where the other one stood.
  crowd.setTransform(3, { x: characters[3].x });
  expect(isDrawn(held, 3)).toBe(false);
  await crowd.restore(saved);
  expect(isDrawn(held, 3)).toBe(true);
  crowd.removeCharacters('all');
  expect([1, 2, 3, 4].map((i) => isDrawn(held, i))).toEqual([false, false, false, false]);
});

test('slots without a character hold nothing', async () => {
  const { crowd, library } = await holdingCrowd(characters.slice(0, 3));
  const held = await createInstancedModels(library, { slots: slotsOf(characters) }, { crowd });
  expect([1, 2, 3, 4].map((i) => isDrawn(held, i))).toEqual([true, true, false, false]);
});

test('characters that walk keep what they hold', async () => {
  const recipe = sampleRecipe({ size: 20, pace: 1, boundaryRadius: 9, obstacles: [] });
  const people = generateCharacters(recipe, sampleManifest).map((character) => ({
    ...character,
    body_id: 'robe_1',
    face_id: 'face_1',
    hair_id: 'hair_1',
  }));
  const crowd = await buildKitCrowd(people.length, {
    characters: people,
    createSimulation: async (clipSpeed) => ({
      simulation: new SimulationDriver(crowdScenario(recipe, people, { clipSpeed }), { worker: false }),
      personOf: (character) => crowdPerson(recipe, character, { clipSpeed }),
    }),
  });
  const held = await createInstancedModels(await models(), { slots: slotsOf(people) }, { crowd });
  for (let frame = 0; frame < 240; frame++) crowd.update(1 / 60);
  held.updateMatrixWorld();
  let farthest = 0;
  for (const i of [1, 2, 3, 4]) {
    const { x, z } = crowd.get(i);
    farthest = Math.max(farthest, Math.hypot(x - people[i].x, z - people[i].z));
    // Of the kit's rest pose, centimetres from the wrist.
    const palm = new Vector3(-13, -20.8, 2).divideScalar(3);
    palm.applyMatrix4(crowd.getSocketMatrix(i, 'handR', new Matrix4()));
    const model = new Vector3().setFromMatrixPosition(instancesOf(held, i)[0].matrixWorld);
    expect(model.distanceTo(palm)).toBeLessThan(1e-3);
  }
  expect(farthest).toBeGreaterThan(1);
});

test('a ray hits a model where it is held now', async () => {
  const { crowd, held } = await holdingCrowd();
  const hits = (): number => {
    held.updateMatrixWorld();
    const { matrixWorld } = instancesOf(held, 2)[0];
    const above = new Vector3().setFromMatrixPosition(matrixWorld).add(new Vector3(0, 3, 0));
    return new Raycaster(above, new Vector3(0, -1, 0))
      .intersectObject(held)
      .filter(({ object }) => object.name === 'cup').length;
  };
  expect(hits()).toBeGreaterThan(0);
  crowd.setTransform(2, { x: 50, z: 50 });
  expect(hits()).toBeGreaterThan(0);
});

test('one warning names held models that the file lacks beside things; strict throws it', async () => {
  const { crowd, library } = await holdingCrowd();
  const slots = slotsOf(characters).map((slot, i) => (i === 2 ? { ...slot, held: 'lute' } : slot));
  const scene = { slots, things: [{ type: 'stall', x: 0, z: 0 }] };
  const onWarning = vi.fn();
  const held = await createInstancedModels(library, scene, { crowd, onWarning });
  expect(onWarning).toHaveBeenCalledOnce();
  expect(onWarning.mock.calls[0][0]).toMatch(/type stall, lute, .* it has spear, blade, cup\./);
  expect(held.children.map(({ name }) => name)).toEqual(['spear', 'spear']);
  await errorOf(createInstancedModels(library, scene, { crowd, strict: true }), 'AssetError');
});

test('a rig without a right hand is an error that names its bones, if somebody holds something', async () => {
  const crowd = await buildFigureCrowd(createFigure(), characters);
  const library = await models();
  const error = await errorOf(
    createInstancedModels(library, { slots: slotsOf(characters) }, { crowd }),
    'RigError',
  );
  expect(error.message).toContain('hips, spine, head, arm');
  const empty = await createInstancedModels(library, { slots: [{ x: 0, z: 0 }] }, { crowd });
  expect(empty.children).toEqual([]);
});
