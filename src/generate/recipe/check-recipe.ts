import type { Manifest, Recipe } from '../../protocol/index.js';
import { weightOf } from '../traits/buckets.js';
import { checkScene } from './check-scene.js';
import { checkShape } from './check-shape.js';
import { refuse } from './refuse.js';

/**
 * The newest supported recipe format. This folder imports only types from `protocol`, which keeps its schemas out of
 * pages.
 */
const NEWEST_FORMAT = 2;
/** Maximum crowd size; random streams would allow many more. */
const MAX_SIZE = 1_000_000;
/** Maximum weight of a bucket; keeps the sum finite. */
const MAX_WEIGHT = 1_000_000;
/** Maximum number of obstacles. Every candidate position is tested against all of them. */
const MAX_OBSTACLES = 64;

interface Range {
  field: keyof Recipe;
  min: number;
  /** @default Infinity */
  max?: number;
  /** Likely cause, for the message. */
  hint?: string;
}

const TURNS = 'it is in turns, so 30 degrees are 0.0833';
const FRACTION = 'it is a fraction, so 30 % are 0.3';

const RANGES: readonly Range[] = [
  { field: 'size', min: 0, max: MAX_SIZE },
  { field: 'walkSpeedMin', min: 0 },
  { field: 'walkSpeedMax', min: 0 },
  { field: 'scaleVariation', min: 0, max: 0.9, hint: FRACTION },
  { field: 'hueShift', min: -1, max: 1, hint: TURNS },
  { field: 'hueVar', min: 0, max: 1, hint: TURNS },
  { field: 'satVar', min: 0, max: 1, hint: FRACTION },
  { field: 'lightVar', min: 0, max: 1, hint: FRACTION },
  { field: 'collisionRadius', min: 0 },
  { field: 'personalSpace', min: 0, max: 1, hint: FRACTION },
];

/**
 * Checks the values of a recipe, alone and in combination with each other and with the manifest. `completeRecipe`
 * checks presence and types.
 *
 * @throws {RecipeError} naming the first invalid field, and saying what it should be
 */
export function checkRecipe(recipe: Recipe, manifest: Manifest): void {
  checkVersion(recipe);
  for (const range of RANGES) checkRange(recipe, range);
  checkTerrain(recipe);
  checkObstacles(recipe);
  checkSpeeds(recipe);
  checkWeights(recipe, manifest);
  checkShape(recipe);
  checkScene(recipe, manifest);
}

function checkVersion({ v }: Recipe): void {
  if (!Number.isInteger(v) || v < 1 || v > NEWEST_FORMAT)
    refuse('v', `must be from 1 to ${NEWEST_FORMAT}, the formats known here, not ${v}`);
}

function checkRange(recipe: Recipe, { field, min, max = Number.POSITIVE_INFINITY, hint }: Range): void {
  const value = recipe[field] as number;
  if (value >= min && value <= max) return;
  const bounds = max === Number.POSITIVE_INFINITY ? `at least ${min}` : `from ${min} to ${max}`;
  refuse(field, `must be ${bounds}, not ${value}${hint ? `: ${hint}` : ''}`);
}

function checkTerrain({ terrain: { amplitude, frequency } }: Recipe): void {
  if (amplitude < 0) refuse('terrain.amplitude', `must be at least 0 metres, not ${amplitude}`);
  if (frequency < 0) refuse('terrain.frequency', `must be at least 0 cycles a metre, not ${frequency}`);
}

function checkObstacles({ obstacles }: Recipe): void {
  if (obstacles.length > MAX_OBSTACLES)
    refuse('obstacles', `must be at most ${MAX_OBSTACLES}, not ${obstacles.length}`);
  obstacles.forEach(({ radius }, i) => {
    if (radius < 0) refuse(`obstacles.${i}.radius`, `must be at least 0 metres, not ${radius}`);
  });
}

function checkSpeeds({ walkSpeedMin, walkSpeedMax }: Recipe): void {
  if (walkSpeedMin > walkSpeedMax)
    refuse('walkSpeedMin', `must be at most walkSpeedMax (${walkSpeedMax}), not ${walkSpeedMin}`);
}

function checkWeights(recipe: Recipe, manifest: Manifest): void {
  const ids = manifest.buckets.map(({ id }) => id);
  for (const [id, weight] of Object.entries(recipe.weights)) {
    if (!ids.includes(id))
      refuse(`weights.${id}`, `names no bucket of the manifest, which has ${ids.join(', ')}`);
    if (weight < 0 || weight > MAX_WEIGHT)
      refuse(`weights.${id}`, `must be from 0 to ${MAX_WEIGHT}, not ${weight}`);
  }
  if (!manifest.buckets.some((bucket) => weightOf(bucket, recipe.weights) > 0)) {
    refuse('weights', 'are all 0: give at least one bucket a weight, or leave them out');
  }
}
