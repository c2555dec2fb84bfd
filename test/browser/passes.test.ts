import {
  Fog,
  MeshBasicMaterial,
  PerspectiveCamera,
  Plane,
  ReinhardToneMapping,
  Vector3,
  type WebGLRenderer,
} from 'three';
import { MeshNormalNodeMaterial } from 'three/webgpu';
import type { BackendName, BuildCrowdOptions, Crowd, CrowdMode } from 'three-crowd';
import { expect, test } from 'vitest';
import {
  BACKENDS,
  createRenderer,
  createWebGLRenderer,
  type TestRenderer,
} from '../support/browser/backends.js';
import { figureCharacters } from '../support/browser/figure.js';
import { figureCrowd } from '../support/browser/figure-crowd.js';
import {
  createStage,
  differingPixels,
  PICTURE,
  photograph,
  takePicture,
} from '../support/browser/picture.js';
import { testInTurn } from '../support/in-turn.js';

const TOLERANCE = 8;

type Stage = ReturnType<typeof createStage>;

interface Setting {
  readonly renderer?: TestRenderer;
  readonly material?: NonNullable<BuildCrowdOptions['material']>;
  /** Draws everybody far. */
  readonly isFar?: boolean;
  change?(stage: Stage, renderer: TestRenderer, crowd: Crowd): void;
}

async function picture(
  backend: BackendName,
  mode: CrowdMode,
  { renderer: given, material, isFar, change }: Setting,
): Promise<Uint8Array> {
  const renderer = given ?? (await createRenderer(backend));
  const crowd = await figureCrowd(renderer, {
    characters: figureCharacters(10, 9),
    mode,
    lodThreshold: isFar ? 10 : 0,
    ...(material ? { material } : {}),
  });
  const stage = createStage(crowd, 'directional');
  change?.(stage, renderer, crowd);
  const pixels = await photograph(renderer, stage, crowd, 1.1);
  crowd.dispose();
  renderer.dispose();
  return pixels;
}

const plainPictures = new Map<BackendName, Promise<Uint8Array>>();

/** The instanced crowd without any setting, drawn once a backend. */
function plainPicture(backend: BackendName): Promise<Uint8Array> {
  const pixels = plainPictures.get(backend) ?? picture(backend, 'instanced', {});
  plainPictures.set(backend, pixels);
  return pixels;
}

/** The instanced crowd has to look as clones do, and otherwise than without the setting. */
async function expectAlike(backend: BackendName, setting: () => Setting, least = 0.02): Promise<void> {
  const instanced = await picture(backend, 'instanced', setting());
  const clones = await picture(backend, 'clones', setting());
  const plain = await plainPicture(backend);
  expect(differingPixels(instanced, plain, TOLERANCE), 'the setting shows').toBeGreaterThan(least);
  expect(differingPixels(instanced, clones, TOLERANCE), 'as clones').toBeLessThan(0.01);
}

testInTurn(BACKENDS, [2])('fog and tone mapping on %s', async (backend) => {
  await expectAlike(backend, () => ({
    change: ({ scene }, renderer) => {
      scene.fog = new Fog('#c04020', 6, 12);
      renderer.toneMapping = ReinhardToneMapping;
    },
  }));
});

testInTurn(['webgpu', 'webgpu-webgl2'] as const, [0])(
  'an override material is posed, on %s',
  async (backend) => {
    await expectAlike(backend, () => ({
      change: ({ scene }) => {
        scene.overrideMaterial = new MeshNormalNodeMaterial();
      },
    }));
  },
);

testInTurn(BACKENDS, [0])(
  'the merged far draw has the edges of its parts in a wireframe, on %s',
  async (backend) => {
    const draw = (isFar: boolean, wireframe: boolean): Promise<Uint8Array> =>
      picture(backend, 'instanced', {
        isFar,
        change: ({ scene }) => {
          scene.overrideMaterial = new MeshBasicMaterial({ color: '#2060c0', wireframe });
        },
      });
    const merged = await draw(true, true);
    expect(differingPixels(merged, await draw(true, false), TOLERANCE)).toBeGreaterThan(0.01);
    expect(differingPixels(merged, await draw(false, true), TOLERANCE)).toBeLessThan(0.001);
  },
);

test('clipping planes on webgl', async () => {
  await expectAlike(
    'webgl',
    () => ({
      change: (_stage, renderer) => {
        (renderer as WebGLRenderer).clippingPlanes = [new Plane(new Vector3(0, -1, 0), 1)];
      },
    }),
    0.01,
  );
});

test('a logarithmic depth buffer on webgl', { tags: ['nightly'] }, async () => {
  const logarithmic = (): TestRenderer => {
    const renderer = createWebGLRenderer({ logarithmicDepthBuffer: true });
    renderer.setSize(PICTURE.width, PICTURE.height, false);
    return renderer;
  };
  // It shows in depth alone, so the picture is the same as without.
  await expectAlike('webgl', () => ({ renderer: logarithmic() }), -1);
});

testInTurn(BACKENDS, [2])('two cameras in one frame see each its own, on %s', async (backend) => {
  const renderer = await createRenderer(backend);
  const crowd = await figureCrowd(renderer, { characters: figureCharacters(14, 2), mode: 'instanced' });
  const stage = createStage(crowd, 'directional');
  const left = new PerspectiveCamera(30, PICTURE.width / PICTURE.height, 0.1, 50);
  left.position.set(-5, 2, 2);
  left.lookAt(-1, 0.8, -1);
  const right = left.clone();
  right.position.set(4, 1, -5);
  right.lookAt(1.5, 0.8, 0);
  const views = [left, right];
  const alone: Uint8Array[] = [];
  for (const camera of views) {
    for (let frame = 0; frame < 2; frame++) {
      crowd.update(0, camera);
      alone[views.indexOf(camera)] = await takePicture(renderer, stage.scene, camera);
    }
  }
  expect(differingPixels(alone[0], alone[1], TOLERANCE)).toBeGreaterThan(0.1);
  for (let frame = 0; frame < 3; frame++) {
    for (const [view, camera] of views.entries()) {
      crowd.update(0, camera);
      const together = await takePicture(renderer, stage.scene, camera);
      if (frame > 0) expect(differingPixels(together, alone[view], TOLERANCE)).toBeLessThan(0.01);
    }
  }
});

testInTurn(BACKENDS, [])('without a camera everybody casts a shadow as with one, on %s', async (backend) => {
  const crowdAndShadow = (hasCamera: boolean, castShadow: boolean): Promise<Uint8Array> =>
    picture(backend, 'instanced', {
      change: ({ camera, lamp }, _, crowd) => {
        lamp.castShadow = castShadow;
        const update = crowd.update.bind(crowd);
        crowd.update = (seconds) => update(seconds, hasCamera ? camera : undefined);
      },
    });
  const [withCamera, without, unshadowed] = [
    await crowdAndShadow(true, true),
    await crowdAndShadow(false, true),
    await crowdAndShadow(true, false),
  ];
  expect(differingPixels(withCamera, unshadowed, TOLERANCE), 'there are shadows').toBeGreaterThan(0.01);
  expect(differingPixels(without, withCamera, TOLERANCE)).toBeLessThan(0.001);
});
