import { describe, expect, test, vi } from 'vitest';
import { mulberry32 } from '../../../../src/math/index.js';
import { createAnimationState, fadeWeight } from '../../../../src/render/characters/animation-state.js';
import type { Characters } from '../../../../src/render/characters/characters.js';
import type { ClipId, SetClipOptions } from '../../../../src/render/characters/clip-request.js';
import { frameAt } from '../../../../src/rig/index.js';
import { testInTurn } from '../../../support/in-turn.js';
import { CLIPS, sampleCharacters } from '../../../support/render/sample-characters.js';

/** Frames until walk_stop stands still. */
const STOP_SECONDS = 1;

/** Where a character's only joint would be: each clip swings it in its own way, at most 1 either way. */
function pose(characters: Characters, now: number): number {
  const state = characters.table.animation(0, createAnimationState());
  const weight = fadeWeight(state, now);
  const newer = swing(characters, state.clip, (now - state.start) * state.speed);
  const older = swing(characters, state.oldClip, (now - state.oldStart) * state.oldSpeed);
  return weight * newer + (1 - weight) * older;
}

function swing(characters: Characters, clip: number, seconds: number): number {
  const info = characters.clips.infos[clip];
  const { frame0, blend } = frameAt(info, seconds);
  const turns = (frame0 - info.startFrame + blend) / info.frameCount;
  return Math.sin((turns + (clip % CLIPS.length) / CLIPS.length) * 2 * Math.PI);
}

function run(
  characters: Characters,
  from: number,
  to: number,
  steps: number,
  look: (now: number) => void,
): void {
  for (let step = 1; step <= steps; step++) {
    const now = from + ((to - from) * step) / steps;
    characters.advance(now);
    look(now);
  }
}

describe('a clip', () => {
  test('starts at the moment it is set, where it is told to', () => {
    const characters = sampleCharacters(1);
    characters.setClip(0, 'jog', { at: 0.5, speed: 2 }, 10);
    expect(characters.get(0, 10)).toMatchObject({
      clip: 'jog',
      phase: expect.closeTo(0.5, 4),
      speed: 2,
      weight: 1,
      repeats: true,
    });
    expect(characters.get(0, 10.1).phase).toBeCloseTo(0.5 + 0.2 / CLIPS[3].duration, 4);
  });

  test('that loops keeps the phase of the loop before it, so that a crowd stays out of step', () => {
    const characters = sampleCharacters(4, (index) => ({ phase: index / 5 }));
    characters.setClip('all', 'jog', { fade: 0.3 }, 0);
    expect([0, 1, 2, 3].map((i) => characters.get(i, 0).phase)).toEqual(
      [0, 0.2, 0.4, 0.6].map((p) => expect.closeTo(p, 5)),
    );
  });

  test('that ends starts at its beginning, and a loop after it at the own phase', () => {
    const characters = sampleCharacters(1, () => ({ phase: 0.4 }));
    characters.setClip(0, 'walk_stop', {}, 5);
    expect(characters.get(0, 5)).toMatchObject({ clip: 'walk_stop', phase: 0, repeats: false });
    characters.setClip(0, 'idle', {}, 9);
    expect(characters.get(0, 9).phase).toBeCloseTo(0.4, 5);
  });

  test('keeps the phase of one that ends when told to', () => {
    const characters = sampleCharacters(1);
    characters.setClip(0, 'walk_stop', {}, 0);
    characters.setClip(0, 'jog', { at: 'keep' }, 0.5);
    expect(characters.get(0, 0.5).phase).toBeCloseTo(0.5 / CLIPS[4].duration, 5);
  });

  test('that loops and plays already goes on, at the speed asked for', () => {
    const characters = sampleCharacters(1);
    characters.setClip(0, 'walk', { fade: 0.5, speed: 2 }, 0.1);
    expect(characters.get(0, 0.1)).toMatchObject({ clip: 'walk', weight: 1, speed: 2 });
    expect(characters.get(0, 0.1).phase).toBeCloseTo(0.35, 5);
  });

  test('holds its pose at no speed', () => {
    const characters = sampleCharacters(1);
    characters.setPlaybackSpeed(0, 0, 0.5);
    expect(characters.get(0, 0.5)).toMatchObject({ speed: 0, phase: expect.closeTo(0.75, 5) });
    expect(characters.get(0, 100).phase).toBeCloseTo(0.75, 5);
    characters.setPlaybackSpeed(0, 1, 100);
    expect(characters.get(0, 100.1).phase).toBeCloseTo(0.85, 3);
  });
});

describe('what follows', () => {
  test.each([7, 60, 1000])('walk_stop is the own idle, whatever the frame rate (%i frames)', (steps) => {
    const characters = sampleCharacters(2, (index) => ({ idle_variant: index === 0 ? 7 : 3, phase: 0.5 }));
    characters.setClip('all', 'walk_stop', {}, 2);
    run(characters, 2, 2.9, steps, () => expect(characters.get(0, 2.9).clip).toBe('walk_stop'));
    run(characters, 2.9, 3.2, steps, () => {});
    // idle_tired is the eighth idle; the fourth is not in the texture, so that the first takes its place.
    expect([characters.get(0, 3.2).clip, characters.get(1, 3.2).clip]).toEqual(['idle_tired', 'idle']);
    const state = characters.table.animation(0, createAnimationState());
    expect(state.fadeStart).toBeCloseTo(2 + STOP_SECONDS, 5);
    expect(state.fadeSeconds).toBeCloseTo(0.3, 5);
    expect(characters.get(0, 3).phase).toBeCloseTo(0.5, 4);
  });

  test('can be held back', () => {
    const characters = sampleCharacters(1);
    characters.setClip(0, 'walk_stop', { next: null }, 0);
    characters.advance(60);
    expect(characters.get(0, 60)).toMatchObject({ clip: 'walk_stop', phase: 1 });
  });

  test('a loop played once, and then again', () => {
    const characters = sampleCharacters(1);
    const next = { clip: 'jog', fade: 0.2, loop: 'once', next: 'walk' } as const;
    characters.setClip(0, 'idle', { loop: 'once', next }, 0);
    expect(characters.get(0, 0)).toMatchObject({ clip: 'idle', phase: 0, repeats: false });
    const [idleEnd, jogEnd] = [60 / 30, 60 / 30 + 20 / 30];
    characters.advance(idleEnd - 0.01);
    expect(characters.get(0, idleEnd - 0.01).clip).toBe('idle');
    characters.advance(idleEnd + 0.01);
    expect(characters.get(0, idleEnd + 0.01)).toMatchObject({ clip: 'jog', repeats: false });
    characters.advance(jogEnd + 1);
    expect(characters.get(0, jogEnd + 1)).toMatchObject({ clip: 'walk', repeats: true });
  });

  test('is passed through in one long frame as in many short ones', () => {
    const script = (characters: Characters): void => {
      const next = { clip: 'jog', fade: 0.2, loop: 'once', next: 'walk' } as const;
      characters.setClip(0, 'idle', { loop: 'once', next }, 0);
    };
    const [long, short] = [sampleCharacters(1), sampleCharacters(1)];
    script(long);
    script(short);
    long.advance(20);
    run(short, 0, 20, 1200, () => {});
    expect(long.table.animation(0, createAnimationState())).toEqual(
      short.table.animation(0, createAnimationState()),
    );
  });

  test('comes later where the speed is lowered', () => {
    const characters = sampleCharacters(1);
    characters.setClip(0, 'walk_stop', {}, 0);
    characters.setPlaybackSpeed(0, 0.5, 0.5);
    characters.advance(1.4);
    expect(characters.get(0, 1.4).clip).toBe('walk_stop');
    characters.advance(1.6);
    expect(characters.get(0, 1.6).clip).toBe('idle');
    characters.setClip(0, 'walk_stop', {}, 2);
    characters.setPlaybackSpeed(0, 0, 2.5);
    characters.advance(1e6);
    expect(characters.get(0, 1e6).clip).toBe('walk_stop');
  });

  test('is forgotten when something else is set, and with the character', () => {
    const characters = sampleCharacters(2);
    characters.setClip('all', 'walk_stop', {}, 0);
    characters.setClip(0, 'jog', {}, 0.5);
    characters.remove(1);
    characters.advance(30);
    expect(characters.get(0, 30).clip).toBe('jog');
    expect(characters.table.isFree(1)).toBe(true);
  });

  test('costs nothing for those who have nothing to wait for', () => {
    const characters = sampleCharacters(500);
    characters.setClip(7, 'walk_stop', {}, 0);
    const reads = vi.spyOn(characters.table, 'animation');
    characters.advance(0.9);
    expect(reads).not.toHaveBeenCalled();
    characters.advance(1.1);
    expect(new Set(reads.mock.calls.map(([i]) => i))).toEqual(new Set([7]));
  });

  test('survives the clock being moved back', () => {
    const characters = sampleCharacters(1);
    characters.setClip(0, 'walk_stop', {}, 127.5);
    characters.rebase(128, 128);
    characters.advance(0.4);
    expect(characters.get(0, 0.4).clip).toBe('walk_stop');
    characters.advance(0.6);
    expect(characters.get(0, 0.6).clip).toBe('idle');
    expect(characters.table.animation(0, createAnimationState()).fadeStart).toBeCloseTo(0.5, 4);
  });
});

describe('a fade during a fade', () => {
  test('back to where it came from turns round', () => {
    const characters = sampleCharacters(1);
    characters.setClip(0, 'idle', { fade: 1 }, 0);
    characters.setClip(0, 'walk', { fade: 0.5 }, 0.4);
    expect(characters.get(0, 0.4)).toMatchObject({ clip: 'walk', weight: expect.closeTo(0.6, 4) });
    expect(characters.get(0, 0.4).phase).toBeCloseTo(0.65, 4);
    expect(characters.get(0, 0.6).weight).toBeCloseTo(1, 4);
  });

  test('to a third clip takes the seconds asked for, half of them at most for what ran', () => {
    const characters = sampleCharacters(1);
    characters.setClip(0, 'idle', { fade: 2 }, 0);
    characters.setClip(0, 'jog', { fade: 1 }, 0.5);
    expect(characters.get(0, 0.5)).toMatchObject({ clip: 'jog', weight: 0 });
    const weights: number[] = [];
    run(characters, 0.5, 1.5, 100, (now) =>
      weights.push(fadeWeight(characters.table.animation(0, createAnimationState()), now)),
    );
    expect(weights[24]).toBeCloseTo(0.25 + 0.75 / 2, 3);
    expect(weights[49]).toBeCloseTo(0, 3);
    expect(weights[74]).toBeCloseTo(0.5, 3);
    expect(weights[99]).toBeCloseTo(1, 3);
    expect(characters.get(0, 1.5)).toMatchObject({ clip: 'jog', weight: expect.closeTo(1, 3) });
  });

  test('waits with its speed, too', () => {
    const characters = sampleCharacters(1);
    characters.setClip(0, 'idle', { fade: 1 }, 0);
    characters.setClip(0, 'jog', { fade: 1 }, 0.2);
    characters.setPlaybackSpeed(0, 3, 0.3);
    expect(characters.get(0, 0.3)).toMatchObject({ clip: 'jog', speed: 3 });
    characters.advance(2);
    expect(characters.get(0, 2)).toMatchObject({ clip: 'jog', speed: 3 });
  });

  test('without seconds cuts', () => {
    const characters = sampleCharacters(1);
    characters.setClip(0, 'idle', { fade: 1 }, 0);
    characters.setClip(0, 'jog', {}, 0.5);
    expect(characters.get(0, 0.5)).toMatchObject({ clip: 'jog', weight: 1 });
  });

  testInTurn([31, 32, 33, 34, 35, 36], [0, 1])(
    'no sequence of clips makes the pose jump (seed %i)',
    (seed) => {
      const random = mulberry32(seed);
      const characters = sampleCharacters(1);
      const names: ClipId[] = ['idle', 'idle_tired', 'walk', 'jog', 'walk_stop'];
      const frame = 1 / 240;
      // A swing of 2π a turn at up to 1.8 turns a second, and a weight that changes by up to 1 in 0.1 s.
      const most = frame * (2 * Math.PI * 1.5 * 1.2 + 2 / 0.1) * 1.1;
      let now = 0;
      let last = pose(characters, now);
      let told: string | undefined;
      let interrupted = 0;
      for (let step = 0; step < 240 * 60; step++) {
        if (random() < 0.02) {
          if (fadeWeight(characters.table.animation(0, createAnimationState()), now) < 1) interrupted += 1;
          const clip = names[Math.floor(random() * names.length)];
          const options: SetClipOptions = {
            fade: 0.2 + random(),
            speed: 0.5 + 0.7 * random(),
            ...(random() < 0.3 ? { at: random() } : {}),
            ...(random() < 0.3 ? { loop: 'once', next: 'idle' } : {}),
          };
          characters.setClip(0, clip, options, now);
          told = clip;
          expect(characters.get(0, now).clip).toBe(told);
          expect(Math.abs(pose(characters, now) - last)).toBeLessThan(1e-3);
        } else if (random() < 0.01) {
          characters.setPlaybackSpeed(0, 0.5 + 0.7 * random(), now);
          expect(Math.abs(pose(characters, now) - last)).toBeLessThan(1e-3);
        }
        now += frame;
        characters.advance(now);
        const next = pose(characters, now);
        expect(Math.abs(next - last)).toBeLessThan(most);
        last = next;
        if (now >= 128) {
          characters.rebase(now, 128);
          now -= 128;
          expect(Math.abs(pose(characters, now) - last)).toBeLessThan(1e-3);
        }
      }
      expect(interrupted).toBeGreaterThan(50);
      characters.setClip(0, 'jog', { fade: 0.4 }, now);
      characters.advance(now + 0.4);
      expect(characters.get(0, now + 0.4)).toMatchObject({ clip: 'jog', weight: expect.closeTo(1, 3) });
    },
  );
});
