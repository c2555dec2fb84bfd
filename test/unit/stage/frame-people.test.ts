import { PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { framePeople } from '../../../src/stage/frame-people.js';

const HEIGHT = 1.8;
/** Farther than anybody, metres: the ground there is as high in the picture as the horizon, to a hundredth. */
const FAR = 5000;

/** People in rows on a flat ground, metres. */
function standInRows(columns: number, rows: number, spacing: number): Vector3[] {
  return Array.from(
    { length: columns * rows },
    (_, i) => new Vector3((i % columns) * spacing, 0, -Math.floor(i / columns) * spacing),
  );
}

function frame(feet: readonly Vector3[], aspect: number, horizon?: number): PerspectiveCamera {
  const camera = new PerspectiveCamera(32, aspect, 0.2, 2 * FAR);
  framePeople(camera, { feet, height: HEIGHT, groundAt: () => 0, horizon });
  camera.updateMatrixWorld();
  return camera;
}

/** How far down in the picture a point is, as a part of its height, by three's own projection. */
const downOf = (point: Vector3, camera: PerspectiveCamera): number =>
  (1 - point.clone().project(camera).y) / 2;

function horizonOf(camera: PerspectiveCamera): number {
  const forward = camera.getWorldDirection(new Vector3()).setY(0).normalize();
  return downOf(camera.position.clone().setY(0).addScaledVector(forward, FAR), camera);
}

/** Feet and top of the head of the nearest in the picture. One of fifty may stand too near, as a stray. */
function nearestOf(feet: readonly Vector3[], camera: PerspectiveCamera): { feet: number; head: number } {
  const inSight = feet.filter((foot) => Math.abs(foot.clone().project(camera).x) < 1);
  expect(inSight.length).toBeGreaterThan(0);
  inSight.sort((a, b) => downOf(b, camera) - downOf(a, camera));
  const nearest = inSight[Math.floor(feet.length / 50)];
  return {
    feet: downOf(nearest, camera),
    head: downOf(nearest.clone().setY(HEIGHT), camera),
  };
}

const CROWDS = [
  ['three people', standInRows(3, 1, 1)],
  ['a hundred', standInRows(10, 10, 1)],
  ['a thousand, deep', standInRows(10, 100, 1.2)],
] as const;
const ASPECTS = [0.46, 1, 1.78, 2.6];

describe.each(CROWDS)('%s', (_name, feet) => {
  test.each(ASPECTS)('are in the picture at aspect %f', (aspect) => {
    const camera = frame(feet, aspect);
    const nearest = nearestOf(feet, camera);
    expect(nearest.feet).toBeLessThan(1);
    expect(nearest.feet - nearest.head).toBeGreaterThan(0.1);
    expect(horizonOf(camera)).toBeGreaterThan(0.16);
    expect(horizonOf(camera)).toBeLessThan(0.34);
  });

  test.each(ASPECTS.flatMap((aspect) => [0.1, 0.4, 0.6].map((horizon) => [aspect, horizon] as const)))(
    'at aspect %f the horizon is at %f, and people stand below it',
    (aspect, horizon) => {
      const camera = frame(feet, aspect, horizon);
      expect(horizonOf(camera)).toBeCloseTo(horizon, 2);
      const nearest = nearestOf(feet, camera);
      expect(nearest.feet).toBeLessThan(1);
      expect(nearest.feet).toBeGreaterThan(horizon);
    },
  );

  test.each(ASPECTS)('at aspect %f, a horizon at 0.6 leaves the upper half to the sky', (aspect) => {
    const camera = frame(feet, aspect, 0.6);
    const tops = feet.map((foot) => downOf(foot.clone().setY(HEIGHT), camera));
    expect(Math.min(...tops)).toBeGreaterThan(0.48);
  });

  test('a horizon at the lower edge keeps the camera above the ground, and the people in the picture', () => {
    const camera = frame(feet, 1.78, 1);
    expect(camera.position.y).toBeGreaterThan(0.2);
    expect(nearestOf(feet, camera).feet).toBeLessThan(1);
  });
});
