import { LoopOnce } from 'three';
import { describe, expect, test } from 'vitest';
import { mulberry32 } from '../../../src/math/index.js';
import { createFigure, figureCharacters } from '../../support/browser/figure.js';
import { buildFigureCrowd } from '../../support/render/figure-crowd.js';

const SEED = 31;
const FRAME = 1 / 60;
const MODES = ['clones', 'instanced'] as const;

interface Finished {
  readonly character: number;
  readonly clip: string;
  readonly frame: number;
}

describe.each(MODES)('finished (%s)', (mode) => {
  test(`comes in the frame in which three's mixer says so, whatever the speed and the fade (seed ${SEED})`, async () => {
    const random = mulberry32(SEED);
    const figure = createFigure();
    const characters = figureCharacters(8, SEED);
    const crowd = await buildFigureCrowd(figure, characters, { mode });
    const clips = ['walk_stop', 'jog', 'idle'] as const;
    const plays = characters.map((_, i) => ({
      clip: clips[i % clips.length],
      speed: 0.5 + 2 * random(),
      fade: i % 2 === 0 ? 0 : 0.2,
    }));
    const events: Finished[] = [];
    let frame = 0;
    crowd.addEventListener('finished', ({ character, clip }) => events.push({ character, clip, frame }));
    plays.forEach(({ clip, speed, fade }, i) => {
      crowd.setClip(i, clip, { loop: 'once', speed, fade, next: null });
    });
    for (frame = 0; frame < 360; frame++) crowd.update(FRAME);
    expect(events.map(({ character }) => character).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    for (const event of events) {
      const { clip, speed } = plays[event.character];
      const actor = figure.act(characters[event.character]);
      const action = actor.action(clip).setEffectiveTimeScale(speed);
      action.loop = LoopOnce;
      let finished = -1;
      actor.mixer.addEventListener('finished', () => {
        finished = k;
      });
      action.play();
      let k = 0;
      for (; k < 360 && finished < 0; k++) actor.mixer.update(FRAME);
      actor.stop();
      expect(event.clip).toBe(clip);
      expect(event.frame).toBeGreaterThanOrEqual(finished - 1);
      expect(event.frame).toBeLessThanOrEqual(finished);
    }
  });

  test('is told once, when what follows plays already, and not of a clip that another one replaced', async () => {
    const crowd = await buildFigureCrowd(createFigure(), figureCharacters(3, SEED), { mode });
    const events: string[] = [];
    crowd.addEventListener('finished', ({ character, clip }) => {
      events.push(`${character} ${clip}, then ${crowd.get(character).clip}`);
    });
    crowd.setClip('all', 'walk_stop', { next: 'jog' });
    crowd.update(0.4);
    crowd.setClip(1, 'walk', { fade: 0.1 });
    crowd.removeCharacters(2);
    crowd.update(200);
    crowd.update(200);
    expect(events).toEqual(['0 walk_stop, then jog']);
  });

  test('a listener may give the character another clip, or remove it', async () => {
    const crowd = await buildFigureCrowd(createFigure(), figureCharacters(3, SEED), { mode });
    crowd.addEventListener('finished', ({ character }) => {
      if (character === 0) crowd.setClip(0, 'walk');
      else crowd.removeCharacters(character);
    });
    crowd.setClip([0, 1], 'walk_stop');
    crowd.update(2);
    expect(crowd.get(0).clip).toBe('walk');
    expect(crowd.size).toBe(2);
  });
});

test('the first clip of a character is reported, too', async () => {
  const crowd = await buildFigureCrowd(createFigure(), figureCharacters(1, SEED), {
    clipOf: () => 'walk_stop',
  });
  const events: string[] = [];
  crowd.addEventListener('finished', ({ clip }) => events.push(clip));
  crowd.update(1);
  expect(events).toEqual(['walk_stop']);
});
