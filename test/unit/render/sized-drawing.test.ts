import type { Crowd } from 'three-crowd';
import { expect, test } from 'vitest';
import { createFigure, figureCharacters } from '../../support/browser/figure.js';
import { buildFigureCrowd } from '../../support/render/figure-crowd.js';

const LIMIT = 4;
const PEOPLE = figureCharacters(12, 3);
const options = { mode: 'auto', cloneLimit: LIMIT, lodThreshold: 0 } as const;

/** Updates a crowd until it is drawn in a mode. */
const untilDrawn = (crowd: Crowd, mode: 'clones' | 'instanced') =>
  expect
    .poll(() => {
      crowd.update(1 / 60);
      return crowd.stats.mode;
    })
    .toBe(mode);

test('a crowd that grows or shrinks past the limit is drawn in the mode for its size', async () => {
  const crowd = await buildFigureCrowd(createFigure(), PEOPLE.slice(0, LIMIT), options);
  expect(crowd.stats.mode).toBe('clones');
  const hero = await crowd.promote(1);
  crowd.addCharacters(PEOPLE.slice(LIMIT));
  crowd.setClip(2, 'jog');
  await untilDrawn(crowd, 'instanced');
  // Body, body, face, hair and hands: a draw each, whoever wears them; and those of the hero.
  expect(crowd.stats.drawCalls).toBe(5 + 4);
  const own = await buildFigureCrowd(createFigure(), PEOPLE, { ...options, mode: 'instanced' });
  expect(crowd.children.find(({ type }) => type === 'Group')?.children.length).toBe(1);
  expect(own.stats.drawCalls).toBe(5);
  expect(crowd.get(2).clip).toBe('jog');
  expect(hero.object.parent).toBe(crowd);

  crowd.removeCharacters(PEOPLE.map((_, i) => i).slice(LIMIT));
  await untilDrawn(crowd, 'clones');
  crowd.demote(1);
  crowd.update(0);
  expect(crowd.stats).toMatchObject({ characters: LIMIT, drawCalls: 4 * LIMIT });
  crowd.dispose();
  expect(crowd.children).toHaveLength(0);
});

test('a mode that is given stays', async () => {
  const crowd = await buildFigureCrowd(createFigure(), PEOPLE.slice(0, 1), { ...options, mode: 'clones' });
  crowd.addCharacters(PEOPLE.slice(1));
  for (let frame = 0; frame < 5; frame++) crowd.update(1 / 60);
  await new Promise((resolve) => setTimeout(resolve));
  crowd.update(1 / 60);
  expect(crowd.stats).toMatchObject({ mode: 'clones', drawCalls: 4 * PEOPLE.length });
});

test('a frame budget belongs to instances, whose far mesh it moves', async () => {
  const frameBudget = { milliseconds: 10 };
  const crowd = await buildFigureCrowd(createFigure(), PEOPLE.slice(0, LIMIT), { ...options, frameBudget });
  for (let frame = 0; frame < 60; frame++) crowd.update(0.04);
  expect(crowd.frameBudget).toBeUndefined();
  crowd.addCharacters(PEOPLE.slice(LIMIT));
  await untilDrawn(crowd, 'instanced');
  expect(crowd.frameBudget?.coarsened).toBe(0);
  for (let frame = 0; frame < 60; frame++) crowd.update(0.04);
  expect(crowd.frameBudget?.coarsened).toBe(1);
});
