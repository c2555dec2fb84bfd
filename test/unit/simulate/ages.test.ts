import { generateCharacters } from 'three-crowd/generate';
import { type AgeGroup, crowdScenario, Simulation } from 'three-crowd/simulate';
import { describe, expect, test } from 'vitest';
import { sampleManifest } from '../../support/sample-manifest.js';
import { sampleRecipe } from '../../support/sample-recipe.js';
import { numberOf } from '../../support/simulate/measures.js';

/** IMO, MSC.1/Circ.1533, annex 3, table 3.4: least and most of women and of men, metres a second. */
const PUBLISHED: readonly [AgeGroup, number, number, number, number][] = [
  ['under30', 0.93, 1.55, 1.11, 1.85],
  ['from30to50', 0.71, 1.19, 0.97, 1.62],
  ['over50', 0.56, 0.94, 0.84, 1.4],
  ['over50Impaired', 0.43, 0.71, 0.64, 1.06],
  ['over50MoreImpaired', 0.37, 0.61, 0.55, 0.91],
];

const FLAT = { active: false, amplitude: 0, frequency: 0.05, noiseType: 'fractal' } as const;
const RECIPE = sampleRecipe({
  seed: 9,
  size: 2000,
  pace: 1,
  groupingMode: false,
  obstacles: [],
  terrain: FLAT,
});
const CHARACTERS = generateCharacters(RECIPE, sampleManifest);
const BUCKETS = [...new Set(CHARACTERS.map(({ bucket }) => bucket))];
const OLD = BUCKETS[0];

const isOld = (i: number): boolean => CHARACTERS[i].bucket === OLD;

describe.each(PUBLISHED)(
  'a bucket whose characters are %s (seed 9)',
  (age, slowWoman, fastWoman, slowMan, fastMan) => {
    const scenario = crowdScenario(RECIPE, CHARACTERS, { bucketAges: { [OLD]: age } });
    const speeds = scenario.people.filter((_, i) => isOld(i)).map(({ speed }) => speed);

    test('has the distribution of the published table, half of them women', () => {
      expect(speeds.length).toBeGreaterThan(100);
      const shareBelow = (speed: number): number =>
        speeds.filter((own) => own < speed).length / speeds.length;
      const uniform = (speed: number, from: number, to: number): number =>
        Math.min(1, Math.max(0, (speed - from) / (to - from)));
      const expected = (speed: number): number =>
        (uniform(speed, slowWoman, fastWoman) + uniform(speed, slowMan, fastMan)) / 2;
      let farthest = 0;
      for (let speed = 0; speed < 2; speed += 0.01) {
        farthest = Math.max(farthest, Math.abs(shareBelow(speed) - expected(speed)));
      }
      // Kolmogorov and Smirnov: one sample in a thousand of the right distribution is farther off.
      expect(farthest).toBeLessThan(1.95 / Math.sqrt(speeds.length));
    });

    test('leaves the speeds of all others to the recipe', () => {
      const before = crowdScenario(RECIPE, CHARACTERS).people;
      const others = scenario.people.filter((_, i) => !isOld(i));
      expect(others.length).toBeGreaterThan(100);
      expect(others).toEqual(before.filter((_, i) => !isOld(i)));
    });
  },
);

test('RiMEA 4, 7: of fifty who are over 50, each walks at the speed that the table gave them (seed 9)', () => {
  const scenario = crowdScenario(RECIPE, CHARACTERS, { bucketAges: { [OLD]: 'over50' } });
  const alone = scenario.people
    .filter((_, i) => isOld(i))
    .slice(0, 50)
    .map((person, lane) => ({
      ...person,
      x: 5 * lane,
      z: 0,
      goal: { kind: 'go', x: 5 * lane, z: 100 } as const,
    }));
  const simulation = new Simulation({
    ...scenario,
    people: alone,
    paths: [],
    boundary: { kind: 'open', minX: -5, minZ: -5, maxX: 260, maxZ: 105 },
  });
  while (simulation.time < 20) simulation.step();
  expect(alone).toHaveLength(50);
  alone.forEach(({ speed }, i) => {
    expect(numberOf(simulation, i, 'speed') / speed).toBeCloseTo(1, 2);
  });
});

test('an age that the table does not have is refused, with those that it has', () => {
  const bucketAges = { [OLD]: 'ancient' as AgeGroup };
  expect(() => crowdScenario(RECIPE, CHARACTERS, { bucketAges })).toThrow(/"ancient".*under30.*over50/);
});
