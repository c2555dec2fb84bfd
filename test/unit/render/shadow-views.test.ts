import {
  BoxGeometry,
  type Camera,
  DirectionalLight,
  Frustum,
  Group,
  type Light,
  Matrix4,
  MeshBasicMaterial,
  type Object3D,
  PerspectiveCamera,
  PointLight,
  Quaternion,
  Scene,
  SpotLight,
  Vector3,
} from 'three';
import { describe, expect, test } from 'vitest';
import { mulberry32 } from '../../../src/math/index.js';
import { CrowdMeshes } from '../../../src/render/drawing/crowd-meshes.js';
import { ShadowViews } from '../../../src/render/drawing/shadow-views.js';
import { CameraView, type Planes } from '../../../src/render/poses/camera-view.js';

/** A crowd that stands turned and moved in a scene with lights. */
function createScene(...lights: Light[]): { scene: Scene; crowd: Group } {
  const scene = new Scene();
  const crowd = new Group();
  crowd.position.set(3, 1, -2);
  crowd.rotation.y = 0.7;
  scene.add(crowd, ...lights);
  for (const light of lights) {
    light.castShadow = true;
    if (light instanceof DirectionalLight || light instanceof SpotLight) scene.add(light.target);
  }
  scene.updateMatrixWorld();
  return { scene, crowd };
}

function createCamera(): PerspectiveCamera {
  const camera = new PerspectiveCamera(40, 16 / 9, 0.1, 60);
  camera.position.set(4, 3, 10);
  camera.lookAt(0, 1, 0);
  camera.updateMatrixWorld();
  return camera;
}

function find(
  crowd: Object3D,
  views = new ShadowViews(),
  camera: Camera = createCamera(),
): readonly Planes[] {
  crowd.updateWorldMatrix(true, false);
  return views.find(crowd, new CameraView().set(camera, crowd.matrixWorld)).map(({ planes }) => planes);
}

/** The planes that three itself finds for a camera, in the crowd's space. */
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

function isInside(planes: Planes, point: Vector3): boolean {
  return planes.every((plane) => plane.distanceToPoint(point) >= 0);
}

describe.each([
  ['directional', () => new DirectionalLight()],
  ['spot', () => new SpotLight('#ffffff', 1, 40, 0.6)],
] as const)('a %s light', (_name, createLight) => {
  test('sees from its first frame on what three draws its shadow from, also after it has jumped', () => {
    const light = createLight();
    light.position.set(5, 10, 5);
    const { scene, crowd } = createScene(light);
    const views = new ShadowViews();
    for (const [x, targetX] of [
      [5, 0],
      [-20, -15],
    ]) {
      light.position.x = x;
      light.target.position.set(targetX, 0, 1);
      const [planes] = find(crowd, views);
      scene.updateMatrixWorld();
      light.shadow.updateMatrices(light);
      expectPlanes(planes, planesByThree(light.shadow.camera, crowd));
    }
  });

  test('keeps the matrix of a shadow map that may not be drawn again', () => {
    const light = createLight();
    const { crowd } = createScene(light);
    light.shadow.matrix.makeTranslation(1, 2, 3);
    find(crowd);
    expect(light.shadow.matrix).toEqual(new Matrix4().makeTranslation(1, 2, 3));
  });
});

test('sides that were set without updating the projection count for the first shadow, as three has it', () => {
  const light = new DirectionalLight();
  light.position.set(0, 5, 0);
  const { crowd } = createScene(light);
  Object.assign(light.shadow.camera, { left: -30, right: 30 });
  const [planes] = find(crowd);
  light.shadow.camera.updateProjectionMatrix();
  light.shadow.updateMatrices(light);
  expectPlanes(planes, planesByThree(light.shadow.camera, crowd));
});

test('a point light sees what one of its six sides sees, from where it has jumped to (seed 4)', () => {
  const light = new PointLight('#ffffff', 1, 20);
  const { crowd } = createScene(light);
  light.position.set(-12, 4, 9);
  const [planes, ...others] = find(crowd);
  expect(others).toHaveLength(0);
  const { camera } = light.shadow;
  camera.far = 20;
  camera.near = 0.001;
  camera.updateProjectionMatrix();
  const sides = [1, -1].flatMap((sign) => [0, 1, 2].map((axis) => new Vector3().setComponent(axis, sign)));
  const frusta = sides.map((side) => {
    camera.position.copy(light.position);
    camera.up.set(0, side.y === 0 ? 1 : 0, side.y === 0 ? 0 : 1);
    camera.lookAt(camera.position.clone().add(side));
    camera.updateMatrixWorld();
    return planesByThree(camera, crowd).map((plane) => plane.clone());
  });
  const random = mulberry32(4);
  let inside = 0;
  for (let n = 0; n < 2000; n++) {
    const point = new Vector3(random() - 0.5, random() - 0.5, random() - 0.5).multiplyScalar(80);
    const isSeen = frusta.some((frustum) => isInside(frustum, point));
    expect(isInside(planes, point), `point ${n}`).toBe(isSeen);
    if (isSeen) inside += 1;
  }
  expect(inside).toBeGreaterThan(50);
});

test('cascades see all that lies between the light and what the camera sees (seed 6)', () => {
  const light = new DirectionalLight();
  light.position.set(8, 6, 3);
  const { crowd } = createScene(light);
  Object.assign(light.shadow, { shadowNode: {} });
  const camera = createCamera();
  const [planes] = find(crowd, new ShadowViews(), camera);
  expect(planes.length).toBeGreaterThan(0);
  expect(planes.length).toBeLessThan(6);
  const random = mulberry32(6);
  const toLight = light.position.clone().normalize();
  const fromWorld = crowd.matrixWorld.clone().invert();
  for (let n = 0; n < 500; n++) {
    const seen = new Vector3(random() * 2 - 1, random() * 2 - 1, random() * 2 - 1).unproject(camera);
    const caster = seen.addScaledVector(toLight, random() * 50).applyMatrix4(fromWorld);
    expect(isInside(planes, caster), `caster ${n}`).toBe(true);
  }
  const turned = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), Math.PI);
  const behind = camera.position.clone().addScaledVector(toLight.clone().applyQuaternion(turned), 40);
  expect(isInside(planes, behind.applyMatrix4(fromWorld)), 'away from the light').toBe(false);
});

test('counts the lights that draw a shadow in the next frame, wherever they hang', () => {
  const [plain, hidden, still, waiting, lamp] = Array.from({ length: 5 }, () => new DirectionalLight());
  const { scene, crowd } = createScene(plain, hidden, still, waiting);
  const carried = new Group();
  carried.add(lamp);
  scene.add(carried);
  lamp.castShadow = true;
  plain.castShadow = false;
  hidden.visible = false;
  for (const light of [still, waiting]) {
    light.shadow.autoUpdate = false;
    light.shadow.map = {} as never;
  }
  waiting.shadow.needsUpdate = true;
  const views = new ShadowViews();
  expect(find(crowd, views)).toHaveLength(2);
  carried.visible = false;
  expect(find(crowd, views)).toHaveLength(1);
});

test('everybody may cast a shadow while the crowd is in no scene', () => {
  const { scene, crowd } = createScene();
  expect(find(crowd)).toHaveLength(0);
  scene.remove(crowd);
  expect(find(crowd)).toEqual([[]]);
});

test('meshes that cast no shadow look for none', () => {
  const { crowd } = createScene(new DirectionalLight());
  const meshes = new CrowdMeshes({ castShadow: true, receiveShadow: true }, () => false);
  crowd.add(meshes.object);
  const selector = { forCamera: () => {}, forShadow: () => {} };
  const material = new MeshBasicMaterial();
  const { mesh } = meshes.add({ name: 'body', material }, new BoxGeometry(), material.clone(), selector);
  const view = meshes.views.viewOf(createCamera());
  expect(meshes.shadowsOf(view)).toHaveLength(1);
  expect(meshes.shadowsOf(undefined)).toHaveLength(0);
  mesh.castShadow = false;
  expect(meshes.shadowsOf(view)).toHaveLength(0);
});
