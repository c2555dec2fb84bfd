import { expect } from 'vitest';
import { BACKENDS } from '../support/browser/backends.js';
import { figureCharacters } from '../support/browser/figure.js';
import { figureCrowd } from '../support/browser/figure-crowd.js';
import { createStage, differingPixels, type LightKind, takePicture } from '../support/browser/picture.js';
import { sharedRenderer } from '../support/browser/shared-renderer.js';
import { testInTurn } from '../support/in-turn.js';

/** Steps of 255 that no eye sees. */
const TOLERANCE = 8;
const LIGHTS: readonly LightKind[] = ['directional', 'spot', 'point'];

testInTurn(
  BACKENDS.flatMap((backend) => LIGHTS.map((light) => ({ backend, light }))),
  [0, 4, 8],
)(
  'a $light light casts shadows of characters out of sight in its first frame and after a jump, on $backend',
  async ({ backend, light }) => {
    const renderer = await sharedRenderer(backend);
    const crowd = await figureCrowd(renderer, {
      characters: figureCharacters(6, 3).map((character, i) => ({
        ...character,
        x: 0.6 + 0.4 * (i % 3),
        z: 1.3 + 0.5 * Math.floor(i / 3),
      })),
      mode: 'instanced',
      lodThreshold: 0,
    });
    const { scene, camera, lamp } = createStage(crowd, light);
    // It looks down at the ground before it; everybody stands behind it, between the lamp and that ground.
    camera.position.set(0, 1.6, 0.9);
    camera.lookAt(0.1, 0, 0);
    const nextPicture = (): Promise<Uint8Array> => {
      crowd.update(0, camera);
      return takePicture(renderer, scene, camera);
    };
    const { x, y, z } = lamp.position;

    scene.remove(lamp);
    await nextPicture();
    scene.add(lamp);
    const first = await nextPicture();
    await nextPicture();
    const third = await nextPicture();
    lamp.position.set(-30, 4, -20);
    await nextPicture();
    lamp.position.set(x, y, z);
    const afterJump = await nextPicture();
    crowd.traverse((object) => {
      object.castShadow = false;
    });
    const shadowless = await nextPicture();
    crowd.visible = false;
    const nobody = await nextPicture();

    expect(differingPixels(shadowless, nobody, 0), 'in sight').toBe(0);
    expect(differingPixels(third, shadowless, TOLERANCE), 'shadows').toBeGreaterThan(0.02);
    expect(differingPixels(first, third, 0), 'the first frame').toBe(0);
    expect(differingPixels(afterJump, third, 0), 'after a jump').toBe(0);
  },
);
