import { describe, expect, test } from 'vitest';
import { CrowdError, UnknownClipError } from '../../../../src/errors/index.js';
import { ClipRegistry } from '../../../../src/render/characters/clip-registry.js';
import { resolveRequest, type SetClipOptions } from '../../../../src/render/characters/clip-request.js';
import { CLIPS, MANIFEST } from '../../../support/render/sample-characters.js';

const registry = new ClipRegistry(MANIFEST);

describe('a clip', () => {
  test.each([
    ['walk', 'clip', 2, true],
    ['walk', 'repeat', 2, true],
    ['walk', 'once', 7, false],
    ['walk_stop', 'clip', 4, false],
    ['walk_stop', 'once', 4, false],
    ['walk_stop', 'repeat', 9, true],
  ] as const)('%s played as %s is number %i', (name, loop, number, loops) => {
    expect(registry.find(name, loop)).toBe(number);
    const own = CLIPS[number % CLIPS.length];
    // A loop that is played once ends in its first frame.
    expect(registry.infos[number]).toEqual({
      ...own,
      loop: loops,
      ...(own.loop && !loops && { end: 'first' }),
    });
    expect(registry.name(number)).toBe(name);
  });

  test('is walked by the clip that the manifest says', () => {
    const clipInfo = CLIPS.map((info) => (info.name === 'walk' ? { ...info, name: 'Stroll' } : info));
    expect(new ClipRegistry({ ...MANIFEST, clipInfo }).find('walk')).toBe(2);
  });

  test.each([
    ['wlak', 'did you mean "walk"?'],
    ['walk_stpo', 'did you mean "walk_stop"?'],
    ['somersault', 'this crowd has idle, idle_tired, walk, jog, walk_stop'],
  ])('%s is not there: %s', (name, hint) => {
    expect(() => registry.find(name)).toThrow(UnknownClipError);
    expect(() => registry.find(name)).toThrow(hint);
  });

  test('that could not be had is refused with the reason', () => {
    const some = new ClipRegistry(MANIFEST, new Map([['idle_clasp', 'clasp.glb answered 404.']]));
    expect(() => some.find('idle_clasp')).toThrow(
      'There is no clip "idle_clasp". clasp.glb answered 404. This crowd has idle,',
    );
  });

  test('of a scene is played where a character stands, or else its idle clip', () => {
    expect(registry.findStanding({ clip: 'jog', idle_variant: 7 })).toBe(3);
    expect(registry.findStanding({ clip: 'somersault', idle_variant: 7 })).toBe(1);
    expect(registry.findStanding({ idle_variant: 7 })).toBe(1);
  });

  test('that is missing gives way to an idle clip, and is named in one warning', () => {
    const some = new ClipRegistry(MANIFEST, new Map([['idle_clasp', 'clasp.glb answered 404.']]));
    expect(some.findOrIdle('jog', 7)).toBe(3);
    for (let k = 0; k < 2; k++) expect(some.findOrIdle('somersault', 7)).toBe(1);
    expect(some.findOrIdle('idle_clasp', 3)).toBe(0);
    expect(some.takeWarning()).toMatch(
      /play "idle": "idle_clasp" \(.* 404\.\), "somersault" \(Neither .*\)\.$/,
    );
    expect(some.findOrIdle('somersault', 7)).toBe(1);
    expect(some.takeWarning()).toBeUndefined();
  });
});

test.each([
  [0, 0],
  [7, 1],
  [4, 0],
])('idle variant %i is clip %i', (variant, clip) => expect(registry.findIdle(variant)).toBe(clip));

test('there may be no idle', () => {
  expect(
    new ClipRegistry({ ...MANIFEST, clipInfo: CLIPS.slice(2), walkClip: 0 }).findIdle(0),
  ).toBeUndefined();
});

describe('a request', () => {
  test('has defaults', () => {
    expect(resolveRequest('jog', {}, registry)).toEqual({
      clip: 3,
      fade: 0,
      speed: 1,
      at: undefined,
      next: undefined,
    });
    expect(resolveRequest('walk_stop', {}, registry).next).toBe('idle');
    expect(resolveRequest('walk_stop', { loop: 'repeat' }, registry).next).toBeUndefined();
    expect(resolveRequest('walk_stop', { next: null }, registry).next).toBe('lastFrame');
    expect(resolveRequest('walk_stop', { next: 'jog' }, registry).next).toMatchObject({ clip: 3, fade: 0.3 });
  });

  test('chains', () => {
    const next = { clip: 'walk_stop', fade: 0.1, next: { clip: 'walk', speed: 2 } };
    expect(resolveRequest('jog', { loop: 'once', next }, registry)).toMatchObject({
      clip: 8,
      next: { clip: 4, fade: 0.1, next: { clip: 2, fade: 0, speed: 2 } },
    });
  });

  test.each<[string, SetClipOptions]>([
    ['fade is -1', { fade: -1 }],
    ['fade is NaN', { fade: Number.NaN }],
    ['fade is Infinity', { fade: Number.POSITIVE_INFINITY }],
    ['speed is -2', { speed: -2 }],
    ['at is 1.5', { at: 1.5 }],
    ['at is NaN', { at: Number.NaN }],
    ['loop is "twice"', { loop: 'twice' as never }],
    ['"walk" repeats', { next: 'idle' }],
    ['There is no clip "idel" (did you mean "idle"?)', { loop: 'once', next: 'idel' }],
    ['fade is -3', { loop: 'once', next: { clip: 'idle', fade: -3 } }],
  ])('that makes no sense is refused: %s', (message, options) => {
    expect(() => resolveRequest('walk', options, registry)).toThrow(CrowdError);
    expect(() => resolveRequest('walk', options, registry)).toThrow(message);
  });
});
