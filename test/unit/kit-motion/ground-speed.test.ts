import { expect, test } from 'vitest';
import { kitSkeleton, kitSkin } from '../../../src/kit/skeleton/kit-skeleton.js';
import { estimateGroundSpeed, findSoles, jointVertices } from '../../../src/rig/index.js';
import { GAIT_NAMES } from '../../support/kit/played-clip.js';
import { KIT_TEXTURE } from '../../support/render/walking-characters.js';

const SOLES = findSoles(kitSkeleton(), kitSkin(), [jointVertices(kitSkin())]);

test.each(GAIT_NAMES)('the speed measured from %s is the one it was authored with', (name) => {
  const info = KIT_TEXTURE.manifest.clipInfo.find((clip) => clip.name === name)!;
  expect(info.speed).toBeGreaterThan(0.5);
  const measured = estimateGroundSpeed(KIT_TEXTURE, SOLES, info);
  expect(Math.abs(measured / info.speed - 1), `${measured} against ${info.speed}`).toBeLessThan(0.05);
});

test('an idle clip covers no ground', () => {
  const info = KIT_TEXTURE.manifest.clipInfo.find((clip) => clip.name === 'idle')!;
  expect(estimateGroundSpeed(KIT_TEXTURE, SOLES, info)).toBeLessThan(0.05);
});
