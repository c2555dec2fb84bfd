/** Characters near the cameras are simulated in full. */
import { Group, PerspectiveCamera } from 'three';
import { FRAME, FRAME_STRIDE } from 'three-crowd/simulate';
import { expect, test } from 'vitest';
import { type WalkingCharacters, walkingCharacters } from '../../support/render/walking-characters.js';

const [SIZE, NEAREST] = [400, 20];
const SECONDS = 1 / 20;

const createCrowd = (): WalkingCharacters =>
  walkingCharacters(
    { boundaryShape: 'circle', boundaryRadius: 40, pace: 1, size: SIZE },
    { nearest: NEAREST },
  );

function cameraAt(x: number, z: number): PerspectiveCamera {
  const camera = new PerspectiveCamera(50, 16 / 9, 0.1, 100);
  camera.position.set(x, 1.6, z);
  camera.updateMatrixWorld();
  return camera;
}

/** Runs the crowd for two seconds. */
function run({ mover }: WalkingCharacters, cameras: readonly PerspectiveCamera[], space = new Group()): void {
  for (let frame = 0; frame < 40; frame++) {
    cameras.forEach((camera, k) => {
      mover.update(k === 0 ? SECONDS : 0, mover.simulation.time, camera, space);
    });
  }
}

/** Distances of the characters that are simulated in full from a point, metres. */
function nearDistances({ simulation }: WalkingCharacters, x: number, z: number): number[] {
  const { current } = simulation;
  return Array.from({ length: SIZE }, (_, i) => i * FRAME_STRIDE)
    .filter((o) => current[o + FRAME.state] < 4)
    .map((o) => Math.hypot(current[o + FRAME.x] - x, current[o + FRAME.z] - z));
}

test('those near two cameras of a crowd that stands elsewhere', () => {
  const crowd = createCrowd();
  const space = new Group();
  space.position.set(100, 0, 7);
  space.updateMatrixWorld();
  run(crowd, [cameraAt(90, 7), cameraAt(112, 7)], space);
  const [left, right] = [nearDistances(crowd, -10, 0), nearDistances(crowd, 12, 0)];
  expect(left.length).toBeGreaterThanOrEqual(NEAREST);
  expect(left.length).toBeLessThan(SIZE / 2);
  for (const distances of [left, right]) expect(Math.min(...distances)).toBeLessThan(5);
  expect(Math.max(...left.map((distance, k) => Math.min(distance, right[k])))).toBeLessThan(12);
});

const unplaced = [
  ['a camera at NaN', cameraAt(Number.NaN, 0), new Group()],
  ['a crowd at NaN', cameraAt(0, 0), new Group()],
  ['a crowd of scale 0', cameraAt(0, 0), new Group()],
] as const;
unplaced[1][2].position.setX(Number.NaN);
unplaced[2][2].scale.setScalar(0);

test.each(unplaced)('%s changes nothing, and the crowd walks on', (_, camera, space) => {
  space.updateMatrixWorld();
  const crowd = createCrowd();
  run(crowd, [camera], space);
  expect(crowd.simulation.time).toBeCloseTo(2, 6);
  expect(nearDistances(crowd, 0, 0)).toHaveLength(SIZE);
  run(crowd, [cameraAt(0, 0), camera]);
  expect(nearDistances(crowd, 0, 0).length).toBeLessThan(SIZE / 2);
});
