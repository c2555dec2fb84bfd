/**
 * Percent of the sample crowds that have another like them near by: by recipe format, by the number of pieces of
 * headwear for each of the kit's (format 2), and at least, whatever the method.
 *
 * `npx tsx bench/variety.ts`
 */
import { generateCharacters } from 'three-crowd/generate';
import { completeRecipe, type Manifest } from 'three-crowd/protocol';
import { apportion, weightOf } from '../src/generate/traits/buckets.js';
import { buildManifest } from '../src/kit/manifest.js';
import { SAMPLE_CROWDS } from '../src/server/crowds/sample-crowds.js';
import { varietyOf } from '../test/support/variety.js';

const kit = buildManifest();
type Bucket = Manifest['buckets'][number];

function withHeadwear(count: number): Manifest {
  const more = (hair: string): string[] =>
    Array.from({ length: count }, (_, k) => (k ? `${hair} ${k}` : hair));
  return { ...kit, buckets: kit.buckets.map((bucket) => ({ ...bucket, hairs: bucket.hairs.flatMap(more) })) };
}

const percent = (share: number): number => Math.round(share * 1000) / 10;

console.table(
  SAMPLE_CROWDS.flatMap(({ name, recipe: given }) => {
    const recipe = completeRecipe(given);
    const rowOf = (title: string, v: number, manifest: Manifest) => {
      const { distinct, ...shares } = varietyOf(generateCharacters({ ...recipe, v }, manifest));
      const rounded = Object.entries(shares).map(([figure, share]) => [figure, percent(share)]);
      return { name, title, ...Object.fromEntries(rounded), distinct };
    };

    // At most 2A/(√3d²) + P/(2d) + 1 points are d apart in a convex region of area A and perimeter P (Oler 1961).
    const { boundaryShape: shape, boundaryRadius, spawnRadius } = recipe;
    const [a, b] = [Math.min(spawnRadius, boundaryRadius), shape === 'road' ? boundaryRadius : spawnRadius];
    const [area, perimeter] =
      shape === 'circle' ? [Math.PI * a * a, Math.PI * 2 * a] : [4 * a * b, 4 * (a + b)];
    const counts = apportion(
      kit.buckets.map((bucket) => weightOf(bucket, recipe.weights)),
      recipe.size,
    );
    const atLeast = (d: number, looksOf: (bucket: Bucket) => number): number => {
      const most = (2 * area) / (Math.sqrt(3) * d * d) + perimeter / (2 * d) + 1;
      const left = kit.buckets.map((bucket, i) => Math.max(0, counts[i] - looksOf(bucket) * most));
      return percent(left.reduce((sum, count) => sum + count, 0) / recipe.size);
    };
    const silhouettesOf = ({ bodies, hairs }: Bucket): number => bodies.length * hairs.length;
    const bound = {
      name,
      title: 'at least',
      twins10m: atLeast(10, (bucket) => silhouettesOf(bucket) * bucket.faces.length),
      silhouettes5m: atLeast(5, silhouettesOf),
    };
    return [
      rowOf('format 1', 1, kit),
      rowOf('format 2', 2, kit),
      ...[2, 4, 6, 12].map((times) => rowOf(`headwear × ${times}`, 2, withHeadwear(times))),
      bound,
    ];
  }),
);
