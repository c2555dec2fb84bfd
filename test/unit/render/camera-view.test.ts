import {
  ArrayCamera,
  Frustum,
  Matrix4,
  PerspectiveCamera,
  Quaternion,
  Sphere,
  Vector3,
  WebGPUCoordinateSystem,
} from 'three';
import { expect, test } from 'vitest';
import { mulberry32 } from '../../../src/math/index.js';
import { CameraView } from '../../../src/render/poses/camera-view.js';

const SEED = 14;

/** Two eyes of a headset somewhere: beside one another, with views that are wider on the outside, and canted a little. */
function eyes(random: () => number, isWebGPU: boolean): ArrayCamera {
  const head = new Matrix4().compose(
    new Vector3(random() * 4, 1.6, random() * 4),
    new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), random() * 6),
    new Vector3(1, 1, 1),
  );
  const cant = 0.2 * random();
  const cameras = [-1, 1].map((side) => {
    const eye = new PerspectiveCamera();
    if (isWebGPU) eye.coordinateSystem = WebGPUCoordinateSystem;
    const [left, right] = side < 0 ? [-1.2, 0.8] : [-0.8, 1.2];
    eye.projectionMatrix.makePerspective(0.1 * left, 0.1 * right, 0.1, -0.1, 0.1, 40, eye.coordinateSystem);
    eye.projectionMatrixInverse.copy(eye.projectionMatrix).invert();
    eye.matrix
      .makeRotationY(-side * cant)
      .setPosition(side * 0.032, 0, 0)
      .premultiply(head);
    eye.matrixWorld.copy(eye.matrix);
    eye.matrixWorldInverse.copy(eye.matrixWorld).invert();
    return eye;
  });
  return new ArrayCamera(cameras);
}

test.each([false, true])(
  `the planes of two eyes keep what either sees (WebGPU depth: %s, seed ${SEED})`,
  (isWebGPU) => {
    const random = mulberry32(SEED);
    const world = new Matrix4().makeRotationY(0.4).setPosition(1, 0, -2);
    let seenByOne = 0;
    let onlyRight = 0;
    let kept = 0;
    for (let trial = 0; trial < 40; trial++) {
      const both = eyes(random, isWebGPU);
      const frustums = both.cameras.map((eye) =>
        new Frustum().setFromProjectionMatrix(
          new Matrix4().multiplyMatrices(eye.projectionMatrix, eye.matrixWorldInverse),
          eye.coordinateSystem,
        ),
      );
      const { planes } = new CameraView().set(both, world);
      for (let k = 0; k < 500; k++) {
        const local = new Sphere(new Vector3((random() - 0.5) * 60, 1, (random() - 0.5) * 60), 1);
        const sphere = local.clone().applyMatrix4(world);
        const [left, right] = frustums.map((frustum) => frustum.intersectsSphere(sphere));
        const isKept = planes.every((plane) => plane.distanceToPoint(local.center) >= -local.radius);
        if (left || right) expect(isKept).toBe(true);
        if (left || right) seenByOne += 1;
        if (right && !left) onlyRight += 1;
        if (isKept) kept += 1;
      }
    }
    expect(onlyRight).toBeGreaterThan(50);
    expect(kept).toBeLessThan(1.3 * seenByOne);
    expect(kept).toBeLessThan(20_000 / 2);
  },
);

test('an array without cameras is seen as the one camera that it is itself', () => {
  const camera = new ArrayCamera([]);
  camera.updateMatrixWorld();
  const plain = new PerspectiveCamera();
  plain.updateMatrixWorld();
  const planes = (view: CameraView): number[] =>
    view.planes.flatMap(({ normal, constant }) => [...normal.toArray(), constant]);
  expect(planes(new CameraView().set(camera, new Matrix4()))).toEqual(
    planes(new CameraView().set(plain, new Matrix4())),
  );
});
