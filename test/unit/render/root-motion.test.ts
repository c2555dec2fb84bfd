import { Matrix4, Vector3 } from 'three';
import type { Crowd } from 'three-crowd';
import { expect, test } from 'vitest';
import type { Character } from '../../../src/protocol/index.js';
import { createFigure, FIGURE_WAYS, figureCharacters } from '../../support/browser/figure.js';
import { buildFigureCrowd } from '../../support/render/figure-crowd.js';

const SEED = 21;
/** Metres: rows have single precision. */
const ROUNDING = 1e-6;
const characters = figureCharacters(3, SEED).map(
  (character): Character => ({ ...character, anim_clip: 'walk', phase: 0.4 }),
);

/** Where a character's head is in the crowd's space. */
function head(crowd: Crowd, i: number): Vector3 {
  return new Vector3().setFromMatrixPosition(crowd.getSocketMatrix(i, 'head', new Matrix4()));
}

/** Metres that a character's row has moved. */
function wayOf(crowd: Crowd, i: number): number {
  const { x, z } = crowd.get(i);
  return Math.hypot(x - characters[i].x, z - characters[i].z);
}

test(`without rootMotion nobody moves, and poses are as they were (seed ${SEED})`, async () => {
  const crowd = await buildFigureCrowd(createFigure({ travels: true }), characters);
  for (let k = 0; k < 30; k++) crowd.update(0.1);
  for (const i of characters.keys()) expect(wayOf(crowd, i)).toBeLessThan(ROUNDING);
  // The pose has gone with its clip from its 0.4 to its end, but for what begins anew.
  const before = head(crowd, 0);
  crowd.update(0.3);
  expect(head(crowd, 0).distanceTo(before)).toBeGreaterThan(0.2);
  crowd.dispose();
});

test.each(['clones', 'instanced'] as const)(
  `a %s crowd moves by its clips, without jumps (seed ${SEED})`,
  async (mode) => {
    const crowd = await buildFigureCrowd(createFigure({ travels: true }), characters, {
      mode,
      rootMotion: true,
    });
    const [x, z] = FIGURE_WAYS.walk;
    const heads = characters.map((_, i) => head(crowd, i));
    let longest = 0;
    // Across the moment when the clock is moved back, too.
    for (let k = 0; k < 4500; k++) {
      crowd.update(1 / 30);
      for (const [i, before] of heads.entries()) {
        const now = head(crowd, i);
        longest = Math.max(longest, now.distanceTo(before));
        before.copy(now);
      }
    }
    // At most 7 cm of way and 10 of a turning trunk; a clip that begins again would throw them back by 1.3 m.
    expect(longest).toBeLessThan(0.25);
    for (const [i, { scale }] of characters.entries()) {
      expect(wayOf(crowd, i) / (150 * Math.hypot(x, z) * scale)).toBeCloseTo(1, 3);
    }
    crowd.dispose();
  },
);

test(`poses of a moved crowd are those of the clip, to a tenth of a millimetre (seed ${SEED})`, async () => {
  const people = characters.map((character) => ({ ...character, phase: 0 }));
  const [moved, still] = await Promise.all(
    [true, false].map((rootMotion) =>
      buildFigureCrowd(createFigure({ travels: true }), people, { rootMotion }),
    ),
  );
  for (let k = 0; k < 9; k++) {
    for (const i of characters.keys()) expect(head(moved, i).distanceTo(head(still, i))).toBeLessThan(1e-4);
    for (const crowd of [moved, still]) crowd.update(0.1);
  }
  expect(wayOf(moved, 0)).toBeGreaterThan(1);
});

test('speed, scale and a fade change how far characters go', async () => {
  const crowd = await buildFigureCrowd(createFigure({ travels: true }), characters, { rootMotion: true });
  crowd.setPlaybackSpeed(0, 2);
  crowd.setPlaybackSpeed(1, 0);
  crowd.setClip(2, 'idle', { fade: 1 });
  for (let k = 0; k < 60; k++) crowd.update(1 / 30);
  const round = Math.hypot(...FIGURE_WAYS.walk);
  expect(wayOf(crowd, 0)).toBeCloseTo(4 * round * characters[0].scale, 2);
  expect(wayOf(crowd, 1)).toBeLessThan(ROUNDING);
  // The weight of the walk falls evenly from 1 to 0 within a second: half a round, but for the sway and the uneven pace.
  expect(wayOf(crowd, 2) / (round * characters[2].scale)).toBeGreaterThan(0.4);
  expect(wayOf(crowd, 2) / (round * characters[2].scale)).toBeLessThan(0.6);
  crowd.dispose();
});

test('clips and a simulation cannot both move a crowd', async () => {
  const figure = createFigure({ travels: true });
  const createSimulation = (): Promise<never> => Promise.reject(new Error('It is not to be made.'));
  await expect(buildFigureCrowd(figure, characters, { rootMotion: true, createSimulation })).rejects.toThrow(
    '`rootMotion` moves the characters by their clips',
  );
});
