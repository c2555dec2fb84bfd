import { type BackendName, buildCrowd, type CrowdMode } from 'three-crowd';
import { expect, test } from 'vitest';
import { BACKENDS, createRenderer } from './support/backends.js';
import { createFigure, figureCharacters } from './support/figure.js';
import { createStage, differingPixels, type LightKind, takePicture } from './support/picture.js';

const LIGHTS: readonly LightKind[] = ['directional', 'spot', 'point'];
/** Steps of 255 that no eye sees. */
const TOLERANCE = 8;

async function picture(
  backend: BackendName,
  mode: CrowdMode,
  light: LightKind,
  present = true,
): Promise<Uint8Array> {
  const renderer = await createRenderer(backend);
  const figure = createFigure();
  const crowd = await buildCrowd({
    renderer,
    assets: figure.assets,
    characters: figureCharacters(12, 3),
    sharedParts: ['hands'],
    mode,
  });
  crowd.update(1.5);
  crowd.visible = present;
  const { scene, camera } = createStage(crowd, light);
  const pixels = await takePicture(renderer, scene, camera);
  crowd.dispose();
  renderer.dispose();
  return pixels;
}

test.each(LIGHTS)(
  'one camera, three backends, two tiers: the same picture under a %s light',
  async (light) => {
    const reference = await picture('webgl', 'clones', light);
    const empty = await picture('webgl', 'clones', light, false);
    // The crowd and its shadows have to be in the picture for the comparison to mean anything.
    expect(differingPixels(reference, empty, TOLERANCE)).toBeGreaterThan(0.05);
    for (const backend of BACKENDS) {
      for (const mode of ['instanced', 'clones'] as const) {
        const differing = differingPixels(reference, await picture(backend, mode, light), TOLERANCE);
        expect(differing, `${backend} ${mode}`).toBeLessThan(0.01);
      }
    }
  },
);
