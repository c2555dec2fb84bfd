/**
 * Times the generation of crowds by shape, distribution and size, at half a character a square metre, and of
 * crowds without enough room, as a multiple of the same crowd with room.
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

const RING: Partial<Recipe> = {
  boundaryShape: 'donut',
  spawnRadius: 9.96,
  boundaryRadius: 10,
  collisionRadius: 1000,
};
/** A path that crosses itself all over a few metres. */
const KNOT = Array.from({ length: 256 }, (_, i): [number, number] => [
  3 * Math.sin(7.3 * i),
  3 * Math.cos(3.1 * i),
]);

/** Recipes without enough room, among them the slowest known ones. */
const CROWDED: Readonly<Record<string, Partial<Recipe>>> = {
  'all defaults': {},
  'circle of 5 m': { spawnRadius: 5 },
  'circle of 1 cm': { spawnRadius: 0.01, collisionRadius: 1e9 },
  groups: { groupingMode: true },
  'ring of 4 cm': RING,
  'ring of 4 cm, grid': { ...RING, distribution: 'grid' },
  'ring of 4 cm, startpoint, groups': { ...RING, distribution: 'startpoint', groupingMode: true },
  knot: { boundaryShape: 'spline', spawnRadius: 2, splinePoints: KNOT, collisionRadius: 1000 },
  'knot, grid': {
    boundaryShape: 'spline',
    spawnRadius: 2,
    splinePoints: KNOT,
    collisionRadius: 1000,
    distribution: 'grid',
  },
  'lake with a shore': { obstacles: [{ type: 'lake', x: 0, z: 0, radius: 14.9 }] },
};
const CROWDED_SIZE = 20_000;

const filter = process.argv[2] ?? '';
const OPTIONS = { time: 0, iterations: 5, warmupTime: 0, warmupIterations: 2 };
const withRoom = new Bench({ name: 'with room', ...OPTIONS });
const crowded = new Bench({ name: 'without room', ...OPTIONS });

function add(bench: Bench, name: string, recipe: Recipe): void {
  bench.add(name, () => void generateCharacters(recipe, sampleManifest));
}

for (const size of [5_000, CROWDED_SIZE, 100_000]) {
  for (const one of CASES) {
    const name = `${size.toLocaleString('en')} ${one.join(' ')}`;
    if (name.includes(filter)) add(withRoom, name, recipeOf(size, one));
  }
}
// First row of the table: the others are multiples of it.
add(crowded, 'with room', recipeOf(CROWDED_SIZE, ['circle', 'random']));
for (const [name, fields] of Object.entries(CROWDED)) {
  if (name.includes(filter)) add(crowded, name, completeRecipe({ size: CROWDED_SIZE, seed: 42, ...fields }));
}
for (const bench of [withRoom, crowded]) {
  if (bench.tasks.length === 0) continue;
  await bench.run();
  console.log(bench === crowded ? `${CROWDED_SIZE.toLocaleString('en')} without room` : 'With room');
  console.table(bench.table(tableRow(bench)));
}
