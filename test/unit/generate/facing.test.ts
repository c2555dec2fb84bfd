import { CatmullRomCurve3, Vector3 } from 'three';
import { generateCharacters } from 'three-crowd/generate';
import type { Recipe } from 'three-crowd/protocol';
import { describe, expect, test } from 'vitest';
import { formGroups } from '../../../src/generate/traits/groups.js';
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

  test.each([1, 2])('1 follows a straight spline in format %d', (v) => {
    const splinePoints: Recipe['splinePoints'] = [
      [-30, -10],
      [30, 10],
    ];
    const recipe = sampleRecipe({ ...SHAPE_FIELDS.spline, v, facing: 1, splinePoints });
    for (const { rot_y } of generateCharacters(recipe, sampleManifest)) {
      expect(rot_y).toBeCloseTo(Math.atan2(60, 20), 5);
    }
  });

  test('1 on a bent spline is one way in format 2: as its path begins', () => {
    const { splinePoints } = SHAPE_FIELDS.spline;
    const recipe = sampleRecipe({ ...SHAPE_FIELDS.spline, v: 2, facing: 1 });
    const bearings = new Set(generateCharacters(recipe, sampleManifest).map(({ rot_y }) => rot_y));
    expect(bearings.size).toBe(1);
    const curve = new CatmullRomCurve3((splinePoints ?? []).map(([x, z]) => new Vector3(x, 0, z)));
    const { x, z } = curve.getTangent(0);
    // The generator's first straight piece is some degrees off the tangent at its start.
    expect(Math.abs([...bearings][0] - Math.atan2(x, z))).toBeLessThan(0.1);
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
