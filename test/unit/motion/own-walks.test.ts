import { expect, test } from 'vitest';
import { createAnimationState } from '../../../src/render/characters/animation-state.js';
import { footSlips } from '../../support/render/foot-slips.js';
import {
  KIT_TEXTURE,
  type WalkingCharacters,
  type WalkingOptions,
  walkingCharacters,
} from '../../support/render/walking-characters.js';

const FRAME_SECONDS = 1 / 60;
const SIZE = 40;
const ROAD = { pace: 1, size: SIZE, boundaryRadius: 200, spawnRadius: 200, obstacles: [], seed: 42 };
const isOld = (i: number): boolean => i % 3 === 0;
const OLD = KIT_TEXTURE.manifest.clipInfo.find(({ name }) => name === 'walk_old')!;
const JOG = KIT_TEXTURE.manifest.clipInfo.find(({ name }) => name === 'jog')!;

/** A crowd in which every third character has a walk clip of its own. */
function createCrowd(options: WalkingOptions = {}): WalkingCharacters {
  return walkingCharacters(ROAD, { walkClipOf: (i) => (isOld(i) ? 'walk_old' : undefined), ...options });
}

/** The same after two seconds. */
function walking(options?: WalkingOptions): WalkingCharacters {
  const crowd = createCrowd(options);
  advance(crowd, 2);
  return crowd;
}

function advance(crowd: WalkingCharacters, seconds: number): void {
  for (let frame = 0; frame < seconds / FRAME_SECONDS; frame++) crowd.advance(FRAME_SECONDS);
}

/** Clip and playback speed of a character. */
function playedBy({ characters: { table, clips } }: WalkingCharacters, i: number): [string, number] {
  const { clip, speed } = table.animation(i, createAnimationState());
  return [clips.name(clip), speed];
}

test('characters walk with their own clips, at the speeds of these, and their feet do not slip (seed 42)', () => {
  const crowd = walking();
  expect(OLD.speed).toBeLessThan(0.7);
  const before = Array.from({ length: SIZE }, (_, i) => crowd.characters.get(i, 0));
  const slips = footSlips(crowd, 5);
  for (let i = 0; i < SIZE; i++) {
    const { x, z } = crowd.characters.get(i, 0);
    const walked = Math.hypot(x - before[i].x, z - before[i].z) / 5 / before[i].scale;
    const [clip, playback] = playedBy(crowd, i);
    expect(clip).toBe(isOld(i) ? 'walk_old' : 'walk');
    expect(walked).toBeGreaterThan(isOld(i) ? 0.7 * OLD.speed : 0.7);
    if (isOld(i)) expect(walked).toBeLessThan(1.2 * OLD.speed);
    expect(playback).toBeGreaterThan(0.7);
    expect(playback).toBeLessThan(1.3);
  }
  expect(slips.length).toBeGreaterThan(100);
  expect(slips[Math.floor(slips.length * 0.95)]).toBeLessThan(0.01);
});

test('a character with its own walk clip takes shorter steps where it walks slowly, and its feet do not slip (seed 42)', () => {
  const crowd = walking();
  crowd.mover.motion.setWalkingSpeed('all', 0.25);
  advance(crowd, 3);
  const slips = footSlips(crowd, 5);
  const state = createAnimationState();
  const { table, clips } = crowd.characters;
  for (let i = 0; i < SIZE; i += 3) {
    const { clip, oldClip } = table.animation(i, state);
    expect([clip, oldClip].map((number) => clips.name(number))).toEqual(['walk_old', 'idle']);
  }
  expect(slips[Math.floor(slips.length * 0.95)]).toBeLessThan(0.01);
});

test('a character with its own walk clip stands without walk_stop, and walks with it again (seed 42)', () => {
  const crowd = walking();
  const played = new Map<number, Set<string>>();
  crowd.mover.motion.stop('all');
  for (let frame = 0; frame < 300; frame++) {
    crowd.advance(FRAME_SECONDS);
    for (let i = 0; i < SIZE; i++) {
      const [clip] = playedBy(crowd, i);
      played.set(i, (played.get(i) ?? new Set()).add(clip));
    }
  }
  expect([...played].some(([i, clips]) => !isOld(i) && clips.has('walk_stop'))).toBe(true);
  for (const [i, clips] of played) {
    if (!isOld(i)) continue;
    expect(clips).not.toContain('walk_stop');
    expect(playedBy(crowd, i)[0]).toBe(crowd.characters.idleClip(i));
  }
  crowd.mover.motion.release('all');
  advance(crowd, 3);
  for (let i = 0; i < SIZE; i += 3) expect(playedBy(crowd, i)[0]).toBe('walk_old');
});

test('`walk` that a page sets for one with a clip of its own follows the speed, too (seed 42)', () => {
  const crowd = walking();
  const now = crowd.advance(FRAME_SECONDS);
  crowd.mover.pinClips([0], crowd.characters.setClip(0, 'walk', {}, now));
  advance(crowd, 2);
  const [clip, playback] = playedBy(crowd, 0);
  expect(clip).toBe('walk');
  expect(playback).toBeLessThan(0.8);
});

test.each([
  [[], 'walk_old'],
  [['walk_old'], 'walk'],
])('without the clips %j, they begin and walk with %s (seed 42)', (without, name) => {
  const crowd = createCrowd({ without });
  for (const seconds of [0, 2]) {
    advance(crowd, seconds);
    for (let i = 0; i < SIZE; i++) expect(playedBy(crowd, i)[0]).toBe(isOld(i) ? name : 'walk');
  }
});

test('a character that walks with the jog runs, walks where it is slow, and runs again (seed 42)', () => {
  const runs = { walkClipOf: (i: number) => (isOld(i) ? 'jog' : undefined) };
  const crowd = createCrowd(runs);
  const slow = createCrowd(runs);
  slow.mover.motion.setWalkingSpeed('all', 0.8);
  advance(slow, 3);
  for (let i = 0; i < SIZE; i++) expect(playedBy(slow, i)[0]).toBe('walk');

  for (const [speed, clip] of [
    [undefined, 'jog'],
    [0.8, 'walk'],
    [JOG.speed, 'jog'],
  ] as const) {
    if (speed !== undefined) crowd.mover.motion.setWalkingSpeed('all', speed);
    advance(crowd, 3);
    for (let i = 0; i < SIZE; i += 3) {
      const [name, playback] = playedBy(crowd, i);
      expect(name).toBe(clip);
      expect(playback).toBeGreaterThan(0.6);
    }
  }
});
