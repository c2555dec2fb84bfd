import { TargetCamera } from '@babylonjs/core/Cameras/targetCamera.js';
import { Engine } from '@babylonjs/core/Engines/engine.js';
import { DirectionalLight } from '@babylonjs/core/Lights/directionalLight.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { Scene } from '@babylonjs/core/scene.js';
import { CrowdClient } from 'three-crowd/client';
import type { CrowdResponse } from 'three-crowd/protocol';
import { beforeAll, expect, inject, test } from 'vitest';
import { addCrowd } from '../../examples/left-handed/babylon-crowd.js';
import { differingPixels } from '../support/browser/picture.js';

const [WIDTH, HEIGHT] = [480, 270];

let response: CrowdResponse;

beforeAll(async () => {
  const { url, apiKey, crowdId } = inject('strict');
  const client = new CrowdClient({ baseUrl: `${url}plain`, apiKey, dangerouslyAllowBrowser: true });
  response = await client.getCrowd(crowdId);
});

/** The crowd in Babylon.js, seen from one side of the interface's world. @param change of the characters */
async function takePicture(isRightHanded: boolean, change: Partial<CrowdResponse> = {}): Promise<Uint8Array> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: WIDTH, height: HEIGHT });
  const engine = new Engine(canvas, false, { preserveDrawingBuffer: true });
  const scene = new Scene(engine);
  scene.useRightHandedSystem = isRightHanded;
  const point = (x: number, y: number, z: number) => new Vector3(x, y, isRightHanded ? z : -z);
  const camera = new TargetCamera('camera', point(2, 2.6, 8), scene);
  camera.setTarget(point(0, 0.9, 0));
  new DirectionalLight('sun', point(-1, -2, -1.5), scene).intensity = 3;
  await addCrowd(scene, { ...response, ...change });
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

test('a crowd in a left-handed scene looks as it does in a right-handed one, and not so without the helper', {
  tags: ['nightly'],
}, async () => {
  const right = await takePicture(true);
  const left = await takePicture(false);
  const empty = await takePicture(true, { characters: [] });
  expect(differingPixels(right, empty, 8)).toBeGreaterThan(0.05);
  expect(differingPixels(left, right, 24)).toBeLessThan(0.002);
  for (const change of [
    { z: -1, rot_y: 1 },
    { z: 1, rot_y: -1 },
  ]) {
    const characters = response.characters.map((character) => ({
      ...character,
      z: character.z * change.z,
      rot_y: character.rot_y * change.rot_y,
    }));
    expect(differingPixels(await takePicture(false, { characters }), right, 24)).toBeGreaterThan(0.01);
  }
});
