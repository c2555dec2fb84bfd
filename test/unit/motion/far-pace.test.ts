import { PerspectiveCamera } from 'three';
import { expect, test } from 'vitest';
import { clipPhase, createAnimationState } from '../../../src/render/characters/index.js';
import { FRAME, FRAME_STATE, FRAME_STRIDE, STEP_SECONDS } from '../../../src/simulate/index.js';
import { walkingCharacters } from '../../support/render/walking-characters.js';

const STEPS = 200;

test('clips of far characters keep pace with the ground to a few centimetres (seed 7)', () => {
  const { characters, advance, simulation } = walkingCharacters({ seed: 7, size: 60, spawnRadius: 6 });
  const { table, clips } = characters;
  const walk = clips.find('walk');
  const { duration, speed } = clips.infos[walk];
  const camera = new PerspectiveCamera(50, 2, 0.1, 500);
  camera.position.set(0, 2, 100);
  camera.updateMatrixWorld();
  const animation = createAnimationState();
  /** By character: strides of the clip less those of the distance at the start of a walk; undefined if it stands. */
  const offsets: (number | undefined)[] = [];
  const errors: number[] = [];
  for (let step = 0; step < STEPS; step++) {
    const now = advance(STEP_SECONDS, camera);
    const { previous, current, fraction } = simulation;
    for (let i = 0; i < table.count; i++) {
      const o = i * FRAME_STRIDE;
      const isWalking = current[o + FRAME.state] === FRAME_STATE.walking;
      if (!isWalking || table.animation(i, animation).clip !== walk) {
        offsets[i] = undefined;
        continue;
      }
      const from = previous[o + FRAME.distance];
      const distance = from + (current[o + FRAME.distance] - from) * fraction;
      const stride = duration * speed * table.scale(i);
      const strides = clipPhase(animation, clips.infos[walk], now) - distance / stride;
      const offset = offsets[i] ?? strides;
      offsets[i] = offset;
      const wrapped = strides - offset - Math.round(strides - offset);
      errors.push(Math.abs(wrapped) * stride);
    }
  }
  errors.sort((a, b) => a - b);
  expect(errors.length).toBeGreaterThan(1_000);
  // Some are not paced in each step …
  expect(errors[Math.floor(0.9 * errors.length)]).toBeGreaterThan(0.001);
  // … and no clip is far off.
  expect(errors[Math.floor(0.99 * errors.length)]).toBeLessThan(0.05);
});
