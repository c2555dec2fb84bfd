import {
  AnimationClip,
  Frustum,
  type Material,
  Matrix4,
  NumberKeyframeTrack,
  Object3D,
  PerspectiveCamera,
  Raycaster,
  type SkinnedMesh,
  Vector3,
} from 'three';
import type { Crowd, CrowdIntersection, Hero } from 'three-crowd';
import { crowdPerson, crowdScenario, SimulationDriver } from 'three-crowd/simulate';
import { describe, expect, test, vi } from 'vitest';
import { addSmile, createFigure, type Figure, figureCharacters } from '../../support/browser/figure.js';
import { errorOf } from '../../support/error-of.js';
import { buildFigureCrowd } from '../../support/render/figure-crowd.js';
import { sampleRecipe } from '../../support/sample-recipe.js';
import { numbersOf, skinnedMeshesOf, worldVertices } from '../../support/skinned-meshes.js';

const SEED = 9;
const characters = figureCharacters(4, SEED);
const PARTS = ['face_a', 'hair_a', 'hands'];

async function build(figure = createFigure()): Promise<Crowd> {
  const crowd = await buildFigureCrowd(figure, characters);
  crowd.update(0.43);
  crowd.updateMatrixWorld(true);
  return crowd;
}

function positions(hero: Hero, part: string): Float32Array {
  hero.object.parent!.updateMatrixWorld(true);
  const mesh = hero.object.getObjectByName(part) as SkinnedMesh;
  return numbersOf(worldVertices(mesh));
}

function farthest(a: ArrayLike<number>, b: ArrayLike<number>): number {
  expect(a.length).toBe(b.length);
  let largest = 0;
  for (let k = 0; k < a.length; k++) largest = Math.max(largest, Math.abs(a[k] - b[k]));
  return largest;
}

/** Checks that a part of a hero has the vertices that three gives its character. */
function expectPose(figure: Figure, hero: Hero, part: string, seconds: number): void {
  const expected = figure.expected(part, characters[hero.character], seconds);
  expect(farthest(positions(hero, part), expected), part).toBeLessThan(1e-4);
}

/** The clone that draws a character where nobody was promoted. */
const instanceOf = (crowd: Crowd, i: number): Object3D => crowd.children[0].children[i];

describe('a hero', () => {
  test('stands where its character does, in the same pose and clothes, and takes its place', async () => {
    const figure = createFigure();
    const crowd = await build(figure);
    const hero = await crowd.promote(2);
    expect(hero.character).toBe(2);
    expect(hero.object.parent).toBe(crowd);
    const worn = [characters[2].body_id, ...PARTS];
    for (const part of worn) expectPose(figure, hero, part, 0.43);
    const names = skinnedMeshesOf(hero.object).map(({ name }) => name);
    expect(names.sort()).toEqual(worn.sort());
    expect(instanceOf(crowd, 2).visible).toBe(true);
    crowd.update(0);
    expect([0, 1, 2, 3].map((i) => instanceOf(crowd, i).visible)).toEqual([true, true, false, true]);
    expect(crowd.get(2).isVisible).toBe(true);
  });

  test('goes on with what its character plays, through fades', async () => {
    const figure = createFigure();
    const crowd = await build(figure);
    const hero = await crowd.promote(1);
    crowd.update(1.2);
    expectPose(figure, hero, 'hands', 1.63);
    crowd.setClip(1, 'jog', { fade: 0.4 });
    crowd.update(0.2);
    const other = await build(createFigure());
    other.update(1.2);
    other.setClip(1, 'jog', { fade: 0.4 });
    other.update(0.2);
    const bone = other.getSocketMatrix(1, 'arm', new Matrix4());
    hero.object.updateWorldMatrix(true, true);
    expect(farthest(hero.bones.get('arm')!.matrixWorld.elements, bone.elements)).toBeLessThan(1e-4);
  });

  test('has its bones by name, and sockets that follow them', async () => {
    const crowd = await build();
    const hero = await crowd.promote(0);
    expect([...hero.bones.keys()]).toEqual(['hips', 'spine', 'head', 'arm']);
    hero.stopAnimation();
    const before = crowd.getSocketMatrix(0, 'arm', new Matrix4());
    hero.bones.get('spine')!.rotateX(1);
    const after = crowd.getSocketMatrix(0, 'arm', new Matrix4());
    expect(farthest(before.elements, after.elements)).toBeGreaterThan(0.01);
    hero.object.updateWorldMatrix(true, true);
    expect(after).toEqual(hero.bones.get('arm')!.matrixWorld);
  });

  test('is drawn wherever its bones are taken to', async () => {
    const crowd = await build();
    const hero = await crowd.promote(0);
    hero.stopAnimation();
    const meshes = skinnedMeshesOf(hero.object);
    expect(meshes).toHaveLength(4);
    // three keeps the sphere that it culls by, from when it first needs it.
    for (const mesh of meshes) mesh.computeBoundingSphere();
    hero.bones.get('hips')!.position.x += 100_000;
    crowd.updateMatrixWorld(true);
    const camera = new PerspectiveCamera(20);
    camera.position.setFromMatrixPosition(hero.bones.get('hips')!.matrixWorld).z += 10;
    camera.updateMatrixWorld();
    const frustum = new Frustum().setFromProjectionMatrix(
      new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse),
    );
    for (const mesh of meshes) {
      expect(frustum.intersectsObject(mesh)).toBe(false);
      // three's rule for what is drawn.
      expect(!mesh.frustumCulled || frustum.intersectsObject(mesh)).toBe(true);
    }
  });

  test('keeps its last pose once its animation is stopped', async () => {
    const figure = createFigure();
    const crowd = await build(figure);
    const hero = await crowd.promote(3);
    hero.stopAnimation();
    hero.stopAnimation();
    crowd.update(0.5);
    expectPose(figure, hero, 'hands', 0.43);
    hero.bones.get('head')!.rotation.set(0, 1, 0);
    crowd.update(0.5);
    expect(hero.bones.get('head')!.rotation.y).toBe(1);
  });

  test("plays further clips on its mixer, by the crowd's clock", async () => {
    const crowd = await build();
    const hero = await crowd.promote(0);
    const target = hero.bones.get('head')!;
    const grow = new AnimationClip('grow', 1, [new NumberKeyframeTrack('head.scale[x]', [0, 1], [1, 2])]);
    hero.mixer.clipAction(grow).play();
    crowd.update(0.25);
    crowd.update(0.25);
    expect(target.scale.x).toBeCloseTo(1.5, 6);
  });

  test('takes the place and the visibility that the crowd sets', async () => {
    const crowd = await build();
    const hero = await crowd.promote(1);
    crowd.setTransform(1, { x: 7, heading: 1, scale: 1.1 });
    expect(hero.object.position.x).toBe(7);
    expect(hero.object.rotation.y).toBeCloseTo(1, 4);
    expect(hero.object.scale.x).toBeCloseTo(1.1, 6);
    crowd.setVisible('all', false);
    expect(hero.object.visible).toBe(false);
    expect(crowd.get(1).isVisible).toBe(false);
    crowd.setVisible(1, true);
    crowd.update(0);
    expect(hero.object.visible).toBe(true);
    expect(instanceOf(crowd, 1).visible).toBe(false);
    crowd.demote(1);
    crowd.update(0);
    expect([0, 1, 2, 3].map((i) => instanceOf(crowd, i).visible)).toEqual([false, true, false, false]);
  });

  test('of a hidden character is hidden', async () => {
    const crowd = await build();
    crowd.setVisible(1, false);
    const hero = await crowd.promote(1);
    expect(hero.object.visible).toBe(false);
    crowd.setVisible(1, true);
    expect(hero.object.visible).toBe(true);
  });

  test('walks where the simulation has its character, and stays where it is put by hand', async () => {
    const recipe = sampleRecipe({ size: characters.length, pace: 1, boundaryRadius: 50, obstacles: [] });
    const ended = vi.spyOn(SimulationDriver.prototype, 'dispose');
    const crowd = await buildFigureCrowd(createFigure(), characters, {
      createSimulation: async (clipSpeed) => ({
        simulation: new SimulationDriver(crowdScenario(recipe, characters, { clipSpeed }), { worker: false }),
        personOf: (character) => crowdPerson(recipe, character, { clipSpeed }),
      }),
    });
    const hero = await crowd.promote(1);
    crowd.motion?.setWalkingSpeed(1, 1.2);
    crowd.motion?.goTo(1, [30, 30]);
    const begin = hero.object.position.clone();
    for (let frame = 0; frame < 240; frame++) {
      crowd.update(1 / 60);
      const { x, z } = crowd.get(1);
      expect([hero.object.position.x, hero.object.position.z]).toEqual([x, z]);
    }
    expect(hero.object.position.distanceTo(begin)).toBeGreaterThan(1);
    hero.object.position.set(-5, 0, 5);
    crowd.update(1 / 60);
    expect(hero.object.position.toArray()).toEqual([-5, 0, 5]);
    crowd.demote(1);
    for (let frame = 0; frame < 60; frame++) crowd.update(1 / 60);
    expect(crowd.get(1)).toMatchObject({ x: -5, z: 5 });
    expect(ended).not.toHaveBeenCalled();
    crowd.dispose();
    expect(ended).toHaveBeenCalledOnce();
    ended.mockRestore();
  });

  test('is met by rays, as its character', async () => {
    const crowd = await build();
    const hero = await crowd.promote(2);
    crowd.update(0);
    crowd.updateMatrixWorld(true);
    const { x, z } = hero.object.position;
    const ray = (): CrowdIntersection[] =>
      new Raycaster(new Vector3(x, 5, z), new Vector3(0, -1, 0)).intersectObject(
        crowd,
      ) as CrowdIntersection[];
    const [hit] = ray();
    expect(hit).toMatchObject({ character: 2, instanceId: 2 });
    expect([characters[2].body_id, ...PARTS]).toContain(hit.part);
    hero.object.position.set(40, 0, 0);
    crowd.updateMatrixWorld(true);
    expect(ray()).toHaveLength(0);
  });
});

describe('demoting', () => {
  test('puts the instance back at the same place and phase', async () => {
    const figure = createFigure();
    const crowd = await build(figure);
    const { x, y, z, heading, scale } = crowd.get(2);
    const hero = await crowd.promote(2);
    crowd.update(0.31);
    crowd.demote(2);
    expect(hero.object.parent).toBe(crowd);
    crowd.update(0);
    expect(hero.object.parent).toBeNull();
    expect(instanceOf(crowd, 2).visible).toBe(true);
    expect(crowd.get(2)).toMatchObject({ x, y, z, heading, scale });
    const arm = crowd.getSocketMatrix(2, 'arm', new Matrix4());
    const other = await build(createFigure());
    other.update(0.31);
    expect(farthest(arm.elements, other.getSocketMatrix(2, 'arm', new Matrix4()).elements)).toBeLessThan(
      1e-6,
    );
  });

  test('frees the materials and the bone textures of the hero', async () => {
    const crowd = await build();
    const hero = await crowd.promote(2);
    const kept = new Set<unknown>();
    for (const { material, skeleton } of skinnedMeshesOf(hero.object)) {
      if (!skeleton.boneTexture) skeleton.computeBoneTexture();
      for (const resource of [material as Material, skeleton.boneTexture!]) {
        kept.add(resource);
        resource.addEventListener('dispose', () => kept.delete(resource));
      }
    }
    expect(kept.size).toBeGreaterThan(4);
    crowd.demote(2);
    crowd.update(0);
    expect(kept.size).toBe(0);
  });

  test('leaves the character where its hero was taken to, even by something else', async () => {
    const crowd = await build();
    crowd.position.set(5, 0, 0);
    const hero = await crowd.promote(0);
    hero.object.position.set(3, 0.5, -2);
    hero.object.rotation.y = 2;
    crowd.demote(0);
    expect(crowd.get(0)).toMatchObject({ x: 3, y: 0.5, z: -2, heading: expect.closeTo(2, 4) });

    const cart = new Object3D();
    cart.position.set(9, 1, 9);
    cart.rotation.y = 0.5;
    const rider = await crowd.promote(1);
    cart.attach(rider.object);
    rider.object.position.set(0, 1, 0);
    rider.object.rotation.set(0, 0, 0);
    crowd.demote(1);
    expect(crowd.get(1)).toMatchObject({
      x: expect.closeTo(4, 5),
      y: expect.closeTo(2, 5),
      z: expect.closeTo(9, 5),
      heading: expect.closeTo(0.5, 4),
      scale: expect.closeTo(characters[1].scale, 5),
    });
    crowd.update(0);
    expect(rider.object.parent).toBeNull();
  });

  test('and promoting can be repeated; two calls return the same hero', async () => {
    const crowd = await build();
    const [one, two] = await Promise.all([crowd.promote(1), crowd.promote(1)]);
    expect(two).toBe(one);
    crowd.demote(1);
    const next = await crowd.promote(1);
    expect(next).not.toBe(one);
    crowd.update(0);
    expect(crowd.children.filter((child) => child === one.object || child === next.object)).toEqual([
      next.object,
    ]);
  });

  test('a character that is no hero is an error', async () => {
    const crowd = await build();
    expect(() => crowd.demote(1)).toThrow('Character 1 is no hero');
    expect(() => crowd.demote(7)).toThrow('no character 7');
  });
});

describe('promoting fails', () => {
  test('for an unknown character, and for one that is removed meanwhile', async () => {
    const crowd = await build();
    await expect(crowd.promote(4)).rejects.toThrow('no character 4');
    const leaving = crowd.promote(1);
    crowd.removeCharacters(1);
    await expect(leaving).rejects.toThrow('Character 1 was removed');
    expect(crowd.addCharacters([characters[1]])).toEqual([1]);
    const replaced = crowd.promote(1);
    crowd.removeCharacters(1);
    expect(crowd.addCharacters([{ ...characters[1] }])).toEqual([1]);
    await expect(replaced).rejects.toThrow('its index has another one');
    const late = crowd.promote(2);
    crowd.dispose();
    await errorOf(late);
    expect(crowd.children).toHaveLength(0);
  });
});

test('a hero is removed at once with its character, and with its crowd', async () => {
  const crowd = await build();
  const one = await crowd.promote(0);
  const two = await crowd.promote(1);
  crowd.removeCharacters(0);
  expect(one.object.parent).toBeNull();
  expect(two.object.parent).toBe(crowd);
  crowd.dispose();
  expect(two.object.parent).toBeNull();
});

test('a hero has morph influences of its own', async () => {
  const figure = createFigure();
  addSmile(figure.assets.parts.get('face_a')!, 3);
  const crowd = await build(figure);
  const heroes = [await crowd.promote(0), await crowd.promote(1)];
  const before = heroes.map((hero) => positions(hero, 'face_a'));
  const mesh = heroes[0].object.getObjectByName('face_a') as SkinnedMesh;
  mesh.morphTargetInfluences![mesh.morphTargetDictionary!['smile']] = 0.5;
  const moved = heroes.map((hero, k) => farthest(positions(hero, 'face_a'), before[k]));
  expect(moved[0]).toBeGreaterThan(0.01);
  expect(moved[1]).toBe(0);
  crowd.dispose();
});
