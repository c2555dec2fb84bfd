import { expect, test } from 'vitest';
import { createAnimationState } from '../../../src/render/characters/animation-state.js';
import { testInTurn } from '../../support/in-turn.js';
import { footSlips } from '../../support/render/foot-slips.js';
import {
  type WalkingCharacters,
  type WalkingOptions,
  walkingCharacters,
} from '../../support/render/walking-characters.js';
import { pathOf } from '../../support/sample-recipe.js';

const FRAME_SECONDS = 1 / 60;
const SIZE = 60;

/** People who have walked for two seconds, far from one another. */
function walking(options: WalkingOptions = {}): WalkingCharacters {
  const crowd = walkingCharacters(
    { pace: 1, size: SIZE, boundaryRadius: 80, spawnRadius: 80, obstacles: [], seed: 42 },
    options,
  );
  for (let frame = 0; frame < 120; frame++) crowd.advance(FRAME_SECONDS);
  return crowd;
}

/** Notes the names of the clips that each plays, one after another. */
function noteClips(crowd: WalkingCharacters): { crowd: WalkingCharacters; played: string[][] } {
  const { table, clips } = crowd.characters;
  const state = createAnimationState();
  const played = Array.from({ length: SIZE }, (): string[] => []);
  const advance = (seconds: number): number => {
    const now = crowd.advance(seconds);
    played.forEach((names, i) => {
      const name = clips.name(table.animation(i, state).clip);
      if (names.at(-1) !== name) names.push(name);
    });
    return now;
  };
  return { crowd: { ...crowd, advance }, played };
}

/** The clips between the first and the last, but for the idle that short steps are blended with. */
function passed(names: readonly string[]): string[] {
  return names.slice(1, -1).filter((name) => name !== 'idle');
}

const goals = {
  'are told to stop': (crowd) => crowd.mover.motion.stop('all'),
  'reach a point': ({ characters: { table }, mover }) => {
    for (let i = 0; i < SIZE; i++) {
      const [sin, cos] = [Math.sin(table.heading(i)), Math.cos(table.heading(i))];
      mover.motion.goTo(i, [table.x(i) + 3 * sin, table.z(i) + 3 * cos]);
    }
  },
} satisfies Record<string, (crowd: WalkingCharacters) => void>;

testInTurn(Object.entries(goals), [0, 1])(
  'walkers who %s play walk_stop once, then their idle (seed 42)',
  (_when, stop) => {
    const { crowd, played } = noteClips(walking());
    stop(crowd);
    const slips = footSlips(crowd, 7);
    const stopped = played.filter((names) => names.includes('walk_stop'));
    expect(stopped.length).toBeGreaterThan(SIZE / 2);
    for (const [i, names] of played.entries()) {
      expect(names[0]).toBe('walk');
      expect(names.at(-1)).toBe(crowd.characters.idleClip(i));
      expect(passed(names)).toEqual(names.includes('walk_stop') ? ['walk_stop'] : []);
    }
    expect(slips.length).toBeGreaterThan(100);
    expect(slips[Math.floor(slips.length * 0.95)]).toBeLessThan(0.01);
  },
);

test('characters with removeOnArrival stand where they arrive, keep clips set there, and walk again with a goal (seed 42)', () => {
  const { crowd, played } = noteClips(walking());
  const { table, clips } = crowd.characters;
  const { motion } = crowd.mover;
  const arrived: number[] = [];
  let now = 0;
  expect(crowd.characters.idleClip(1)).not.toBe('idle_clasp');
  motion.addEventListener('arrived', ({ character }) => {
    arrived.push(character);
    if (character === 1) crowd.characters.setClip(1, 'idle_clasp', { loop: 'repeat' }, now);
  });
  const ahead = (i: number, metres: number): [number, number] => [
    table.x(i) + metres * Math.sin(table.heading(i)),
    table.z(i) + metres * Math.cos(table.heading(i)),
  ];
  for (const i of [0, 1]) motion.goTo(i, ahead(i, 3), { removeOnArrival: true });
  for (let frame = 0; frame < 300; frame++) now = crowd.advance(FRAME_SECONDS);
  expect(arrived.sort()).toEqual([0, 1]);
  expect(clips.name(table.animation(0, createAnimationState()).clip)).toBe(crowd.characters.idleClip(0));
  expect(clips.name(table.animation(1, createAnimationState()).clip)).toBe('idle_clasp');
  const [x, z] = [table.x(0), table.z(0)];
  motion.goTo(0, ahead(0, 3));
  for (let frame = 0; frame < 60; frame++) crowd.advance(FRAME_SECONDS);
  expect(Math.hypot(table.x(0) - x, table.z(0) - z)).toBeGreaterThan(0.5);
  expect(played[0].at(-1)).toBe('walk');
});

test('a rig without walk_stop goes from its walk to its idle', () => {
  const { crowd, played } = noteClips(walking({ without: ['walk_stop'] }));
  crowd.mover.motion.stop('all');
  for (let frame = 0; frame < 240; frame++) crowd.advance(FRAME_SECONDS);
  for (const [i, names] of played.entries()) {
    expect([names[0], ...passed(names), names.at(-1)]).toEqual(['walk', crowd.characters.idleClip(i)]);
  }
});

test('a goal during a stop lets a character walk on, and a time scale of 0 holds walk_stop', () => {
  const { crowd, played } = noteClips(walking());
  const { motion } = crowd.mover;
  motion.stop('all');
  for (let frame = 0; frame < 50; frame++) crowd.advance(FRAME_SECONDS);
  const inStop = played.flatMap((names, i) => (names.at(-1) === 'walk_stop' ? [i] : []));
  expect(inStop.length).toBeGreaterThan(10);

  motion.timeScale = 0;
  const held = crowd.advance(FRAME_SECONDS);
  const phases = inStop.map((i) => crowd.characters.get(i, held).phase);
  let now = held;
  for (let frame = 0; frame < 120; frame++) now = crowd.advance(FRAME_SECONDS);
  inStop.forEach((i, k) => {
    expect(crowd.characters.get(i, now).phase).toBeCloseTo(phases[k], 4);
  });

  motion.timeScale = 1;
  motion.follow('all', pathOf([-75, 0], [75, 0]));
  for (let frame = 0; frame < 120; frame++) crowd.advance(FRAME_SECONDS);
  for (const i of inStop) expect(played[i].at(-1)).toBe('walk');
});

test('a clip that a page sets during a stop stays', () => {
  const { crowd, played } = noteClips(walking());
  crowd.mover.motion.stop('all');
  let now = 0;
  for (let frame = 0; frame < 50; frame++) now = crowd.advance(FRAME_SECONDS);
  const inStop = played.flatMap((names, i) => (names.at(-1) === 'walk_stop' ? [i] : []));
  expect(inStop.length).toBeGreaterThan(10);
  crowd.mover.pinClips(inStop, crowd.characters.setClip(inStop, 'idle_clasp', { fade: 0.3 }, now));
  for (let frame = 0; frame < 180; frame++) crowd.advance(FRAME_SECONDS);
  for (const i of inStop) expect(played[i].at(-1)).toBe('idle_clasp');
});
