import { expect, test } from 'vitest';
import { FootSampler } from '../../../src/motion/feet/foot-sampler.js';
import { createAnimationState } from '../../../src/render/characters/index.js';
import { KIT_POSES, KIT_TEXTURE } from '../../support/render/walking-characters.js';

const { clipInfo } = KIT_TEXTURE.manifest;
const SPEED = 1.3;
const MILLISECOND = 0.001;

/** Of each of many moments of a clip, the seconds until a foot begins or ceases to stand: as told, and as found by trying. */
function changesOf(name: string): { told: number; found: number | undefined }[] {
  const sampler = new FootSampler(KIT_POSES, KIT_POSES.limbs!, clipInfo);
  const clip = clipInfo.findIndex((info) => info.name === name);
  const state = { ...createAnimationState(), clip, start: 0, speed: SPEED };
  const target = { x: 0, y: 0, z: 0, stands: false };
  const standingAt = (now: number): string => {
    sampler.locate(state, now, false);
    return ([0, 1] as const)
      .map((foot) => {
        sampler.readNewer(foot, target);
        return target.stands;
      })
      .join();
  };
  const round = clipInfo[clip].duration / SPEED;
  return Array.from({ length: 50 }, (_, n) => {
    const now = (n * round) / 50;
    const standing = standingAt(now);
    const told = sampler.secondsToChange(state);
    let later = 0;
    while (later < round && standingAt(now + later) === standing) later += MILLISECOND;
    return { told, found: later < round ? later : undefined };
  });
}

test.each(['walk', 'jog'])('secondsToChange is the time until %s lifts a foot or puts one down', (name) => {
  const changes = changesOf(name);
  for (const { told, found } of changes) expect(Math.abs(told - (found ?? 0))).toBeLessThan(2 * MILLISECOND);
  expect(Math.max(...changes.map(({ told }) => told))).toBeGreaterThan(0.1);
});

test('the idle clip lifts no foot', () => {
  for (const { told, found } of changesOf('idle')) {
    expect(found).toBeUndefined();
    expect(told).toBeGreaterThan(1);
  }
});
