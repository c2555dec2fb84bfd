import { CrowdError } from 'three-crowd/errors';
import { generateCharacters } from 'three-crowd/generate';
import { SimulationDriver } from 'three-crowd/simulate';
import { expect, test } from 'vitest';
import { createSimulationOf } from '../../../src/motion/create-simulation.js';
import { sampleManifest } from '../../support/sample-manifest.js';
import { sampleRecipe } from '../../support/sample-recipe.js';

const recipe = sampleRecipe({ size: 5 });
const characters = generateCharacters(recipe, sampleManifest);

test('the simulation has the walls, exits and speeds of the option motion', async () => {
  const exits = [{ x: 3, z: 12, width: 1 }];
  const [{ bucket }] = characters;
  const motion = { worker: false, walls: [[0, 12, 1, 12] as const], exits, bucketSpeeds: { [bucket]: 2 } };
  const created = await createSimulationOf({ recipe, characters }, { motion }).createSimulation!(() => 1.3);
  const usual = await createSimulationOf({ recipe, characters }, {}).createSimulation!(() => 1.3);
  expect(created.simulation).toBeInstanceOf(SimulationDriver);
  expect(created.simulation.scenario).toMatchObject({ walls: motion.walls, exits });
  const speed = usual.personOf(characters[0]).speed;
  expect(speed).toBeGreaterThan(0.5);
  expect(created.personOf(characters[0]).speed).toBeCloseTo(2 * speed, 9);
});

test('a crowd with motion: false has no simulation', () => {
  expect(createSimulationOf({ recipe, characters }, { motion: false })).toEqual({});
});

test.each([0, -1, Number.NaN])('motion.nearest: %d is an error', (nearest) => {
  expect(() => createSimulationOf({ recipe, characters }, { motion: { nearest } })).toThrow(
    new CrowdError(`motion.nearest is ${nearest}; give a number of characters above 0, or Infinity.`),
  );
});

test('a page without workers gets one warning by onWarning', async () => {
  const warnings: string[] = [];
  const onWarning = (message: string) => warnings.push(message);
  const { simulation } = await createSimulationOf({ recipe, characters }, { onWarning }).createSimulation!(
    () => 1.3,
  );
  for (let frame = 0; frame < 60; frame++) simulation.advance(1 / 60);
  expect(simulation.time).toBeGreaterThan(0.5);
  expect(warnings).toEqual([expect.stringContaining('runs on the main thread')]);
});
