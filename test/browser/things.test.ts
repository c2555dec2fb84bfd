/** Things on bones beside three's own objects below the bones of loaded files. */
import {
  AnimationMixer,
  Group,
  type Mesh,
  type MeshStandardMaterial,
  type Object3D,
  PropertyBinding,
  Vector3,
} from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { type Crowd, createCrowdFromGLTF, type GLTFThingOptions, type Variation } from 'three-crowd';
import { beforeAll, expect, onTestFinished } from 'vitest';
import { writePerson, writeThing } from '../support/armed-file.js';
import { TIERS } from '../support/browser/backends.js';
import { addressOf } from '../support/browser/character-file.js';
import { expectPictureOf } from '../support/browser/draw-as-three.js';
import { readDrawnPositions } from '../support/browser/drawn-positions.js';
import { greatestDistance } from '../support/browser/greatest-distance.js';
import { sharedRenderer } from '../support/browser/shared-renderer.js';
import { testInTurn } from '../support/in-turn.js';
import { numbersOf, worldVertices } from '../support/skinned-meshes.js';

const PHASE = 0.3;

const BONES = { sword: 'mixamorig:RightHand', fan: 'mixamorig:RightHand', hat: 'mixamorig:Head' } as const;
type Name = keyof typeof BONES;
type Grip = Required<Pick<GLTFThingOptions, 'position' | 'rotation' | 'scale'>>;
const GRIPS: Readonly<Record<Name, Grip>> = {
  sword: { position: [0.02, -0.05, 0.03], rotation: [0.4, -0.7, 1.1], scale: 1 },
  fan: { position: [0, 0, 0.05], rotation: [0, 1, 0], scale: 1.4 },
  hat: { position: [0, 0.15, 0], rotation: [0, 0, 1.2], scale: 1 },
};
const COLORS = { sword: [0.1, 0.2, 0.8], fan: [0.9, 0.5, 0.1], hat: [0.1, 0.6, 0.2] } as const;
const NAMES = Object.keys(BONES) as Name[];

let files: Record<Name, Uint8Array<ArrayBuffer>>;
beforeAll(async () => {
  const written = await Promise.all(NAMES.map(async (name) => [name, await writeThing(name, COLORS[name])]));
  files = Object.fromEntries(written);
});

const load = (bytes: Uint8Array<ArrayBuffer>) => new GLTFLoader().parseAsync(bytes.slice().buffer, '');

const thingOptions = (): GLTFThingOptions[] =>
  NAMES.map((name) => ({ model: addressOf(files[name]), bone: BONES[name], weight: 0.4, ...GRIPS[name] }));

/** A person of the file in the clip, with things below its bones as a page would put them there. */
async function personOfThree(bytes: Uint8Array<ArrayBuffer>, things: readonly Name[]): Promise<Object3D> {
  const { scene, animations } = await load(bytes);
  for (const name of things) {
    const { scene: thing } = await load(files[name]);
    const { position, rotation, scale } = GRIPS[name];
    const bone = scene.getObjectByName(PropertyBinding.sanitizeNodeName(BONES[name]))!;
    const unit = bone.getWorldScale(new Vector3()).x;
    thing.position.set(...position).divideScalar(unit);
    thing.rotation.set(...rotation);
    thing.scale.setScalar(scale / unit);
    bone.add(thing);
  }
  const clip = animations.find(({ name }) => name === 'hang')!;
  const mixer = new AnimationMixer(scene);
  mixer.clipAction(clip).play();
  mixer.setTime(PHASE * clip.duration);
  scene.updateMatrixWorld(true);
  return scene;
}

/** Names of the meshes of the look that a character has. */
function meshesOf(crowd: Crowd, i: number): readonly string[] {
  const worn = JSON.stringify(crowd.get(i).parts);
  return crowd.looks.find(({ parts }) => JSON.stringify(parts) === worn)!.meshes;
}

testInTurn(TIERS, [0, 3])(
  '%s %s has each vertex of a thing where three has it, to 1 mm',
  async (backend, mode) => {
    const bytes = await writePerson({ rest: 'T', unit: 0.01 });
    const renderer = await sharedRenderer(backend);
    const crowd = await createCrowdFromGLTF(addressOf(bytes), {
      ...{ renderer, mode, strict: true, lodThreshold: 0 },
      characters: [{ x: 0, z: 0, clip: 'hang', phase: PHASE }],
      things: [{ model: addressOf(files.sword), bone: BONES.sword, ...GRIPS.sword }],
    });
    onTestFinished(() => crowd.dispose());
    crowd.update(0);
    crowd.updateMatrixWorld(true);
    const [drawn] = await readDrawnPositions(renderer, crowd, 'sword + sword tip', 1);
    const scene = await personOfThree(bytes, ['sword']);
    const meshes = ['sword', 'sword_tip'].map((name) => scene.getObjectByName(name) as Mesh);
    const expected = numbersOf(meshes.flatMap(worldVertices));
    expect(expected).toHaveLength(2 * 8 * 3);
    expect(drawn).toHaveLength(expected.length);
    expect(greatestDistance(drawn, 0, expected)).toBeLessThan(1e-3);
  },
);

/** Surfaces of the person, and the option. Things of people of three surfaces share a part with the last of them. */
const KINDS = [
  [1, true],
  [3, true],
  [3, false],
] as const;
const CASES = TIERS.flatMap((tier) => KINDS.map((kind) => [...tier, ...kind] as const));

testInTurn(CASES, [1, 5, 9])(
  '%s %s: people of %d surfaces with things, vary: %s, look as in three',
  async (backend, mode, surfaces, vary) => {
    const bytes = await writePerson({ rest: 'A', surfaces });
    const renderer = await sharedRenderer(backend);
    const places = Array.from({ length: 8 }, (_, k) => ({ x: (k - 3.5) * 0.8, z: k % 2 }));
    const crowd = await createCrowdFromGLTF(addressOf(bytes), {
      ...{ renderer, mode, strict: true, lodThreshold: 0, vary, things: thingOptions() },
      characters: places.map((place) => ({ ...place, clip: 'hang', phase: PHASE })),
    });
    onTestFinished(() => crowd.dispose());
    const three = new Group();
    const held = new Set<Name>();
    for (const [i, { x, z }] of places.entries()) {
      const meshes = meshesOf(crowd, i);
      const things = NAMES.filter((name) => meshes.includes(name));
      for (const name of things) held.add(name);
      const person = await personOfThree(bytes, things);
      const { zones = {}, height = 1 }: Partial<Variation> = vary ? crowd.setVariation(i) : {};
      expect(Object.keys(zones)).toHaveLength(vary ? surfaces : 0);
      person.position.set(x, 0, z);
      person.scale.setScalar(height);
      person.traverse((object) => {
        Object.assign(object, { castShadow: true, receiveShadow: true, frustumCulled: false });
        const material = (object as Mesh).material as MeshStandardMaterial | undefined;
        const color = material && zones[material.name];
        if (color) material.color.copy(color);
      });
      three.add(person);
    }
    expect(held.size).toBe(3);
    await expectPictureOf(renderer, crowd, three);
    if (mode === 'instanced') expect(crowd.stats.drawCalls).toBeLessThanOrEqual(36);
  },
);
