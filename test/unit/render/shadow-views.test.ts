import {
  BoxGeometry,
  DirectionalLight,
  Frustum,
  Group,
  type Light,
  Matrix4,
  MeshBasicMaterial,
  type Object3D,
  PerspectiveCamera,
  PointLight,
  Scene,
  SpotLight,
  Vector3,
} from 'three';
import { describe, expect, test } from 'vitest';
import type { Planes } from '../../../src/render/drawing/camera-view.js';
import { CrowdMeshes } from '../../../src/render/drawing/crowd-meshes.js';
import { ShadowViews } from '../../../src/render/drawing/shadow-views.js';

/** A crowd that stands turned and moved in a scene with one light. */
function createScene(light: Light): { scene: Scene; crowd: Group } {
  const scene = new Scene();
  const crowd = new Group();
  crowd.position.set(3, 1, -2);
  crowd.rotation.y = 0.7;
  scene.add(crowd, light);
  if (light instanceof DirectionalLight || light instanceof SpotLight) scene.add(light.target);
  scene.updateMatrixWorld();
  return { scene, crowd };
}

/** The planes that three itself finds for a shadow camera, in the crowd's space. */
function planesByThree(
  camera: { projectionMatrix: Matrix4; matrixWorldInverse: Matrix4 },
  crowd: Object3D,
): Planes {
  crowd.updateWorldMatrix(true, false);
  const clip = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
  return new Frustum().setFromProjectionMatrix(clip.multiply(crowd.matrixWorld)).planes;
}

function expectPlanes(planes: Planes, expected: Planes): void {
  expect(planes).toHaveLength(6);
  planes.forEach(({ normal, constant }, k) => {
    expect(normal.distanceTo(expected[k].normal), `normal ${k}`).toBeLessThan(1e-5);
    expect(Math.abs(constant - expected[k].constant), `constant ${k}`).toBeLessThan(1e-4);
  });
}

describe.each([
  ['directional', () => new DirectionalLight()],
  ['spot', () => new SpotLight()],
] as const)('a %s light that jumps', (_name, createLight) => {
  test('is culled by where three draws its next shadow from', () => {
    const light = createLight();
    light.position.set(5, 10, 5);
    const { scene, crowd } = createScene(light);
    const views = new ShadowViews();
    light.shadow.updateMatrices(light);
    views.record(light.shadow.camera, crowd.matrixWorld);

    light.position.set(-20, 12, 3);
    light.target.position.set(-15, 0, 1);
    const [planes] = views.take(crowd);
    scene.updateMatrixWorld();
    light.shadow.updateMatrices(light);
    expectPlanes(planes, planesByThree(light.shadow.camera, crowd));
  });
});

test('a point light that jumps keeps the six sides that it looks to', () => {
  const light = new PointLight();
  light.position.set(0, 3, 0);
  const { crowd } = createScene(light);
  const views = new ShadowViews();
  const { camera } = light.shadow;
  const sides = [1, -1].flatMap((sign) => [0, 1, 2].map((axis) => new Vector3().setComponent(axis, sign)));
  const look = (side: Vector3): void => {
    light.updateWorldMatrix(true, false);
    camera.position.setFromMatrixPosition(light.matrixWorld);
    camera.up.set(0, side.y === 0 ? 1 : 0, side.y === 0 ? 0 : 1);
    camera.lookAt(camera.position.clone().add(side));
    camera.updateMatrixWorld();
  };
  for (const side of sides) {
    look(side);
    views.record(camera, crowd.matrixWorld);
  }
  light.position.set(-12, 4, 9);
  const planes = views.take(crowd).map((side) => side.map((plane) => plane.clone()));
  expect(planes).toHaveLength(6);
  sides.forEach((side, k) => {
    look(side);
    expectPlanes(planes[k], planesByThree(camera, crowd));
  });
});

test('a shadow camera of no light in the scene is culled by where it was', () => {
  const { crowd } = createScene(new PointLight());
  const camera = new PerspectiveCamera(40, 1, 1, 60);
  camera.position.set(4, 8, 4);
  camera.lookAt(0, 0, 0);
  camera.updateMatrixWorld();
  const views = new ShadowViews();
  views.record(camera, crowd.matrixWorld);
  const expected = planesByThree(camera, crowd);
  expectPlanes(views.take(crowd)[0], expected);
});

test('every mesh listens to shadows, and a shadow counts once', () => {
  const light = new DirectionalLight();
  const { crowd } = createScene(light);
  const meshes = new CrowdMeshes({ castShadow: true, receiveShadow: true });
  crowd.add(meshes.object);
  crowd.updateWorldMatrix(true, true);
  const selector = { forCamera: () => {}, forShadow: () => {} };
  const made = ['hidden', 'shown', 'also shown'].map((name) =>
    meshes.add(name, new BoxGeometry(), new MeshBasicMaterial(), selector),
  );
  light.shadow.updateMatrices(light);
  const tell = (index: number): void => {
    const mesh = made[index];
    mesh.onBeforeShadow(
      undefined as never,
      mesh as never,
      undefined as never,
      light.shadow.camera,
      mesh.geometry,
      mesh.material,
      undefined as never,
    );
  };
  // three calls no mesh whose material is hidden.
  tell(1);
  tell(2);
  meshes.views.viewOf(undefined);
  const planes = meshes.views.shadows();
  expect(planes).toHaveLength(1);
  expectPlanes(planes[0], planesByThree(light.shadow.camera, crowd));
});
