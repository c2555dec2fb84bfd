import { expect, test } from 'vitest';
import { BONES, type BoneName } from '../../../src/kit/skeleton/kit-skeleton.js';
import { IDLE_CLIPS } from '../../../src/protocol/index.js';
import { testInTurn } from '../../support/in-turn.js';
import { distance, moments, type PlayedClip, type Point, playClip } from '../../support/kit/played-clip.js';

const BODY: readonly BoneName[] = BONES.map(({ name }) => name).filter(
  (name) => !/^(root|skirt|sleeve|hat|beard)/.test(name),
);

/** Where each bone of the body is on the mean over a clip. */
function meanPlaces(played: PlayedClip): Point[] {
  const at = moments(played.clip.duration, 24);
  return BODY.map((bone) => {
    const places = at.map((seconds) => played.boneAt(seconds, bone));
    return [0, 1, 2].map((k) => places.reduce((sum, place) => sum + place[k], 0) / at.length) as Point;
  });
}

test('there are eight idles', () => expect(IDLE_CLIPS).toHaveLength(8));

test('any two idles can be told apart: some joint is elsewhere by more than a hand', async () => {
  const places = await Promise.all(IDLE_CLIPS.map(async (name) => meanPlaces(await playClip(name))));
  for (let a = 0; a < places.length; a++) {
    for (let b = 0; b < a; b++) {
      const farthest = Math.max(...BODY.map((_, i) => distance(places[a][i], places[b][i])));
      expect(farthest, `${IDLE_CLIPS[a]} and ${IDLE_CLIPS[b]}`).toBeGreaterThan(0.1);
    }
  }
});

testInTurn(IDLE_CLIPS, [0, 4])('%s lasts 4 to 8 seconds, stays in place and loops', async (name) => {
  const { clip } = await playClip(name);
  expect(clip.duration).toBeGreaterThanOrEqual(4);
  expect(clip.duration).toBeLessThanOrEqual(8.0001);
  expect(clip).toMatchObject({ loop: true, speed: 0 });
});

testInTurn(IDLE_CLIPS, [0, 4])('%s breathes, and nothing jerks', async (name) => {
  const played = await playClip(name);
  const step = 1 / 30;
  const frames = Math.round(played.clip.duration / step);
  const heads = Array.from({ length: frames }, (_, i) => played.boneAt(i * step, 'head'));
  const travel = Math.max(...heads.map((place) => distance(place, heads[0])));
  expect(travel).toBeGreaterThan(0.002);
  for (const bone of BODY) {
    const places = Array.from({ length: frames + 2 }, (_, i) => played.boneAt(i * step, bone));
    const jerk = Math.max(
      ...places.slice(2).map((place, i) => {
        const middle = places[i + 1];
        return Math.hypot(...[0, 1, 2].map((k) => place[k] - 2 * middle[k] + places[i][k])) / step ** 2;
      }),
    );
    // Metres a second squared: a scratching hand is the quickest.
    expect(jerk, bone).toBeLessThan(name === 'idle_scratch' ? 15 : 3);
  }
});
