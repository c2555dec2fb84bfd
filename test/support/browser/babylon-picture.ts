import { TargetCamera } from '@babylonjs/core/Cameras/targetCamera.js';
import { Engine } from '@babylonjs/core/Engines/engine.js';
import { DirectionalLight } from '@babylonjs/core/Lights/directionalLight.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { Scene } from '@babylonjs/core/scene.js';
import type { CrowdResponse } from 'three-crowd/protocol';
import { addCrowd } from '../../../examples/left-handed/babylon-crowd.js';

const [WIDTH, HEIGHT] = [480, 270];

/** A crowd in Babylon.js, seen from one side of the interface's world. */
export async function takePicture(isRightHanded: boolean, response: CrowdResponse): Promise<Uint8Array> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: WIDTH, height: HEIGHT });
  const engine = new Engine(canvas, false, { preserveDrawingBuffer: true });
  const scene = new Scene(engine);
  scene.useRightHandedSystem = isRightHanded;
  const point = (x: number, y: number, z: number) => new Vector3(x, y, isRightHanded ? z : -z);
  const camera = new TargetCamera('camera', point(2, 2.6, 8), scene);
  camera.setTarget(point(0, 0.9, 0));
  new DirectionalLight('sun', point(-1, -2, -1.5), scene).intensity = 3;
  await addCrowd(scene, response);
  scene.animationTimeScale = 0;
  await scene.whenReadyAsync();
  scene.render();
  scene.render();
  const pixels = (await engine.readPixels(0, 0, WIDTH, HEIGHT)) as Uint8Array;
  const copy = pixels.slice();
  scene.dispose();
  engine.dispose();
  return copy;
}
