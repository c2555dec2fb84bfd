import { BOUNDARY_SHAPES } from 'three-crowd/protocol';
import { describe, expect, test } from 'vitest';
import { SHAPE_FIELDS, sampleRecipe } from '../../support/sample-recipe.js';
import { distanceTo, numberOf, overlaps, placeOf } from '../../support/simulate/measures.js';
import { OUTSIDE } from '../../support/simulate/outside.js';
import { walkingCrowd } from '../../support/simulate/walking-crowd.js';

/** Seconds. */
const DURATION = 30;

describe.each(BOUNDARY_SHAPES)('%s (seed 42)', (shape) => {
  const changes = { ...SHAPE_FIELDS[shape], pace: 0.8 };
  const recipe = sampleRecipe(changes);
  const simulation = walkingCrowd(changes);
  const { people } = simulation.scenario;
  const walkers = people.flatMap(({ goal }, i) => (goal.kind === 'stand' ? [] : [i]));
  const standers = people.flatMap(({ goal }, i) => (goal.kind === 'stand' ? [i] : []));
  let worstOverlap = 0;
  let farthestOutside = 0;
  for (let step = 0; step < DURATION * 20; step++) {
    simulation.step();
    if (step % 20 !== 0) continue;
    worstOverlap = Math.max(worstOverlap, ...overlaps(simulation));
    for (let i = 0; i < simulation.size; i++) {
      const outside = OUTSIDE[shape](recipe, ...placeOf(simulation, i));
      farthestOutside = Math.max(farthestOutside, outside);
    }
  }

  test('four in five walk, one in five stays', () => {
    expect(walkers).toHaveLength(120);
    const far = walkers.filter((i) => numberOf(simulation, i, 'distance') > 10);
    expect(far.length).toBeGreaterThan(0.9 * walkers.length);
    const distances = standers.map((i) => distanceTo(simulation, i, people[i].x, people[i].z));
    expect(Math.max(...distances)).toBeLessThan(1);
  });

  test('nobody stands in anybody, nobody leaves the shape', () => {
    expect(worstOverlap).toBeLessThan(0.01);
    expect(farthestOutside).toBeLessThan(0.001);
  });
});
