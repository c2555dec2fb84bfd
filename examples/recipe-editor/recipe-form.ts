import type { Recipe } from 'three-crowd';
import {
  BOUNDARY_SHAPES,
  type BoundaryShape,
  DISTRIBUTIONS,
  type Distribution,
  type Manifest,
} from 'three-crowd/protocol';
import type { ControlPanel } from 'three-crowd/stage';
import { COLOR, LAYOUT, MOTION, type Range } from './fields.js';

type Change = (change: Partial<Recipe>) => void;

/** Path for the shape that needs one, metres. */
const PATH: Recipe['splinePoints'] = [
  [-16, -8],
  [-6, 5],
  [5, -5],
  [16, 8],
];

/** @returns a function that fills the form with a recipe */
export function addRecipeForm(
  controls: ControlPanel,
  manifest: Manifest,
  change: Change,
): (recipe: Recipe) => void {
  const crowd = controls.addSection('Crowd', true);
  const layout = controls.addSection('Layout', false);
  const people = controls.addSection('People', false);
  const color = controls.addSection('Colour', false);
  const motion = controls.addSection('Motion', false);
  return (recipe) => {
    fillCrowd(crowd, recipe, change);
    fillLayout(layout, recipe, change);
    fillPeople(people, recipe, manifest, change);
    fillRanges(color, COLOR, recipe, change);
    fillRanges(motion, MOTION, recipe, change);
  };
}

function fillCrowd(section: ControlPanel, { size, seed }: Recipe, change: Change): void {
  section.clear();
  section.addSlider('Characters', { min: 1, max: 1000, step: 1, value: size }, (value) =>
    change({ size: value }),
  );
  section.addText('Seed', 'number', String(seed), (text) => change({ seed: Math.trunc(Number(text)) }));
}

function fillLayout(section: ControlPanel, recipe: Recipe, change: Change): void {
  section.clear();
  section.addChoice('Shape', sameNames(BOUNDARY_SHAPES), recipe.boundaryShape, (value) => {
    const splinePoints = value === 'spline' ? PATH : null;
    change({ boundaryShape: value as BoundaryShape, splinePoints });
  });
  section.addChoice('Distribution', sameNames(DISTRIBUTIONS), recipe.distribution, (value) =>
    change({ distribution: value as Distribution }),
  );
  section.addSwitch('In groups', recipe.groupingMode, (groupingMode) => change({ groupingMode }));
  addRanges(section, LAYOUT, recipe, change);
}

/** Weights of a recipe; without any, the manifest's. The first change writes all of them into the recipe. */
function fillPeople(section: ControlPanel, recipe: Recipe, { buckets }: Manifest, change: Change): void {
  section.clear();
  const isPlain = Object.keys(recipe.weights).length === 0;
  const weights = Object.fromEntries(
    buckets.map(({ id, weight }) => [id, isPlain ? weight : (recipe.weights[id] ?? 0)]),
  );
  for (const { id, label } of buckets) {
    section.addSlider(label, { min: 0, max: 20, step: 1, value: weights[id] }, (value) => {
      weights[id] = value;
      change({ weights: { ...weights } });
    });
  }
}

function fillRanges(section: ControlPanel, ranges: readonly Range[], recipe: Recipe, change: Change): void {
  section.clear();
  addRanges(section, ranges, recipe, change);
}

function addRanges(section: ControlPanel, ranges: readonly Range[], recipe: Recipe, change: Change): void {
  for (const { field, label, ...range } of ranges) {
    section.addSlider(label, { ...range, value: recipe[field] }, (value) => change({ [field]: value }));
  }
}

const sameNames = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, name]));
