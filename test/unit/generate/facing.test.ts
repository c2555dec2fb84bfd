import { generateCharacters } from 'three-crowd/generate';
import { describe, expect, test } from 'vitest';
import { formGroups } from '../../../src/generate/groups.js';
import { sampleManifest } from '../../support/sample-manifest.js';
import { SHAPE_FIELDS, sampleRecipe } from '../../support/sample-recipe.js';

describe('facing', () => {
  // Bearings uniform within ±a about 0 have a mean of length sin(a) / a.
  test.each([0, 0.25, 0.5, 0.75, 1])('%d gathers 5,000 bearings of seed 42 as it should', (facing) => {
    const characters = generateCharacters(
      sampleRecipe({ facing, size: 5000, boundaryRadius: 100, spawnRadius: 100 }),
      sampleManifest,
    );
    const mean = (f: (angle: number) => number): number =>
      characters.reduce((sum, { rot_y }) => sum + f(rot_y), 0) / characters.length;
    const a = (1 - facing) * Math.PI;
    expect(Math.abs(mean(Math.cos) - (a === 0 ? 1 : Math.sin(a) / a))).toBeLessThan(0.03);
    expect(Math.abs(mean(Math.sin))).toBeLessThan(0.03);
  });

  test('bearings stay within ±π', () => {
    const bearings = generateCharacters(sampleRecipe({ facing: 0, size: 2000 }), sampleManifest).map(
      ({ rot_y }) => rot_y,
    );
    expect(Math.min(...bearings)).toBeGreaterThanOrEqual(-Math.PI);
    expect(Math.max(...bearings)).toBeLessThan(Math.PI);
    expect(Math.max(...bearings) - Math.min(...bearings)).toBeGreaterThan(6);
  });

  test('1 follows the path of a spline', () => {
    const recipe = sampleRecipe({
      ...SHAPE_FIELDS.spline,
      facing: 1,
      splinePoints: [
        [-30, -10],
        [30, 10],
      ],
    });
    for (const { rot_y } of generateCharacters(recipe, sampleManifest)) {
      expect(rot_y).toBeCloseTo(Math.atan2(60, 20), 5);
    }
  });

  test('idle groups look at their middle, walking ones the same way', () => {
    const recipe = sampleRecipe({ groupingMode: true, facing: 0, boundaryRadius: 40, spawnRadius: 40 });
    const characters = generateCharacters(recipe, sampleManifest);
    const groups = formGroups(recipe, 0.45).filter(({ offsets }) => offsets.length > 1);
    let idle = 0;
    let walking = 0;
    for (const { first, offsets } of groups) {
      const members = characters.slice(first, first + offsets.length);
      const x = members.reduce((sum, member) => sum + member.x, 0) / members.length;
      const z = members.reduce((sum, member) => sum + member.z, 0) / members.length;
      for (const member of members) {
        if (member.anim_clip === 'walk') {
          walking += 1;
          expect(member.rot_y).toBe(members[0].rot_y);
        } else {
          idle += 1;
          const off = member.rot_y - Math.atan2(x - member.x, z - member.z);
          expect(Math.cos(off)).toBeGreaterThan(Math.cos(0.351));
        }
      }
    }
    expect(Math.min(idle, walking)).toBeGreaterThan(20);
  });
});
