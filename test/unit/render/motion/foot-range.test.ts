import { Group, OrthographicCamera, PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { FootRange } from '../../../../src/render/motion/foot-range.js';
import { walkingCharacters } from '../../../support/render/walking-characters.js';

/** Metres from the top to the bottom of a picture at a distance in front of a camera, by three's own projection. */
function pictureMetres(camera: PerspectiveCamera | OrthographicCamera, distance: number): number {
  const edge = (y: number): Vector3 => {
    const depth = new Vector3(0, 0, -distance).applyMatrix4(camera.projectionMatrix).z;
    return new Vector3(0, y, depth).applyMatrix4(camera.projectionMatrixInverse);
  };
  return edge(1).distanceTo(edge(-1));
}

describe('whose feet are near enough', () => {
  test.each([20, 50, 90])('a picture of %i degrees is 24 m high at the end of the range', (degrees) => {
    const camera = new PerspectiveCamera(degrees, 2, 0.1, 500);
    const range = new FootRange();
    range.set(camera, new Group());
    expect(pictureMetres(camera, range.radius)).toBeCloseTo(24, 3);
  });

  test.each([
    [23, true],
    [25, false],
  ])('of an orthographic picture %i m high: %s', (height, isNear) => {
    const camera = new OrthographicCamera(-height, height, height / 2, -height / 2, 0.1, 500);
    const range = new FootRange();
    range.set(camera, new Group());
    expect(pictureMetres(camera, 10)).toBeCloseTo(height, 5);
    expect(range.has(200, 0, 0)).toBe(isNear);
  });

  test('a crowd that was moved and scaled is measured in its own space', () => {
    const crowd = new Group();
    crowd.position.set(100, 0, 0);
    crowd.scale.setScalar(2);
    crowd.updateMatrixWorld();
    const camera = new PerspectiveCamera(50, 2, 0.1, 500);
    camera.position.set(110, 0, 0);
    camera.updateMatrixWorld();
    const range = new FootRange();
    range.set(camera, crowd);
    expect(range.center.toArray()).toEqual([5, 0, 0]);
    expect(range.has(5, 0, range.radius - 0.01)).toBe(true);
    expect(range.has(5, 0, range.radius + 0.01)).toBe(false);
  });

  test('feet far from the camera are left to their clips and cost no upload (seed 3)', () => {
    const { motion, characters } = walkingCharacters({ seed: 3, size: 20 });
    const { table } = characters;
    const crowd = new Group();
    const camera = new PerspectiveCamera(50, 2, 0.1, 500);
    let now = 0;
    const walk = (seconds: number): number => {
      let uploaded = 0;
      for (let t = 0; t < seconds; t += 1 / 60) {
        now += 1 / 60;
        motion.update(1 / 60, now, camera, crowd);
        for (const { count } of table.layers?.changes.take() ?? []) uploaded += count;
      }
      return uploaded;
    };
    const weights = (): number => {
      const foot = { x: 0, z: 0, weight: 0, lift: 0, yaw: 0, tiltX: 0, tiltZ: 0 };
      let sum = 0;
      for (let i = 0; i < table.count; i++) {
        table.layers?.foot(i, 0, foot);
        sum += foot.weight;
      }
      return sum;
    };
    expect(walk(2)).toBeGreaterThan(100);
    expect(weights()).toBeGreaterThan(5);
    camera.position.set(0, 1000, 0);
    camera.updateMatrixWorld();
    walk(1 / 60);
    expect(weights()).toBe(0);
    expect(walk(1)).toBe(0);
    camera.position.set(0, 2, 0);
    camera.updateMatrixWorld();
    walk(2);
    expect(weights()).toBeGreaterThan(5);
  });
});
