import { describe, expect, test } from 'vitest';
import { mulberry32 } from '../../../../src/math/index.js';
import {
  type AnimationState,
  changeSpeed,
  clipPhase,
  createAnimationState,
  cutTo,
  fadeTo,
  fadeWeight,
  STILL_SPEED,
  secondsToEnd,
} from '../../../../src/render/characters/animation-state.js';
import { frameAt } from '../../../../src/rig/index.js';
import { CLIPS } from '../../../support/render/sample-characters.js';

const [IDLE, , WALK, , STOP] = CLIPS;

function fading(): AnimationState {
  const state = createAnimationState();
  cutTo(state, { clip: 0, start: 1, speed: 1 });
  fadeTo(state, { clip: 2, start: 9, speed: 1.5 }, 10, 2);
  return state;
}

describe('a fade', () => {
  test.each([
    [9, 0],
    [10, 0],
    [10.5, 0.25],
    [12, 1],
    [50, 1],
  ])('at %f s weighs the newer clip %f', (now, weight) => expect(fadeWeight(fading(), now)).toBe(weight));

  test('that is none weighs it 1', () => expect(fadeWeight(createAnimationState(), 3)).toBe(1));
});

test.each([5, 6])('a change of speed keeps the phase and then plays at the new speed (seed %i)', (seed) => {
  const random = mulberry32(seed);
  for (let round = 0; round < 500; round++) {
    const info = CLIPS[Math.floor(random() * CLIPS.length)];
    const state = createAnimationState();
    cutTo(state, { clip: 0, start: random() * 10, speed: 0.1 + random() * 3 });
    const now = 10 + random();
    const before = clipPhase(state, info, now);
    const speed = random() < 0.2 ? STILL_SPEED : random() * 3;
    changeSpeed(state, speed, now);
    expect(clipPhase(state, info, now)).toBeCloseTo(before, 5);
    const later = before + (0.1 * speed) / info.duration;
    expect(clipPhase(state, info, now + 0.1)).toBeCloseTo(info.loop ? later % 1 : Math.min(1, later), 5);
  }
});

test('phases wrap in loops and end in other clips', () => {
  const state = createAnimationState();
  expect(clipPhase(state, WALK, 2.25)).toBeCloseTo(0.25, 12);
  expect(clipPhase(state, IDLE, 2.25)).toBeCloseTo(0.125, 12);
  expect(clipPhase(state, STOP, 2.25)).toBe(1);
});

test('a clip stands at its last frame when it is said to', () => {
  const seconds = secondsToEnd(STOP);
  expect(frameAt(STOP, seconds + 1e-9)).toMatchObject({ frame0: 230, frame1: 230 });
  expect(frameAt(STOP, seconds - 0.01).frame0).toBe(229);
});
