import { expect } from 'vitest';
import type { Character } from '../../src/protocol/index.js';
import { TIERS } from '../support/browser/backends.js';
import { readDrawnPositions } from '../support/browser/drawn-positions.js';
import { createFigure, type FigureScales, figureCharacters } from '../support/browser/figure.js';
import { figureCrowd } from '../support/browser/figure-crowd.js';
import { greatestDistance } from '../support/browser/greatest-distance.js';
import { SCENES } from '../support/browser/scenes-of-motion.js';
import { sharedRenderer } from '../support/browser/shared-renderer.js';
import { testInTurn } from '../support/in-turn.js';

/** Crowd seconds at which the scenes begin: the clock is moved back in the middle of them. */
const BEGINNING = 127;
const MOMENTS = Array.from({ length: 27 }, (_, k) => 0.05 + k * 0.093);
const PART = 'body_a';

/** One character a scene, side by side. */
const CHARACTERS: readonly Character[] = figureCharacters(SCENES.length, 4).map((character, i) => ({
  ...character,
  body_id: PART,
  x: i * 2,
  z: 0,
  phase: 0.5,
}));

/** What three shows: of each scene, the vertices at each moment. */
function expectedPositions(scales: FigureScales): Float32Array[][] {
  const figure = createFigure({ scales });
  return SCENES.map((scene, i) => {
    const actor = figure.act(CHARACTERS[i]);
    const goTo = scene.play(actor);
    const positions = MOMENTS.map((seconds) => {
      goTo(seconds);
      return actor.positions(PART);
    });
    actor.stop();
    return positions;
  });
}

testInTurn(
  TIERS.flatMap((tier) => (['even', 'uneven'] as const).map((scales) => [...tier, scales] as const)),
  [1, 2, 5, 6],
)(
  '%s %s, %s scales: everyone moves as three moves them, through fades, ends and changes of speed',
  async (backend, mode, scales) => {
    const expected = expectedPositions(scales);
    const renderer = await sharedRenderer(backend);
    const { assets } = createFigure({ scales });
    const crowd = await figureCrowd(renderer, {
      assets,
      characters: CHARACTERS,
      sharedParts: [],
      mode,
      lodThreshold: 0,
    });
    const orders = SCENES.flatMap(({ told }, i) => told.map((order) => ({ ...order, i }))).sort(
      (a, b) => a.at - b.at,
    );
    crowd.update(BEGINNING);
    let now = 0;
    const goTo = (seconds: number): void => {
      crowd.update(seconds - now);
      now = seconds;
    };
    const errors = SCENES.map(() => 0);
    const moved = SCENES.map(() => 0);
    for (const [k, seconds] of MOMENTS.entries()) {
      while (orders.length > 0 && orders[0].at <= seconds) {
        const order = orders.shift() as (typeof orders)[number];
        goTo(order.at);
        order.tell(crowd, order.i);
      }
      goTo(seconds);
      const posed = await readDrawnPositions(renderer, crowd, PART, CHARACTERS.length);
      posed.sort((a, b) => a[0] - b[0]);
      posed.forEach((positions, i) => {
        errors[i] = Math.max(errors[i], greatestDistance(positions, 0, expected[i][k]));
        moved[i] = Math.max(moved[i], greatestDistance(expected[i][k], 0, expected[i][0]));
      });
    }
    SCENES.forEach(({ name }, i) => {
      expect(moved[i], `${name}: moves at all`).toBeGreaterThan(0.02);
    });
    const millimetres = Object.fromEntries(SCENES.map(({ name }, i) => [name, errors[i] * 1000]));
    expect(Math.max(...errors), JSON.stringify(millimetres)).toBeLessThan(0.001);
  },
);
