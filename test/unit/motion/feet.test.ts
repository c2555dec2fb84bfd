import { expect, test } from 'vitest';
import { kitSkeleton, kitSkin } from '../../../src/kit/skeleton/kit-skeleton.js';
import { estimateGroundSpeed, findSoles, jointVertices } from '../../../src/rig/index.js';
import { testInTurn } from '../../support/in-turn.js';
import { footSlips } from '../../support/render/foot-slips.js';
import { KIT_TEXTURE, walkingCharacters } from '../../support/render/walking-characters.js';

const FRAME_SECONDS = 1 / 60;
const SOLES = findSoles(kitSkeleton(), kitSkin(), [jointVertices(kitSkin())]);

testInTurn(
  [
    ['road', { boundaryShape: 'road', boundaryRadius: 40, spawnRadius: 8 }],
    ['circle', { boundaryShape: 'circle', boundaryRadius: 20 }],
  ] as const,
  [1],
)('planted feet do not slide: %s (seed 42)', (_name, changes) => {
  const slips = footSlips(walkingCharacters({ ...changes, pace: 1, size: 60, obstacles: [] }), 13);
  expect(slips.length).toBeGreaterThan(500);
  // The clip itself lets a toe roll by 5 mm below this height.
  expect(slips[slips.length >> 1]).toBeLessThan(0.006);
  expect(slips[Math.floor(slips.length * 0.95)]).toBeLessThan(0.01);
});

test('walkers get somewhere, at the speed that the simulation says', () => {
  const crowd = walkingCharacters({ boundaryShape: 'road', boundaryRadius: 200, pace: 1, size: 20 });
  const { table } = crowd.characters;
  const before = Array.from({ length: 20 }, (_, i) => [table.x(i), table.z(i)]);
  for (let k = 0; k < 600; k++) crowd.advance(FRAME_SECONDS);
  const walked = before.map(([x, z], i) => Math.hypot(table.x(i) - x, table.z(i) - z));
  expect(Math.min(...walked)).toBeGreaterThan(3);
  expect(Math.max(...walked)).toBeLessThan(20);
});

test.each(['walk', 'jog'])('the speed measured from %s is the one it was authored with', (name) => {
  const info = KIT_TEXTURE.manifest.clipInfo.find((clip) => clip.name === name)!;
  expect(info.speed).toBeGreaterThan(0.5);
  const measured = estimateGroundSpeed(KIT_TEXTURE, SOLES, info);
  expect(Math.abs(measured / info.speed - 1), `${measured} against ${info.speed}`).toBeLessThan(0.05);
});

test('somebody who stands on the spot covers no ground', () => {
  const info = KIT_TEXTURE.manifest.clipInfo.find((clip) => clip.name === 'idle')!;
  expect(estimateGroundSpeed(KIT_TEXTURE, SOLES, info)).toBeLessThan(0.05);
});
