/** Builds of characters of a file as each backend draws them, by three's own scaled bones. */
import { Group, MeshStandardMaterial } from 'three';
import { type Crowd, type CrowdMode, createCrowdFromGLTF } from 'three-crowd';
import { expect, onTestFinished } from 'vitest';
import { BACKENDS, type TestRenderer, TIERS } from '../support/browser/backends.js';
import { expectPictureOf } from '../support/browser/draw-as-three.js';
import { readDrawnPositions } from '../support/browser/drawn-positions.js';
import { greatestDistance } from '../support/browser/greatest-distance.js';
import { sharedRenderer } from '../support/browser/shared-renderer.js';
import { createPerson, placePerson, sizesOf } from '../support/built-person.js';
import { testInTurn } from '../support/in-turn.js';
import { numbersOf, worldVertices } from '../support/skinned-meshes.js';

const BUILD = { shoulders: 0.2, girth: 0.25, legs: 0.15, head: 0.2 };
const COLOR = '#8c7a6a';
const COUNT = 6;

const seats = Array.from({ length: COUNT }, (_, k) => ({
  ...{ x: k - (COUNT - 1) / 2, z: 0, heading: 0.3 * k, scale: 1 + 0.05 * k },
  ...{ clip: 'sway', phase: 0.3 },
}));

type Person = ReturnType<typeof createPerson>;

async function createPeople(
  renderer: TestRenderer,
  person: Person,
  options: { readonly mode: CrowdMode; readonly lodThreshold: number },
): Promise<Crowd> {
  const crowd = await createCrowdFromGLTF(person, {
    ...{ renderer, strict: true, characters: seats, ...options },
    vary: { build: BUILD, zones: { Person: [COLOR] } },
  });
  onTestFinished(() => crowd.dispose());
  return crowd;
}

/** three's people in the places of the characters. */
const placedAs = async (crowd: Crowd, person: Person): Promise<ReturnType<typeof placePerson>[]> => {
  const sizes = await sizesOf(person, BUILD);
  return seats.map((seat, i) => placePerson(person, sizes[crowd.setVariation(i).build!], seat));
};

/** Once one character has a layer, all are posed by passes with limbs. */
testInTurn(
  TIERS.flatMap((tier) => [false, true].map((layers) => [...tier, layers] as const)),
  [0, 3, 5, 6],
)('%s %s, layers: %s, draws each vertex where three has it, to 1 mm', async (backend, mode, layers) => {
  const renderer = await sharedRenderer(backend);
  const person = createPerson();
  const crowd = await createPeople(renderer, person, { mode, lodThreshold: 0 });
  if (layers) crowd.setUpperClip(COUNT - 1, 'walk');
  crowd.update(0);
  crowd.setVariation(1, { build: (crowd.setVariation(1).build! + 5) % 16 });
  crowd.update(0);
  crowd.updateMatrixWorld(true);
  const drawn = await readDrawnPositions(renderer, crowd, 'Person', COUNT);
  expect(drawn).toHaveLength(COUNT);
  for (const { mesh } of (await placedAs(crowd, person)).slice(0, -1)) {
    const expected = numbersOf(worldVertices(mesh));
    // On WebGPU, instances come in any order.
    const nearest = Math.min(...drawn.map((positions) => greatestDistance(positions, 0, expected)));
    expect(nearest).toBeLessThan(1e-3);
  }
});

/** Sides of boxes are flat, so that levels of detail look as the full mesh does. */
testInTurn(
  BACKENDS.flatMap((backend) => [0, 0.5].map((lodThreshold) => [backend, lodThreshold] as const)),
  [1, 4],
)('%s, levels of %d pixels: people and their shadows look as in three', async (backend, lodThreshold) => {
  const renderer = await sharedRenderer(backend);
  // Two renderers cannot draw one geometry.
  const person = createPerson();
  const crowd = await createPeople(renderer, person, { mode: 'instanced', lodThreshold });
  await crowd.levelsReady;
  const three = new Group();
  const material = new MeshStandardMaterial({ color: COLOR, metalness: 0 });
  for (const { person: object, mesh } of await placedAs(crowd, person)) {
    Object.assign(mesh, { material, castShadow: true, receiveShadow: true, frustumCulled: false });
    three.add(object);
  }
  await expectPictureOf(renderer, crowd, three);
  expect(crowd.stats.drawCalls).toBe(lodThreshold > 0 ? 2 : 1);
});
