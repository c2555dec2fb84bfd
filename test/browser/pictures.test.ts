import type { Vector3Tuple } from 'three';
import type { BackendName, CrowdMode } from 'three-crowd';
import { expect, test } from 'vitest';
import { BACKENDS } from '../support/browser/backends.js';
import { createFigure, type FigureScales, figureCharacters } from '../support/browser/figure.js';
import { figureCrowd } from '../support/browser/figure-crowd.js';
import { createStage, differingPixels, type LightKind, takePicture } from '../support/browser/picture.js';
import { sharedRenderer } from '../support/browser/shared-renderer.js';
import { testInTurn } from '../support/in-turn.js';

const LIGHTS: readonly LightKind[] = ['directional', 'spot', 'point'];
/** Steps of 255 that no eye sees. */
const TOLERANCE = 8;

interface Shot {
  readonly backend: BackendName;
  readonly mode: CrowdMode;
  readonly light: LightKind;
  readonly lodThreshold?: number;
  readonly present?: boolean;
  readonly scales?: FigureScales;
  /** Where the camera stands, metres. */
  readonly from?: Vector3Tuple;
}

/** The first frame of a crowd. */
async function picture({
  backend,
  mode,
  light,
  lodThreshold = 0,
  present = true,
  scales = 'even',
  from,
}: Shot): Promise<Uint8Array> {
  const renderer = await sharedRenderer(backend);
  const crowd = await figureCrowd(renderer, {
    assets: createFigure({ scales }).assets,
    characters: figureCharacters(12, 3),
    mode,
    lodThreshold,
  });
  crowd.visible = present;
  const { scene, camera } = createStage(crowd, light);
  if (from) camera.position.set(...from);
  crowd.update(1.5, camera);
  const pixels = await takePicture(renderer, scene, camera);
  crowd.dispose();
  return pixels;
}

for (const light of LIGHTS) {
  // The shadows of all of them have daily tests in first-shadows.test.ts.
  const tags = light === 'directional' ? [] : ['nightly'];
  test(`one camera, three backends, two tiers: the same picture under a ${light} light`, {
    tags,
  }, async () => {
    const reference = await picture({ backend: 'webgl', mode: 'clones', light });
    const empty = await picture({ backend: 'webgl', mode: 'clones', light, present: false });
    // The crowd and its shadows have to be in the picture for the comparison to mean anything.
    expect(differingPixels(reference, empty, TOLERANCE)).toBeGreaterThan(0.05);
    for (const backend of BACKENDS) {
      for (const mode of ['instanced', 'clones'] as const) {
        const differing = differingPixels(reference, await picture({ backend, mode, light }), TOLERANCE);
        expect(differing, `${backend} ${mode}`).toBeLessThan(0.01);
      }
    }
  });
}

testInTurn(BACKENDS, [0, 2])(
  'far characters on %s stand where near ones do, in their colours',
  async (backend) => {
    const shot = { backend, mode: 'instanced', light: 'directional' } as const;
    const near = await picture(shot);
    // The figure's far parts are its near ones, so that the pictures have to agree.
    expect(differingPixels(near, await picture({ ...shot, lodThreshold: 10 }), TOLERANCE)).toBeLessThan(0.01);
    // At this threshold some are near and some far.
    expect(differingPixels(near, await picture({ ...shot, lodThreshold: 0.8 }), TOLERANCE)).toBeLessThan(
      0.01,
    );
  },
);

testInTurn(BACKENDS, [1])(
  'stretched and mirrored joints look on %s as on clones, near and far',
  async (backend) => {
    const shot = { backend, light: 'directional', scales: 'uneven' } as const;
    const clones = await picture({ ...shot, mode: 'clones' });
    const even = await picture({ ...shot, mode: 'clones', scales: 'even' });
    expect(differingPixels(clones, even, TOLERANCE)).toBeGreaterThan(0.01);
    for (const lodThreshold of [0, 10]) {
      const instanced = await picture({ ...shot, mode: 'instanced', lodThreshold });
      expect(differingPixels(clones, instanced, TOLERANCE), `levels of ${lodThreshold} pixels`).toBeLessThan(
        0.01,
      );
    }
  },
);
