import { Color } from 'three';
import { describe, expect, test } from 'vitest';
import { mulberry32 } from '../../../../src/math/index.js';
import { TINTS } from '../../../../src/protocol/index.js';
import {
  type AnimationState,
  createAnimationState,
  fadeWeight,
} from '../../../../src/render/characters/animation-state.js';
import { CharacterTable } from '../../../../src/render/characters/character-table.js';
import { createShownFoot } from '../../../../src/render/characters/layer-table.js';
import { MAX_PARTS } from '../../../../src/render/characters/row-layout.js';
import { ROW_WORDS } from '../../../../src/render/characters/row-table.js';
import { frameAt } from '../../../../src/rig/index.js';
import { testInTurn } from '../../../support/in-turn.js';
import { CLIPS } from '../../../support/render/sample-characters.js';

/** Clips by number: as they are, then with their looping turned round. */
const NUMBERED = [...CLIPS, ...CLIPS.map((info) => ({ ...info, loop: !info.loop }))];

describe('a row', () => {
  test.each([1, 2, 3])('gives back what was put in (seed %i)', (seed) => {
    const random = mulberry32(seed);
    const table = new CharacterTable(700);
    const wide = (): number => Math.fround((random() - 0.5) * 1000);
    const rows = Array.from({ length: 700 }, () => ({
      place: [wide(), wide(), wide()] as const,
      heading: (random() * 2 - 1) * Math.PI,
      scale: Math.fround(0.5 + random()),
      state: randomAnimation(random, 100),
      colors: TINTS.map(() => [random(), random(), random()] as const),
      parts: [0, 0, 0].map(() => Math.floor(random() * MAX_PARTS)),
      hidden: random() < 0.3,
    }));
    rows.forEach(({ place, heading, scale, state, colors, parts, hidden }, i) => {
      table.setTransform(i, ...place, heading, scale);
      table.setAnimation(i, state);
      TINTS.forEach((tint, k) => {
        table.setColor(i, tint, colors[k]);
      });
      table.setParts(i, parts[0], parts[1], parts[2]);
      table.setHidden(i, hidden);
    });
    rows.forEach(({ place, heading, scale, state, colors, parts, hidden }, i) => {
      expect([table.x(i), table.y(i), table.z(i)]).toEqual(place);
      expect(Math.abs(table.heading(i) - heading)).toBeLessThan(5e-5);
      expect(table.scale(i)).toBe(scale);
      expect(table.animation(i, createAnimationState())).toEqual(state);
      TINTS.forEach((tint, k) => {
        table.color(i, tint).forEach((channel, c) => {
          // 9 bits of the square root: 1/511.
          expect(Math.abs(channel - colors[k][c])).toBeLessThan(0.002);
        });
      });
      expect([0, 1, 2].map((slot) => table.part(i, slot))).toEqual(parts);
      expect(table.isHidden(i)).toBe(hidden);
      expect(table.isFree(i)).toBe(false);
    });
  });

  test('stands in the words that the shaders read', () => {
    const table = new CharacterTable(3);
    table.setTransform(2, 1.5, -2, 3, Math.PI / 2, 0.75);
    table.setAnimation(2, {
      ...createAnimationState(),
      clip: 5,
      oldClip: 3,
      start: 7,
      fadeStart: 8,
      fadeSeconds: 0.5,
    });
    table.setColor(2, 'hair', [1, 0.25, 0]);
    table.setParts(2, 3, 5, 7);
    const words = table.words.slice(2 * ROW_WORDS);
    const floats = new Float32Array(words.buffer);
    expect([...floats.subarray(0, 3)]).toEqual([1.5, -2, 3]);
    expect(words[3]).toBe(32767); // sine 1, cosine 0
    expect([floats[4], floats[5], floats[6]]).toEqual([0.75, 7, 1]);
    expect(words[7]).toBe(5 | (3 << 10));
    table.setTextureCell(2, 200);
    table.setBuild(2, 13);
    expect(table.words[2 * ROW_WORDS + 7]).toBe((5 | (3 << 10) | (13 << 20) | (200 << 24)) >>> 0);
    table.setTextureCell(2, 7);
    table.setBuild(2, 6);
    table.setAnimation(2, table.animation(2, createAnimationState()));
    expect([table.build(2), table.textureCell(2)]).toEqual([6, 7]);
    expect([...floats.subarray(8, 12)]).toEqual([0, 1, 8, 0.5]);
    expect(words[14]).toBe(511 | (256 << 9));
    table.setOpacity(2, 0.5);
    expect([12, 13, 14].map((word) => table.words[2 * ROW_WORDS + word] >>> 27)).toEqual([16, 16, 16]);
    expect(table.words[2 * ROW_WORDS + 14] & 0x7ffffff).toBe(511 | (256 << 9));
    expect(words[15]).toBe((3 | (5 << 10) | (7 << 20) | (1 << 30)) >>> 0);
    table.setHidden(2, false);
    expect(table.words[2 * ROW_WORDS + 15]).toBe(3 | (5 << 10) | (7 << 20));
  });

  test.each(['#000000', '#010203', '#7f7f7f', '#e0b08a', '#ffffff'])(
    '%s survives as an 8-bit colour',
    (hex) => {
      const table = new CharacterTable(1);
      const { r, g, b } = new Color(hex);
      table.setColor(0, 'skin', [r, g, b]);
      expect(`#${new Color(...table.color(0, 'skin')).getHexString()}`).toBe(hex);
    },
  );
});

test('free rows are hidden, until somebody has them', () => {
  const table = new CharacterTable(2);
  expect([table.isFree(0), table.isHidden(0)]).toEqual([true, true]);
  table.setParts(0, 0, 0, 0);
  expect([table.isFree(0), table.isHidden(0)]).toEqual([false, true]);
  table.free(0);
  expect(table.isFree(0)).toBe(true);
});

test('growing keeps every row and adds free ones', () => {
  const table = new CharacterTable(300);
  for (let i = 0; i < 300; i++) {
    table.setTransform(i, i, 2 * i, 3 * i, 0, 1);
    table.setParts(i, 1, 2, 3);
  }
  table.changes.take();
  const before = table.words.slice(0, 300 * ROW_WORDS);
  table.grow(600);
  expect(table.words.slice(0, 300 * ROW_WORDS)).toEqual(before);
  expect([table.count, table.height, table.isFree(299), table.isFree(300), table.isFree(599)]).toEqual([
    600,
    3,
    false,
    true,
    true,
  ]);
  expect(table.changes.take()).toEqual([{ first: 0, count: 600 }]);
});

test('between two steps, positions and headings are between where they begin and end', () => {
  const table = new CharacterTable(2);
  table.setParts(1, 0, 0, 0);
  table.setStepEnd(1, 3, 1, -2, Math.sin(0.4), Math.cos(0.4));
  table.moves.set(1, 0.06, 0.01, -0.02, Math.sin(0.4) - Math.sin(0.3), Math.cos(0.4) - Math.cos(0.3));
  for (const [stepLeft, x, y, z, heading] of [
    [0, 3, 1, -2, 0.4],
    [0.5, 2.97, 0.995, -1.99, 0.35],
    [1, 2.94, 0.99, -1.98, 0.3],
  ]) {
    table.stepLeft = stepLeft;
    expect(table.x(1)).toBeCloseTo(x, 6);
    expect(table.y(1)).toBeCloseTo(y, 6);
    expect(table.z(1)).toBeCloseTo(z, 6);
    expect(table.heading(1)).toBeCloseTo(heading, 4);
    expect([table.x(0), table.heading(0)]).toEqual([0, 0]);
  }
});

test.each([
  ['is set down elsewhere', (table: CharacterTable) => table.setTransform(1, 5, 0, 5, 1, 1)],
  ['is removed', (table: CharacterTable) => table.free(1)],
])('who %s in the midst of a step no longer moves', (_name, act) => {
  const table = new CharacterTable(2);
  table.setParts(1, 0, 0, 0);
  table.setStepEnd(1, 5, 0, 5, Math.sin(1), Math.cos(1));
  table.moves.set(1, 0.5, 0, 0, 0.1, 0);
  table.moves.changes.take();
  act(table);
  expect(table.moves.changes.take()).toEqual([{ first: 1, count: 1 }]);
  table.stepLeft = 1;
  expect([table.x(1), table.heading(1)]).toEqual([5, expect.closeTo(1, 4)]);
});

test('every setter marks its row, and no other', () => {
  const table = new CharacterTable(100);
  const setters: (() => void)[] = [
    () => table.setTransform(50, 0, 0, 0, 0, 1),
    () => table.setPlayback(50, { clip: 0, start: 0, speed: 1 }),
    () => table.setAnimation(50, createAnimationState()),
    () => table.setColor(50, 'skin', [0, 0, 0]),
    () => table.setParts(50, 0, 0, 0),
    () => table.setHidden(50, true),
    () => table.free(50),
  ];
  for (const set of setters) {
    set();
    expect(table.changes.take(), String(set)).toEqual([{ first: 50, count: 1 }]);
  }
});

describe('rebasing', () => {
  testInTurn([21, 22, 23, 24], [0])('keeps every pose through an hour of it (seed %i)', (seed) => {
    const random = mulberry32(seed);
    const table = new CharacterTable(200);
    for (let i = 0; i < 200; i++) {
      table.setParts(i, 0, 0, 0);
      table.setAnimation(i, randomAnimation(random, 128));
    }
    const moments = [0, 0.4, 1.7, 5];
    let now = 128;
    for (let round = 0; round < 28; round++) {
      const before = moments.map((later) => poses(table, now + later));
      table.rebase(now, 128, NUMBERED);
      now -= 128;
      moments.forEach((later, k) => {
        poses(table, now + later).forEach((pose, i) => {
          const old = before[k][i];
          expect(Math.abs(pose.weight - old.weight)).toBeLessThan(5e-4);
          expect(Math.abs(wrapped(pose.frame - old.frame, pose.frames)) / 30).toBeLessThan(1e-4);
          if (pose.weight < 0.9999) {
            expect(Math.abs(wrapped(pose.oldFrame - old.oldFrame, pose.oldFrames)) / 30).toBeLessThan(1e-4);
          }
        });
      });
      now += 128;
    }
  });

  test('feet that come back to their clips are as they were', () => {
    const table = new CharacterTable(1);
    const layers = table.useLayers();
    layers.releaseFoot(0, 1, { x: 0.3, z: -0.2, yaw: 0.4, lift: 0.02, rise: 0.05, start: 129.9 });
    const [before, after] = [createShownFoot(), createShownFoot()];
    layers.foot(0, 1, 130, before);
    expect(before.x).toBeLessThan(0.25);
    expect(before.lift).toBeGreaterThan(0.04);
    layers.changes.take();
    table.rebase(130, 128, NUMBERED);
    layers.foot(0, 1, 2, after);
    for (const key of ['x', 'z', 'lift', 'yaw'] as const) expect(after[key]).toBeCloseTo(before[key], 4);
    expect(layers.changes.take()).toEqual([{ first: 0, count: 1 }]);
  });

  test('changes every row', () => {
    const table = new CharacterTable(40);
    table.changes.take();
    table.rebase(130, 128, NUMBERED);
    expect(table.changes.take()).toEqual([{ first: 0, count: 40 }]);
  });
});

function randomAnimation(random: () => number, now: number): AnimationState {
  const start = (): number => Math.fround(now - random() * 60);
  const speed = (): number => Math.fround(random() < 0.1 ? 1e-9 : 0.2 + random() * 2);
  const clip = (): number => Math.floor(random() * NUMBERED.length);
  return {
    clip: clip(),
    start: start(),
    speed: speed(),
    oldClip: clip(),
    oldStart: start(),
    oldSpeed: speed(),
    fadeStart: Math.fround(now - random()),
    fadeSeconds: random() < 0.5 ? 0 : Math.fround(0.2 + random() * 3),
  };
}

/** Frame of each clip and weight of the newer one, for every row. */
function poses(
  table: CharacterTable,
  now: number,
): { frame: number; frames: number; oldFrame: number; oldFrames: number; weight: number }[] {
  return Array.from({ length: table.count }, (_, i) => {
    const state = table.animation(i, createAnimationState());
    return {
      frame: position(state.clip, (now - state.start) * state.speed),
      frames: NUMBERED[state.clip].loop ? NUMBERED[state.clip].frameCount : 1e9,
      oldFrame: position(state.oldClip, (now - state.oldStart) * state.oldSpeed),
      oldFrames: NUMBERED[state.oldClip].loop ? NUMBERED[state.oldClip].frameCount : 1e9,
      weight: fadeWeight(state, now),
    };
  });
}

function position(clip: number, seconds: number): number {
  const { frame0, blend } = frameAt(NUMBERED[clip], seconds);
  return frame0 + blend;
}

/** The shorter way round a loop. */
function wrapped(difference: number, frames: number): number {
  return difference - frames * Math.round(difference / frames);
}
