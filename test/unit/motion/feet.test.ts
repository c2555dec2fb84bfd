import { expect, test } from 'vitest';
import { kitSkeleton, kitSkin } from '../../../src/kit/skeleton/kit-skeleton.js';
import { AFFINE_SIZE, transformPoint } from '../../../src/math/index.js';
import { estimateGroundSpeed, findSoles, jointVertices } from '../../../src/rig/index.js';
import { FRAME, FRAME_STRIDE } from '../../../src/simulate/index.js';
import { testInTurn } from '../../support/in-turn.js';
import {
  KIT_TEXTURE,
  type WalkingCharacters,
  walkingCharacters,
} from '../../support/render/walking-characters.js';

const FRAME_SECONDS = 1 / 60;
/** Height of the joint `toe` of a foot that stands, metres at scale 1, and how much higher it may be in a planted one. */
const STANDING_HEIGHT = 0.03;
const PLANTED_HEIGHT = 0.003;

const JOINTS = Array.from(kitSkin().joints, (bone) => kitSkeleton().names[bone]);
const SOLES = findSoles(kitSkeleton(), kitSkin(), [jointVertices(kitSkin())]);
const TOES = ['toeL', 'toeR'].map((name) => JOINTS.indexOf(name));

/** A foot on the ground: where its toe was at first and last, and how its owner moved. */
interface Plant {
  readonly from: readonly number[];
  to: readonly number[];
  /** Radians between the smallest and the largest heading since. */
  turned: number;
  /** Metres a second, likewise. */
  minSpeed: number;
  maxSpeed: number;
  readonly heading: number;
}

function toeOf({ pose, characters }: WalkingCharacters, i: number, joint: number, now: number): number[] {
  const matrix = new Float64Array(AFFINE_SIZE);
  pose.jointMatrix(i, joint, now, matrix);
  const toe = [0, 0, 0];
  transformPoint(toe, 0, matrix, 0, [0, 0, 0], 0);
  return [toe[0], toe[1] / characters.table.scale(i), toe[2]];
}

/** Every planted foot of `seconds` of walking. */
function plants(crowd: WalkingCharacters, seconds: number): Plant[] {
  const found: Plant[] = [];
  const planted = new Map<number, Plant>();
  for (let t = 0; t < seconds; t += FRAME_SECONDS) {
    const now = crowd.advance(FRAME_SECONDS);
    for (let i = 0; i < crowd.simulation.size; i++) {
      const heading = crowd.characters.table.heading(i);
      const speed = crowd.simulation.current[i * FRAME_STRIDE + FRAME.speed];
      TOES.forEach((joint, foot) => {
        const key = 2 * i + foot;
        const toe = toeOf(crowd, i, joint, now);
        const known = planted.get(key);
        if (toe[1] > STANDING_HEIGHT + PLANTED_HEIGHT) {
          if (known) found.push(known);
          planted.delete(key);
        } else if (known) {
          known.to = toe;
          const turn = heading - known.heading;
          known.turned = Math.max(known.turned, Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn))));
          known.minSpeed = Math.min(known.minSpeed, speed);
          known.maxSpeed = Math.max(known.maxSpeed, speed);
        } else {
          planted.set(key, { from: toe, to: toe, turned: 0, minSpeed: speed, maxSpeed: speed, heading });
        }
      });
    }
  }
  return found;
}

testInTurn(
  [
    ['road', { boundaryShape: 'road', boundaryRadius: 40, spawnRadius: 8 }],
    ['circle', { boundaryShape: 'circle', boundaryRadius: 20 }],
  ] as const,
  [1],
)('the feet of those who walk straight on do not slide: %s (seed 42)', (_name, changes) => {
  const crowd = walkingCharacters({ ...changes, pace: 1, size: 60, obstacles: [] });
  const straight = plants(crowd, 13).filter(
    ({ turned, minSpeed, maxSpeed }) => turned < 0.05 && minSpeed > 0.3 && maxSpeed - minSpeed < 0.1,
  );
  const slips = straight.map(({ from, to }) => Math.hypot(to[0] - from[0], to[2] - from[2]));
  slips.sort((a, b) => a - b);
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

test('a time scale of 0 stops everybody in mid step', () => {
  const crowd = walkingCharacters({ boundaryShape: 'road', boundaryRadius: 40, pace: 1, size: 5 });
  for (let k = 0; k < 120; k++) crowd.advance(FRAME_SECONDS);
  crowd.mover.motion.timeScale = 0;
  const stopped = crowd.advance(FRAME_SECONDS);
  const before = toeOf(crowd, 0, TOES[0], stopped);
  let now = stopped;
  for (let k = 0; k < 120; k++) now = crowd.advance(FRAME_SECONDS);
  const after = toeOf(crowd, 0, TOES[0], now);
  expect(Math.hypot(...after.map((value, k) => value - before[k]))).toBeLessThan(1e-4);
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
