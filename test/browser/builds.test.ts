/** Builds of characters of a file as each backend draws them, by three's own scaled bones. */
import { createCrowdFromGLTF } from 'three-crowd';
import { expect, onTestFinished } from 'vitest';
import { loadGltfAssets } from '../../src/assets/gltf-assets.js';
import { checkVary } from '../../src/from-gltf/vary-options.js';
import { TIERS } from '../support/browser/backends.js';
import { readDrawnPositions } from '../support/browser/drawn-positions.js';
import { greatestDistance } from '../support/browser/greatest-distance.js';
import { sharedRenderer } from '../support/browser/shared-renderer.js';
import { createPerson, placePerson, sizesOf, verticesOf } from '../support/built-person.js';
import { testInTurn } from '../support/in-turn.js';

const BUILD = { shoulders: 0.2, girth: 0.25, legs: 0.15, head: 0.2 };
const PHASE = 0.3;
const COUNT = 6;

/** Once one character has a layer, all are posed by passes with limbs. */
testInTurn(
  TIERS.flatMap((tier) => [false, true].map((layers) => [...tier, layers] as const)),
  [0, 3, 5, 6],
)('%s %s, layers: %s, draws each vertex where three has it, to 1 mm', async (backend, mode, layers) => {
  const person = createPerson();
  const seats = Array.from({ length: COUNT }, (_, k) => ({
    ...{ x: k, z: 0, heading: 0.3 * k, scale: 1 + 0.05 * k },
    ...{ clip: 'sway', phase: PHASE },
  }));
  const renderer = await sharedRenderer(backend);
  const crowd = await createCrowdFromGLTF(person, {
    ...{ renderer, mode, strict: true, lodThreshold: 0, vary: { build: BUILD } },
    characters: seats,
  });
  onTestFinished(() => crowd.dispose());
  if (layers) crowd.setUpperClip(COUNT - 1, 'walk');
  crowd.update(0);
  crowd.updateMatrixWorld(true);
  const drawn = await readDrawnPositions(renderer, crowd, 'Person', COUNT);
  expect(drawn).toHaveLength(COUNT);
  const assets = await loadGltfAssets([person], { builds: checkVary({ build: BUILD }, 0) });
  const sizes = sizesOf(assets);
  for (const [i, seat] of seats.slice(0, -1).entries()) {
    const expected = verticesOf(placePerson(person, sizes[crowd.setVariation(i).build!], seat).mesh);
    // On WebGPU, instances come in any order.
    const nearest = Math.min(...drawn.map((positions) => greatestDistance(positions, 0, expected)));
    expect(nearest).toBeLessThan(1e-3);
  }
});
