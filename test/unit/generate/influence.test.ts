import { generateCharacters } from 'three-crowd/generate';
import type { Character, Recipe } from 'three-crowd/protocol';
import { describe, expect, test } from 'vitest';
import { sampleManifest } from '../../support/sample-manifest.js';
import { SHAPE_FIELDS, sampleRecipe } from '../../support/sample-recipe.js';

const before = generateCharacters(sampleRecipe(), sampleManifest);

/** For each column, how many of the characters in both crowds differ in it. */
function changedColumns(changes: Partial<Recipe>): Record<string, number> {
  const after = generateCharacters(sampleRecipe(changes), sampleManifest);
  const counts: Record<string, number> = {};
  for (let i = 0; i < Math.min(before.length, after.length); i++) {
    for (const column of Object.keys(before[i]) as (keyof Character)[]) {
      if (JSON.stringify(before[i][column]) !== JSON.stringify(after[i][column])) {
        counts[column] = (counts[column] ?? 0) + 1;
      }
    }
  }
  return counts;
}

const PARTS = ['bucket', 'body_id', 'face_id', 'hair_id', 'garment_hsl', 'skin_hex', 'hair_hex'];
const PLACE = ['x', 'z'];
const ALL = [...PARTS, ...PLACE, 'rot_y', 'scale', 'phase', 'anim_clip', 'idle_variant'];

/** A change of each field of format 1, and the columns that it may and must touch. */
const INFLUENCE: Record<Exclude<keyof Recipe, 'v' | 'scene'>, { to: Partial<Recipe>; touches: string[] }> = {
  seed: { to: { seed: 43 }, touches: ALL },
  size: { to: { size: 100 }, touches: [...PARTS, 'anim_clip'] },
  weights: { to: { weights: { farmer: 4, guard: 3, merchant: 2, scholar: 1 } }, touches: PARTS },
  walkSpeedMin: { to: { walkSpeedMin: 0.9 }, touches: [] },
  walkSpeedMax: { to: { walkSpeedMax: 1.5 }, touches: [] },
  pace: { to: { pace: 0.5 }, touches: ['anim_clip'] },
  scaleVariation: { to: { scaleVariation: 0.03 }, touches: ['scale'] },
  boundaryShape: { to: { boundaryShape: 'square' }, touches: PLACE },
  boundaryRadius: { to: { boundaryRadius: 12 }, touches: PLACE },
  spawnRadius: { to: { spawnRadius: 16 }, touches: PLACE },
  splinePoints: { to: { splinePoints: [[1, 2]] }, touches: [] },
  facing: { to: { facing: 0.6 }, touches: ['rot_y'] },
  distribution: { to: { distribution: 'grid' }, touches: PLACE },
  terrain: {
    to: { terrain: { active: true, amplitude: 3, frequency: 0.1, noiseType: 'simplex' } },
    touches: [],
  },
  hueShift: { to: { hueShift: 0.1 }, touches: ['garment_hsl'] },
  hueVar: { to: { hueVar: 0.2 }, touches: ['garment_hsl'] },
  satVar: { to: { satVar: 0.2 }, touches: ['garment_hsl'] },
  lightVar: { to: { lightVar: 0.2 }, touches: ['garment_hsl'] },
  collisionRadius: { to: { collisionRadius: 0.3 }, touches: PLACE },
  personalSpace: { to: { personalSpace: 0.9 }, touches: [] },
  anticipation: { to: { anticipation: 0.1 }, touches: [] },
  obstacles: { to: { obstacles: [] }, touches: PLACE },
  groupingMode: { to: { groupingMode: true }, touches: [...PLACE, 'rot_y', 'anim_clip'] },
  attractActive: { to: { attractActive: true }, touches: [] },
  attractTarget: { to: { attractTarget: { x: 9, z: 9 } }, touches: [] },
  collection: { to: { collection: 'song' }, touches: [] },
};

describe('what one field changes, for 150 characters of seed 42', () => {
  test.each(Object.entries(INFLUENCE))('%s', (_field, { to, touches }) => {
    expect(Object.keys(changedColumns(to)).sort()).toEqual([...touches].sort());
  });

  test('nothing is left out of the table', () => {
    expect(Object.keys({ v: 1, ...INFLUENCE }).sort()).toEqual(Object.keys(sampleRecipe()).sort());
  });

  test('a tenth of the weight moved from one bucket to another moves exactly a tenth of the crowd', () => {
    expect(changedColumns(INFLUENCE.weights.to)['bucket']).toBe(15);
  });

  test('an obstacle moves only those who stood in it', () => {
    const inside = generateCharacters(sampleRecipe({ obstacles: [] }), sampleManifest).filter(
      ({ x, z }) => Math.hypot(x - 3, z - 2) < 2,
    );
    const moved = changedColumns({ obstacles: [] })['x'];
    expect(inside.length).toBeGreaterThan(0);
    expect(moved).toBeGreaterThanOrEqual(inside.length);
    expect(moved).toBeLessThan(2 * inside.length + 3);
  });

  test('on a spline, its points turn everyone', () => {
    const bearings = (splinePoints: Recipe['splinePoints']): number[] =>
      generateCharacters(sampleRecipe({ ...SHAPE_FIELDS.spline, splinePoints }), sampleManifest).map(
        ({ rot_y }) => rot_y,
      );
    const north = [[0, -40] as [number, number], [0, 40] as [number, number]];
    const east = north.map(([x, z]): [number, number] => [z, x]);
    const quarterTurns = bearings(east).map((bearing, i) => (bearing - bearings(north)[i]) / (Math.PI / 2));
    expect(quarterTurns).toHaveLength(150);
    for (const turns of quarterTurns) expect((turns + 4) % 4).toBeCloseTo(1, 4);
  });
});
