/**
 * How long a crowd takes to generate, by shape, distribution and size, at half a character a square metre.
 *
 * `npx tsx bench/micro/generate.bench.ts [filter]`
 */
import { generateCharacters } from 'three-crowd/generate';
import { type BoundaryShape, completeRecipe, type Distribution, type Recipe } from 'three-crowd/protocol';
import { Bench } from 'tinybench';
import { sampleManifest } from '../../test/support/sample-manifest.js';
import { tableRow } from './table-row.js';

const CHARACTERS_PER_SQUARE_METRE = 0.5;

const CASES: readonly (readonly [BoundaryShape, Distribution, groups?: 'groups'])[] = [
  ['circle', 'random'],
  ['circle', 'grid'],
  ['circle', 'startpoint'],
  ['circle', 'random', 'groups'],
  ['donut', 'grid'],
  ['road', 'startpoint'],
  ['spline', 'random'],
  ['spline', 'grid'],
  ['spline', 'startpoint'],
];

function recipeOf(size: number, [shape, distribution, groups]: (typeof CASES)[number]): Recipe {
  const radius = Math.sqrt(size / CHARACTERS_PER_SQUARE_METRE / Math.PI);
  const [boundaryRadius, spawnRadius] = {
    circle: [radius, radius],
    square: [radius, radius],
    donut: [radius * 1.2, radius * 0.66],
    road: [radius * 1.5, radius * 0.52],
    spline: [radius, radius * 0.3],
  }[shape];
  return completeRecipe({
    size,
    seed: 42,
    boundaryShape: shape,
    boundaryRadius,
    spawnRadius,
    distribution,
    groupingMode: groups !== undefined,
    collisionRadius: 0.25,
    obstacles: [{ type: 'cylinder', x: 3, z: 2, radius: 2 }],
    splinePoints: [
      [-1.8 * radius, -1.4 * radius],
      [-0.5 * radius, 0.9 * radius],
      [0.9 * radius, -0.5 * radius],
      [2 * radius, 1.6 * radius],
    ],
  });
}

const filter = process.argv[2] ?? '';
const bench = new Bench({
  name: 'generateCharacters',
  time: 0,
  iterations: 5,
  warmupTime: 0,
  warmupIterations: 2,
});
for (const size of [5_000, 100_000]) {
  for (const one of CASES) {
    const name = `${size.toLocaleString('en')} ${one.join(' ')}`;
    const recipe = recipeOf(size, one);
    if (name.includes(filter)) bench.add(name, () => void generateCharacters(recipe, sampleManifest));
  }
}
await bench.run();
console.table(bench.table(tableRow(bench)));
