import {
  createFrame,
  FRAME,
  FRAME_STATE,
  FRAME_STRIDE,
  interpolateFrames,
  STEP_SECONDS,
} from 'three-crowd/simulate';
import { describe, expect, test } from 'vitest';
import { mulberry32 } from '../../../src/math/index.js';
import { StepMoves } from '../../../src/motion/follower/step-moves.js';
import { CharacterTable } from '../../../src/render/characters/character-table.js';
import { createAnimationState, ROW_WORDS } from '../../../src/render/characters/index.js';
import { walkingCharacters } from '../../support/render/walking-characters.js';

const SIZE = 200;
const NOBODY: ReadonlySet<number> = new Set();

function tableOf(size: number): CharacterTable {
  const table = new CharacterTable(size);
  for (let i = 0; i < size; i++) {
    table.setTransform(i, 0, 0, 0, 0, 1 + i / 1000);
    table.setParts(i, 0, 0, 0);
  }
  return table;
}

/** Two frames of people who walk, turn, stand and are set down elsewhere. */
function randomFrames(seed: number): { previous: Float32Array; current: Float32Array } {
  const random = mulberry32(seed);
  const [previous, current] = [createFrame(SIZE), createFrame(SIZE)];
  for (let i = 0; i < SIZE; i++) {
    const o = i * 8;
    const walks = random() < 0.8 ? 1 : 0;
    const isSetDown = random() < 0.05;
    for (const field of ['x', 'y', 'z'] as const) {
      previous[o + FRAME[field]] = 100 * random() - 50;
      current[o + FRAME[field]] =
        previous[o + FRAME[field]] + walks * (isSetDown ? 5 : 0.05) * (0.5 + random());
    }
    const turned = previous[o + FRAME.heading] + walks * 0.15 * (random() - 0.5);
    previous[o + FRAME.heading] = 2 * Math.PI * (random() - 0.5);
    current[o + FRAME.heading] = Math.atan2(
      Math.sin(previous[o + FRAME.heading] + turned),
      Math.cos(previous[o + FRAME.heading] + turned),
    );
    current[o + FRAME.state] = FRAME_STATE.walking;
  }
  return { previous, current };
}

test.each([1, 2, 3])('everybody is where the frames interpolate to (seed %i)', (seed) => {
  const { previous, current } = randomFrames(seed);
  const table = tableOf(SIZE);
  new StepMoves(table).take(previous, current, NOBODY, 1, 1);
  const between = createFrame(SIZE);
  for (const fraction of [0, 0.3, 1]) {
    table.stepLeft = 1 - fraction;
    interpolateFrames(previous, current, fraction, between);
    for (let i = 0; i < SIZE; i++) {
      const o = i * 8;
      // Who is set down elsewhere is at the height of that place, too.
      expect(table.x(i)).toBeCloseTo(between[o + FRAME.x], 4);
      expect(table.y(i)).toBeCloseTo(between[o + FRAME.y], 4);
      expect(table.z(i)).toBeCloseTo(between[o + FRAME.z], 4);
      const off = table.heading(i) - between[o + FRAME.heading];
      expect(Math.abs(Math.atan2(Math.sin(off), Math.cos(off)))).toBeLessThan(2e-4);
      expect(table.scale(i)).toBeCloseTo(1 + i / 1000, 6);
    }
  }
});

test('a standing character is written once, at its last place', () => {
  const { previous, current } = randomFrames(4);
  const table = tableOf(SIZE);
  const moves = new StepMoves(table);
  moves.take(previous, current, NOBODY, 1, 1);
  table.stepLeft = 0.6;
  expect(table.changes.take()).toHaveLength(1);
  expect(table.moves.changes.take().length).toBeGreaterThan(0);
  moves.take(current, current, NOBODY, 1, 1);
  expect(table.changes.take()).toHaveLength(1);
  expect(table.moves.changes.take().length).toBeGreaterThan(0);
  expect(table.heading(0)).toBeCloseTo(current[FRAME.heading], 3);
  for (let i = 0; i < SIZE; i++) expect(table.x(i)).toBe(current[i * 8 + FRAME.x]);
  moves.take(current, current, NOBODY, 1, 1);
  expect([table.changes.take(), table.moves.changes.take()]).toEqual([[], []]);
});

test('a removed agent stays at its last place', () => {
  const { previous, current } = randomFrames(5);
  const table = tableOf(SIZE);
  const moves = new StepMoves(table);
  moves.take(previous, current, NOBODY, 1, 1);
  const left = current.slice();
  for (let i = 0; i < SIZE; i++) left[i * 8 + FRAME.state] = FRAME_STATE.gone;
  moves.take(current, left, NOBODY, 1, 1);
  for (const stepLeft of [0, 0.7, 1]) {
    table.stepLeft = stepLeft;
    for (let i = 0; i < SIZE; i++) expect(table.x(i)).toBe(current[i * 8 + FRAME.x]);
  }
});

test('the pictures between two steps change no row', () => {
  const crowd = walkingCharacters({ boundaryShape: 'circle', boundaryRadius: 20, pace: 1, size: 20 });
  const { table } = crowd.characters;
  let steps = 0;
  for (let frame = 0; frame < 120; frame++) {
    const { time } = crowd.mover.motion;
    const before = [table.x(3), table.z(3)];
    table.changes.take();
    table.moves.changes.take();
    crowd.advance(1 / 60);
    if (crowd.mover.motion.time > time) steps += 1;
    else expect([table.changes.take(), table.moves.changes.take()]).toEqual([[], []]);
    if (frame > 60) expect([table.x(3), table.z(3)]).not.toEqual(before);
  }
  expect(steps).toBeGreaterThan(30);
  expect(steps).toBeLessThan(50);
});

describe('a character that is moved by hand', () => {
  test('is at its place in the same frame, until it gets a goal again', () => {
    const crowd = walkingCharacters({ boundaryShape: 'circle', boundaryRadius: 20, pace: 1, size: 20 });
    const { characters, mover } = crowd;
    const put = (x: number): void => {
      characters.setTransform(3, { x, z: 1, heading: 0.5 });
      mover.setManual(3);
    };
    for (let frame = 0; frame < 60; frame++) crowd.advance(1 / 60);
    for (let frame = 0; frame < 60; frame++) {
      put(frame / 100);
      crowd.advance(1 / 60);
      expect(characters.table.x(3)).toBeCloseTo(frame / 100, 6);
      expect(characters.table.heading(3)).toBeCloseTo(0.5, 3);
    }
    mover.motion.goTo(3, [5, 5]);
    for (let frame = 0; frame < 180; frame++) crowd.advance(1 / 60);
    expect(Math.hypot(characters.table.x(3) - 0.6, characters.table.z(3) - 1)).toBeGreaterThan(1);
  });

  test('leaves no state to the next character of the same index', () => {
    const crowd = walkingCharacters({ boundaryShape: 'circle', boundaryRadius: 20, pace: 1, size: 20 });
    const { characters, mover } = crowd;
    const walker = { ...characters.source(3), anim_clip: 'walk' as const };
    characters.setTransform(3, { x: 0, z: 0 });
    mover.setManual(3);
    characters.remove(3);
    mover.remove([3]);
    expect(characters.add([walker], 0)).toEqual([3]);
    mover.add([3], [walker]);
    const { x, z } = walker;
    for (let frame = 0; frame < 180; frame++) crowd.advance(1 / 60);
    expect(Math.hypot(characters.table.x(3) - x, characters.table.z(3) - z)).toBeGreaterThan(1);
  });
});

describe('far characters', () => {
  /** A crowd of which the 20 nearest to a point are simulated in full. */
  function farCrowd() {
    const crowd = walkingCharacters({ boundaryShape: 'circle', boundaryRadius: 40, pace: 1, size: 400 });
    crowd.mover.simulation.commands.focus([[0, 0]], 20);
    return crowd;
  }

  test('are where the frames interpolate to, in each picture', () => {
    const { simulation, advance, characters } = farCrowd();
    const { table } = characters;
    const between = createFrame(400);
    let far = 0;
    for (let frame = 0; frame < 200; frame++) {
      if (frame === 90) simulation.commands.focus([[10, -5]], 20);
      advance(1 / 47);
      const { previous, current, fraction, time } = simulation;
      interpolateFrames(previous, current, fraction, between, Math.round(time / STEP_SECONDS));
      for (let i = 0; i < 400; i++) {
        const o = i * FRAME_STRIDE;
        if (previous[o + FRAME.state] > 3) far += 1;
        expect(Math.abs(table.x(i) - between[o + FRAME.x])).toBeLessThan(1e-3);
        expect(Math.abs(table.z(i) - between[o + FRAME.z])).toBeLessThan(1e-3);
      }
    }
    expect(far).toBeGreaterThan(50_000);
  });

  test('change their rows once in ten steps', () => {
    const { simulation, advance, characters } = farCrowd();
    const { table } = characters;
    for (let step = 0; step < 40; step++) advance(STEP_SECONDS);
    const near = Array.from({ length: 400 }, (_, i) => simulation.current[i * FRAME_STRIDE + FRAME.state]);
    expect(near.filter((state) => state <= 3).length).toBeLessThan(60);
    let rows = 0;
    for (let step = 0; step < 20; step++) {
      const before = table.words.slice();
      advance(STEP_SECONDS);
      for (let i = 0; i < 400; i++) {
        const [from, to] = [i * ROW_WORDS, (i + 1) * ROW_WORDS];
        rows += +(table.words.slice(from, to).join() !== before.slice(from, to).join());
      }
    }
    // Twenty steps of up to 60 near ones, and two updates of each far one.
    expect(rows).toBeGreaterThan(400);
    expect(rows).toBeLessThan(20 * 60 + 2 * 400);
  });

  test('walk with their clips in pace with the ground', () => {
    const { simulation, advance, characters } = farCrowd();
    const { table, clips } = characters;
    const walk = clips.find('walk');
    const animation = createAnimationState();
    for (let step = 0; step < 60; step++) advance(STEP_SECONDS);
    let compared = 0;
    for (let i = 0; i < 400; i++) {
      const o = i * FRAME_STRIDE;
      const { clip, speed } = table.animation(i, animation);
      if (simulation.previous[o + FRAME.state] <= 3 || clip !== walk) continue;
      const ground = simulation.previous[o + FRAME.speed] / (clips.infos[walk].speed * table.scale(i));
      if (ground < 0.5) continue;
      expect(speed).toBeCloseTo(ground, 3);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(100);
  });

  test('stay where they are once they are removed', () => {
    const { mover, advance, characters } = farCrowd();
    const { table } = characters;
    for (let step = 0; step < 43; step++) advance(STEP_SECONDS);
    const before = [table.x(300), table.z(300)];
    mover.simulation.commands.remove([300]);
    for (let step = 0; step < 20; step++) advance(STEP_SECONDS / 2);
    expect(Math.hypot(table.x(300) - before[0], table.z(300) - before[1])).toBeLessThan(0.15);
  });
});
