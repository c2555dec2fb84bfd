import {
  chooseUnlike,
  colorDifference,
  hslToLab,
  type Lab,
  type Neighbour,
  RecentGrid,
  streamSeed,
  uniformAt,
} from '../../math/index.js';
import type { Bucket, Hsl, Manifest, Recipe, SceneSlot } from '../../protocol/index.js';
import type { Positions } from '../placement/positions.js';
import { weightedBuckets } from '../traits/buckets.js';
import { STREAM } from '../traits/random-numbers.js';
import type { Look } from './deal-at-random.js';
import { garmentColor } from './garment-color.js';

/** Distance at which characters no longer count as neighbours, metres. */
const REACH = 15;
/** Distance at which two of the same body, face and headwear are not compared, metres. */
const LOOK_DISTANCE = 10;
/** Distance at which two of the same body and headwear are not compared, metres. */
const SILHOUETTE_DISTANCE = 5;
/** Characters that a bucket may have beyond its exact share. One that misses more is served first. */
const TOLERANCE = 3;
/** Weight of a bucket's missing characters against distances, which count from 0 to 3. */
const MISSING_WEIGHT = 0.01;
/** Weight of a bucket that misses more than the tolerance: as much as all distances. */
const OVERDUE_WEIGHT = 3;
/** Difference of garment colours, ΔE*ab of 1976, below which two count as the same. */
const COLOR_DIFFERENCE = 10;
/** Colours that a character may try. */
const COLORS = 256;
/** Phases of a clip. Two that follow each other differ by more than 1/30 of the clip, below which steps look alike. */
const PHASES = 29;
/** Random numbers per character: the first look and phase to try, and four per colour. */
const NUMBERS = 2 + 4 * COLORS;

interface Option {
  /** Index of the bucket. */
  b: number;
  parts: Pick<Look, 'bucket' | 'body_id' | 'face_id' | 'hair_id'>;
  /** Number of the body and headwear, and of both with the face. Buckets may share them. */
  silhouette: number;
  look: number;
}

/**
 * The looks of recipe format 2. Each character, by index, takes the parts, colour and phase whose nearest bearer among
 * the characters before it is farthest; so a larger crowd begins with the same characters. Time and memory are
 * proportional to the size times the number of looks.
 *
 * Greedy farthest-first traversal (Gonzalez 1985, Theoretical Computer Science 38), from a place to values instead of
 * from values to places. Headwear and clothes hide clones better than faces (McDonnell et al. 2009, "Eye-catching
 * Crowds"), so the silhouette counts on its own.
 *
 * @param walks true for characters that walk; their phases are not compared with those of the others
 * @param slots of the first characters, whose bucket and phase they may fix
 */
export function dealByPlace(
  recipe: Recipe,
  manifest: Manifest,
  { x, z }: Positions,
  walks: readonly boolean[],
  slots: readonly SceneSlot[] = [],
): Look[] {
  const stream = streamSeed(recipe.seed, STREAM.looks);
  const { buckets, weights } = weightedBuckets(
    recipe,
    manifest,
    slots.map(({ bucket }) => bucket),
  );
  const sum = weights.reduce((a, b) => a + b, 0);
  const options = optionsOf(buckets);
  const weighted = options.filter(({ b }) => weights[b] > 0);
  const counts = buckets.map(() => 0);
  const missing = buckets.map(() => 0);
  // By character.
  const lookOf = new Int32Array(recipe.size);
  const silhouetteOf = new Int32Array(recipe.size);
  const phaseOf = new Int32Array(recipe.size);
  const colors: Lab[] = [];
  const grid = new RecentGrid();
  // Distance to the nearest bearer of each look and silhouette, and of each phase of the clip.
  const toBearer = new Float64Array(2 * options.length);
  const toPhase = new Float64Array(PHASES);
  const looks: Look[] = [];
  // Indices and distances of the present character's neighbours.
  const near: number[] = [];
  const distances: number[] = [];

  /** Returns the best option of the bucket with this id, or of all, from a random one on, in a circle. */
  const chooseOption = (id: string | undefined, random: number): Option => {
    const among = id === undefined ? weighted : options.filter(({ parts }) => parts.bucket.id === id);
    const first = Math.floor(random * among.length);
    for (const [b, weight] of weights.entries()) {
      missing[b] = id === undefined ? (weight / sum) * (looks.length + 1) - counts[b] : 0;
    }
    let best = among[first];
    let bestScore = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < among.length; k++) {
      const option = among[(first + k) % among.length];
      const lack = missing[option.b];
      if (lack <= 1 - TOLERANCE) continue;
      const score =
        2 * Math.min(1, toBearer[option.look] / LOOK_DISTANCE) +
        Math.min(1, toBearer[option.silhouette] / SILHOUETTE_DISTANCE) +
        MISSING_WEIGHT * lack +
        (lack > TOLERANCE ? OVERDUE_WEIGHT : 0);
      if (score > bestScore) {
        bestScore = score;
        best = option;
      }
    }
    return best;
  };

  /** Returns the first colour that is unlike those of all neighbours of the same look, or is so the farthest. */
  const chooseColor = (
    palette: readonly Hsl[],
    neighbours: readonly Neighbour[],
    number: number,
  ): [Hsl, Lab] =>
    chooseUnlike(
      COLORS,
      (k): [Hsl, Lab] => {
        const color = garmentColor(recipe, palette, (trait) => uniformAt(stream, number + 4 * k + trait));
        return [color, hslToLab(...color)];
      },
      neighbours,
      REACH,
      ([, lab], index) => colorDifference(lab, colors[index]) < COLOR_DIFFERENCE,
    );

  for (let i = 0; i < recipe.size; i++) {
    const number = NUMBERS * i;
    near.length = distances.length = 0;
    toBearer.fill(REACH);
    toPhase.fill(REACH);
    grid.visit(REACH, x[i], z[i], (index, distance) => {
      near.push(index);
      distances.push(distance);
      lower(toBearer, lookOf[index], distance);
      lower(toBearer, silhouetteOf[index], distance);
      if (walks[index] === walks[i]) lower(toPhase, phaseOf[index], distance);
    });
    const option = chooseOption(slots[i]?.bucket, uniformAt(stream, number));
    const alike: Neighbour[] = [];
    for (let k = 0; k < near.length; k++) {
      if (lookOf[near[k]] === option.look) alike.push({ index: near[k], distance: distances[k] });
    }
    const [garment_hsl, lab] = chooseColor(option.parts.bucket.palette, alike, number + 2);
    const given = slots[i]?.phase;
    const phase =
      given === undefined
        ? farthestFrom(toPhase, Math.floor(uniformAt(stream, number + 1) * PHASES))
        : Math.floor((given * PHASES) % PHASES);
    counts[option.b] += 1;
    lookOf[i] = option.look;
    silhouetteOf[i] = option.silhouette;
    phaseOf[i] = phase;
    colors.push(lab);
    grid.add(i, x[i], z[i]);
    looks.push({ ...option.parts, garment_hsl, phase: given ?? phase / PHASES });
  }
  return looks;
}

function lower(distances: Float64Array, k: number, distance: number): void {
  if (distance < distances[k]) distances[k] = distance;
}

/** Returns the index of the largest distance from `first` on, in a circle. */
function farthestFrom(distances: Float64Array, first: number): number {
  let best = first;
  for (let k = 1; k < distances.length; k++) {
    const index = (first + k) % distances.length;
    if (distances[index] > distances[best]) best = index;
  }
  return best;
}

function optionsOf(buckets: readonly Bucket[]): Option[] {
  const numbers = new Map<string, number>();
  const numberOf = (...parts: string[]): number => {
    const key = JSON.stringify(parts);
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  };
  return buckets.flatMap((bucket, b) =>
    bucket.bodies.flatMap((body_id) =>
      bucket.hairs.flatMap((hair_id) =>
        bucket.faces.map((face_id) => ({
          b,
          parts: { bucket, body_id, face_id, hair_id },
          silhouette: numberOf(body_id, hair_id),
          look: numberOf(body_id, hair_id, face_id),
        })),
      ),
    ),
  );
}
