import { type Camera, Group, PerspectiveCamera } from 'three';
import { expect, test } from 'vitest';
import { CrowdError } from '../../../src/errors/index.js';
import { mulberry32 } from '../../../src/math/index.js';
import { LOOK_LIMITS, LookTargets } from '../../../src/render/poses/look-targets.js';
import { KIT_POSES, walkingCharacters } from '../../support/render/walking-characters.js';

const SEED = 5;
const SIZE = 20;
const FRAME_SECONDS = 1 / 60;
const DEGREE = Math.PI / 180;
const HEAD = KIT_POSES.limbs!.head!;

/** @param camera everybody's head turns in every frame without one */
function createLookers(camera?: Camera) {
  const crowd = walkingCharacters({ pace: 0.5, size: SIZE, boundaryRadius: 100, obstacles: [] });
  const { pose, characters } = crowd;
  const looks = new LookTargets(
    characters.table,
    () => pose,
    () => HEAD,
  );
  const group = new Group();
  const matrix = new Float64Array(12);
  const through = (v: readonly number[], isPoint: boolean): number[] =>
    [0, 4, 8].map(
      (r) => matrix[r] * v[0] + matrix[r + 1] * v[1] + matrix[r + 2] * v[2] + (isPoint ? matrix[r + 3] : 0),
    );
  return {
    looks,
    characters,
    frame: (): number => {
      const now = crowd.advance(FRAME_SECONDS);
      looks.update(now, FRAME_SECONDS, camera, camera && group);
      return now;
    },
    /** Eyes, and the direction of the face, in the crowd's space. */
    face: (i: number, now: number) => {
      pose.jointMatrix(i, HEAD.head, now, matrix);
      const direction = through(HEAD.forward, false);
      const length = Math.hypot(...direction);
      return { eyes: through(HEAD.eyes, true), direction: direction.map((value) => value / length) };
    },
  };
}

const angle = (a: readonly number[], b: readonly number[]): number =>
  Math.acos(
    Math.min(
      1,
      a.reduce((sum, value, k) => sum + value * b[k], 0),
    ),
  );

test(`faces point at what is looked at to two degrees, within the limits (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const { looks, characters, frame, face } = createLookers();
  const { table } = characters;
  let now = frame();
  // Somewhere before each, at most 60 degrees to the side, from 1 m away on.
  const targets = Array.from({ length: SIZE }, (_, i) => {
    const bearing = table.heading(i) + (random() - 0.5) * 120 * DEGREE;
    const away = 1 + 9 * random();
    const target = { x: 0, y: 0, z: 0 };
    // It keeps its place before the looker, who may walk.
    return Object.assign(target, {
      move: () => {
        target.x = table.x(i) + Math.sin(bearing) * away;
        target.y = 1.4 + away * 0.4 * (Math.sin(i) - 0.2);
        target.z = table.z(i) + Math.cos(bearing) * away;
      },
    });
  });
  targets.forEach((target, i) => {
    target.move();
    looks.set([i], target);
  });
  for (let k = 0; k < 90; k++) {
    now = frame();
    for (const target of targets) target.move();
  }
  let compared = 0;
  targets.forEach(({ x, y, z }, i) => {
    const { eyes, direction } = face(i, now);
    const wanted = [x - eyes[0], y - eyes[1], z - eyes[2]];
    const length = Math.hypot(...wanted);
    const yaw = Math.atan2(wanted[0], wanted[2]) - table.heading(i);
    if (Math.abs(Math.atan2(Math.sin(yaw), Math.cos(yaw))) > LOOK_LIMITS.side) return;
    const wantedDirection = wanted.map((value) => value / length);
    expect(angle(direction, wantedDirection)).toBeLessThan(2 * DEGREE);
    compared += 1;
  });
  expect(compared).toBeGreaterThan(SIZE / 2);
});

test('faces never turn faster than people do, whatever the target does', () => {
  const { looks, frame, face } = createLookers();
  let now = frame();
  const before = Array.from({ length: SIZE }, (_, i) => face(i, now).direction);
  const target = { x: 30, y: 1.5, z: 0 };
  looks.set([...Array(SIZE).keys()], target);
  let fastest = 0;
  for (let k = 0; k < 240; k++) {
    if (k % 40 === 0) target.x = -target.x;
    now = frame();
    before.forEach((old, i) => {
      const { direction } = face(i, now);
      fastest = Math.max(fastest, angle(old, direction));
      before[i] = direction;
    });
  }
  // Heads and bodies turn together at most.
  expect(fastest).toBeGreaterThan(DEGREE);
  expect(fastest / FRAME_SECONDS).toBeLessThan(700 * DEGREE);
});

test('a head comes back to what its clip does, and its record is empty again', () => {
  const { looks, characters, frame } = createLookers();
  frame();
  looks.set([3], { x: 0, y: 1.5, z: 50 });
  for (let k = 0; k < 30; k++) frame();
  looks.set([3], null);
  for (let k = 0; k < 30; k++) frame();
  const look = [0, 0, 1];
  characters.table.layers!.look(3, look);
  expect(look[2]).toBe(0);
});

test('a target that is no point is refused', () => {
  const { looks } = createLookers();
  expect(() => looks.set([0], { x: 0, y: Number.NaN, z: 0 })).toThrow(CrowdError);
});

test.each([
  ['in every frame, close to it', 0, 1],
  ['in every fourth frame, at its far end', 18, 1 / 4],
  ['five times a second at most, behind it', -50, 1 / 12],
])('a camera has heads turn %s, and they look at the same', (_, away, share) => {
  const camera = new PerspectiveCamera(50, 16 / 9, 0.1, 1000);
  const { looks, characters, frame, face } = createLookers(camera);
  const { table } = characters;
  frame();
  const seen = 3;
  camera.position.set(table.x(seen), 1.6, table.z(seen) + away);
  camera.updateMatrixWorld();
  camera.matrixWorldInverse.copy(camera.matrixWorld).invert();
  // Far off, so that faces are right wherever eyes are.
  const target = { x: 0, y: 1.6, z: 0 };
  looks.set([seen], target);
  const look = [0, 0, 0];
  const wanted = [0, 0, 0];
  let now = 0;
  let turns = 0;
  const frames = 120;
  for (let k = 0; k < frames; k++) {
    // It goes round slowly, so that whoever follows it turns.
    const bearing = table.heading(seen) + 0.5 + 0.002 * k;
    wanted[0] = Math.sin(bearing);
    wanted[2] = Math.cos(bearing);
    target.x = table.x(seen) + 1000 * wanted[0];
    target.z = table.z(seen) + 1000 * wanted[2];
    table.layers?.look(seen, look);
    const before = look.join();
    now = frame();
    table.layers?.look(seen, look);
    if (look.join() !== before) turns += 1;
  }
  expect(turns / frames).toBeGreaterThan(share / 3);
  expect(turns / frames).toBeLessThanOrEqual(share);
  expect(angle(face(seen, now).direction, wanted)).toBeLessThan(5 * DEGREE);
});
