import { describe, expect, test } from 'vitest';
import { mulberry32 } from '../../../../src/math/index.js';
import { createAnimationState, fadeTo } from '../../../../src/render/characters/animation-state.js';
import { skinVertices } from '../../../../src/render/poses/skin-vertices.js';
import { createFigure, type Figure, figureCharacters } from '../../../support/browser/figure.js';
import { greatestDistance } from '../../../support/browser/greatest-distance.js';
import { cpuPose, figureOptions } from '../../../support/render/figure-table.js';

const SEED = 41;
const CHARACTERS = 25;
const PARTS = ['body_a', 'face_a', 'hands'];

/** Largest distance of a vertex from three's, metres, over characters and moments. */
function largestError(figure: Figure, moments: readonly number[]): number {
  const characters = figureCharacters(CHARACTERS, SEED);
  const options = figureOptions(figure, characters);
  const pose = cpuPose(options);
  const matrices = new Float64Array(pose.joints * 12);
  let largest = 0;
  let compared = 0;
  for (const seconds of moments) {
    characters.forEach((character, i) => {
      pose.skinMatrices(i, seconds, matrices);
      for (const name of PARTS) {
        const expected = figure.expected(name, character, seconds);
        const vertices = new Float64Array(expected.length);
        skinVertices(figure.assets.parts.get(name)!.geometry, matrices, vertices);
        largest = Math.max(largest, greatestDistance(Float32Array.from(vertices), 0, expected));
        compared += vertices.length / 3;
      }
    });
  }
  expect(compared).toBeGreaterThan(CHARACTERS * moments.length * 100);
  return largest;
}

describe(`a pose on the CPU (seed ${SEED})`, () => {
  const random = mulberry32(SEED);

  test.each(['even', 'uneven'] as const)("is three's own where scales are %s, on baked frames", (scales) => {
    const moments = [0, 1, 2].map(() => Math.floor(random() * 150) / 30);
    expect(largestError(createFigure({ scales }), moments)).toBeLessThan(1e-4);
  });

  test.each(['even', 'uneven'] as const)('and between them, where scales are %s', (scales) => {
    const moments = [0, 1, 2].map(() => random() * 5);
    expect(largestError(createFigure({ scales }), moments)).toBeLessThan(1e-4);
  });

  test('comes from the matrices where a bone is sheared', () => {
    const figure = createFigure({ scales: 'sheared' });
    expect(figureOptions(figure, figureCharacters(1, 1)).localPoses()).toBeUndefined();
    expect(largestError(figure, [0, 0.5, 1.3])).toBeLessThan(1e-4);
  });

  test('is written where the caller says', () => {
    const pose = cpuPose(figureOptions(createFigure(), figureCharacters(2, SEED)));
    const size = pose.joints * 12;
    const both = new Float64Array(2 * size);
    const one = new Float64Array(size);
    pose.skinMatrices(1, 0.7, one);
    pose.skinMatrices(1, 0.7, both, size);
    expect(both.subarray(0, size).every((value) => value === 0)).toBe(true);
    expect(both.subarray(size)).toEqual(one);
  });
});

test.each(['even', 'uneven'] as const)("a fade is three's crossFadeTo (%s scales)", (scales) => {
  const FADE = 0.4;
  const START = 0.37;
  const figure = createFigure({ scales });
  const unfaded = createFigure({ scales });
  const character = { ...figureCharacters(1, SEED)[0], phase: 0, anim_clip: 'walk' as const };
  const options = figureOptions(figure, [character]);
  const state = options.table.animation(0, createAnimationState());
  fadeTo(state, { clip: 0, start: START, speed: 1 }, START, FADE);
  options.table.setAnimation(0, state);

  const actor = figure.act(character);
  const walk = actor.action('walk').play();
  actor.mixer.update(START);
  walk.crossFadeTo(actor.action('idle').play(), FADE, false);

  const pose = cpuPose(options);
  const matrices = new Float64Array(pose.joints * 12);
  let largest = 0;
  let moved = 0;
  for (let step = 0; step <= 20; step++) {
    const seconds = START + (step / 16) * FADE;
    if (step > 0) actor.mixer.update(FADE / 16);
    const expected = actor.positions('body_a');
    const vertices = new Float64Array(expected.length);
    pose.skinMatrices(0, seconds, matrices);
    skinVertices(figure.assets.parts.get('body_a')!.geometry, matrices, vertices);
    largest = Math.max(largest, greatestDistance(Float32Array.from(vertices), 0, expected));
    moved = Math.max(moved, greatestDistance(expected, 0, unfaded.expected('body_a', character, seconds)));
  }
  actor.stop();
  expect(largest).toBeLessThan(1e-4);
  expect(moved).toBeGreaterThan(0.1);
});
