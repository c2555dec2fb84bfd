import { Group, OrthographicCamera, PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { createShownFoot } from '../../../src/render/characters/index.js';
import { PictureRange } from '../../../src/render/poses/picture-range.js';
import { walkingCharacters } from '../../support/render/walking-characters.js';

/** Metres from the top to the bottom of a picture at a distance in front of a camera, by three's own projection. */
function pictureMetres(camera: PerspectiveCamera | OrthographicCamera, distance: number): number {
  const edge = (y: number): Vector3 => {
    const depth = new Vector3(0, 0, -distance).applyMatrix4(camera.projectionMatrix).z;
    return new Vector3(0, y, depth).applyMatrix4(camera.projectionMatrixInverse);
  };
  return edge(1).distanceTo(edge(-1));
}

/** A range of one camera. */
function rangeOf(camera: PerspectiveCamera | OrthographicCamera, crowd = new Group()): PictureRange {
  const range = new PictureRange();
  range.begin(camera, crowd);
  return range;
}

/** Whether a point is in a range at all. */
function isNear(range: PictureRange, x: number, y: number, z: number): boolean {
  return range.closeness(x, y, z) > 0;
}

/** Farthest point ahead of a camera at (x, 0, 0) that looks along −Z that a range has; metres. */
function reachOf(range: PictureRange, x = 0): number {
  let [near, far] = [0, 10_000];
  while (far - near > 1e-6) {
    const middle = (near + far) / 2;
    if (isNear(range, x, 0, -middle)) near = middle;
    else far = middle;
  }
  return near;
}

describe('the range in which feet are planted', () => {
  const crowd = new Group();
  const ahead = new PerspectiveCamera(50, 2, 0.1, 500);
  const back = ahead.clone();
  back.rotation.y = Math.PI;
  back.updateMatrixWorld();

  test.each([20, 50, 90])('a picture of %i degrees is 24 m high at the end of the range', (degrees) => {
    const camera = new PerspectiveCamera(degrees, 2, 0.1, 500);
    expect(pictureMetres(camera, reachOf(rangeOf(camera)))).toBeCloseTo(24, 3);
  });

  test.each([
    [23, true],
    [25, false],
  ])('of an orthographic picture %i m high: %s', (height, expected) => {
    const camera = new OrthographicCamera(-height, height, height / 2, -height / 2, 0.1, 500);
    expect(pictureMetres(camera, 10)).toBeCloseTo(height, 5);
    expect(isNear(rangeOf(camera), 0, 0, -200)).toBe(expected);
  });

  test('a crowd that was moved and scaled is measured in its own space', () => {
    const crowd = new Group();
    crowd.position.set(100, 0, 0);
    crowd.scale.setScalar(2);
    crowd.updateMatrixWorld();
    const camera = new PerspectiveCamera(50, 2, 0.1, 500);
    camera.position.set(110, 0, 0);
    camera.updateMatrixWorld();
    const reach = reachOf(rangeOf(camera), 110);
    expect(reachOf(rangeOf(camera, crowd), 5)).toBeCloseTo(reach, 3);
    expect(isNear(rangeOf(camera, crowd), 0, 0, 1.4)).toBe(false);
  });

  test('excludes what is behind the camera, except for a margin for arms and shadows', () => {
    const range = rangeOf(ahead);
    expect([10, 2, -2, -4].map((ahead) => isNear(range, 0, 0, -ahead))).toEqual([true, true, true, false]);
  });

  test('rates characters beside the picture below 1, however close', () => {
    const range = rangeOf(ahead);
    // 5 m ahead, the picture ends 4.7 m to either side.
    const edge = 2 * 5 * Math.tan((25 * Math.PI) / 180);
    const closeness = [-0.5, 0.5, 2.5].map((beyond) => range.closeness(edge + beyond, -1.6, -5));
    expect(closeness[0]).toBeGreaterThan(3);
    expect(closeness[1]).toBeGreaterThan(3);
    expect(closeness[2]).toBeGreaterThan(0);
    expect(closeness[2]).toBeLessThan(1);
  });

  test('counts further cameras of a frame in the next frame, and in no later one', () => {
    const range = new PictureRange();
    range.begin(ahead, crowd);
    range.add(back, crowd);
    expect(isNear(range, 0, 0, 10)).toBe(false);
    range.begin(ahead, crowd);
    expect([isNear(range, 0, 0, 10), isNear(range, 0, 0, -10)]).toEqual([true, true]);
    range.begin(ahead, crowd);
    expect(isNear(range, 0, 0, 10)).toBe(false);
  });

  test('counts the further cameras of the last skipped frame', () => {
    const range = new PictureRange();
    const isBackNearAfter = (frames: readonly boolean[]): boolean => {
      for (const hasFurther of frames) {
        range.skip();
        if (hasFurther) range.add(back, crowd);
      }
      range.begin(ahead, crowd);
      return isNear(range, 0, 0, 10);
    };
    expect(isBackNearAfter([true, true])).toBe(true);
    expect(isBackNearAfter([true, false])).toBe(false);
    expect(isBackNearAfter([false, true])).toBe(true);
  });

  test('feet far from the camera are left to their clips and cost no upload (seed 3)', () => {
    const { mover, characters } = walkingCharacters({ seed: 3, size: 20 });
    const { table } = characters;
    const camera = new PerspectiveCamera(50, 2, 0.1, 500);
    // Everybody is ahead of it, at first.
    camera.position.set(0, 2, 12);
    camera.updateMatrixWorld();
    let now = 0;
    const walk = (seconds: number): number => {
      let uploaded = 0;
      for (let t = 0; t < seconds; t += 1 / 60) {
        now += 1 / 60;
        mover.update(1 / 60, now, camera, crowd);
        for (const { count } of table.layers?.changes.take() ?? []) uploaded += count;
      }
      return uploaded;
    };
    const weights = (): number => {
      const foot = createShownFoot();
      let sum = 0;
      for (let i = 0; i < table.count; i++) {
        table.layers?.foot(i, 0, 0, foot);
        sum += Number(foot.isPlaced);
      }
      return sum;
    };
    expect(walk(2)).toBeGreaterThan(100);
    expect(weights()).toBeGreaterThan(5);
    camera.position.set(0, 1000, 0);
    camera.updateMatrixWorld();
    // A step of the simulation later.
    walk(0.1);
    expect(weights()).toBe(0);
    expect(walk(1)).toBe(0);
    camera.position.set(0, 2, 12);
    camera.updateMatrixWorld();
    walk(2);
    expect(weights()).toBeGreaterThan(5);
  });
});
