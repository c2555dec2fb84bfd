import {
  Color,
  DirectionalLight,
  HemisphereLight,
  type Material,
  Mesh,
  MeshStandardMaterial,
  PerspectiveCamera,
  PlaneGeometry,
  Scene,
  Vector3,
} from 'three';
import { CSM } from 'three/addons/csm/CSM.js';
import { CSMShadowNode } from 'three/addons/csm/CSMShadowNode.js';
import type { BackendName, CrowdMode } from 'three-crowd';
import { expect, test } from 'vitest';
import { mulberry32 } from '../../src/math/index.js';
import type { Character } from '../../src/protocol/index.js';
import { BACKENDS, createRenderer } from '../support/browser/backends.js';
import { figureCharacters } from '../support/browser/figure.js';
import { figureCrowd } from '../support/browser/figure-crowd.js';
import { differingPixels, PICTURE, takePicture } from '../support/browser/picture.js';
import { testInTurn } from '../support/in-turn.js';

const TOLERANCE = 8;
const SEED = 11;
/** Metres from the camera to the farthest shadow. */
const FARTHEST = 40;
/** Where each cascade ends, as shares of that. */
const BREAKS = [0.32, 0.6, 1];
/** Metres that a shadow's depth spans. */
const LIGHT_RANGE = 100;
const BIAS = -0.0005;
/** From where the light comes, low enough for shadows as long as people are tall. */
const SUN = new Vector3(1, 0.7, 0.4).normalize();

const SPLITS = {
  cascades: BREAKS.length,
  maxFar: FARTHEST,
  mode: 'custom' as const,
  customSplitsCallback: (_count: number, _near: number, _far: number, breaks: number[]) => {
    breaks.push(...BREAKS);
  },
  lightMargin: 20,
};

interface Shot {
  readonly backend: BackendName;
  readonly mode: CrowdMode;
  readonly castShadow?: boolean;
  readonly characters?: readonly Character[];
  readonly lodThreshold?: number;
}

function createCamera(): PerspectiveCamera {
  const camera = new PerspectiveCamera(35, PICTURE.width / PICTURE.height, 1, FARTHEST);
  camera.position.set(0, 9, 12);
  camera.lookAt(0, 0, -4);
  camera.updateMatrixWorld();
  return camera;
}

/** A street through all cascades. */
function streetCharacters(): Character[] {
  const random = mulberry32(SEED);
  return figureCharacters(40, SEED).map((character) => ({
    ...character,
    x: (random() - 0.3) * 24,
    z: 7 - random() * 28,
  }));
}

/** A row through all cascades, just beyond the edge of the picture that the light comes from. */
function charactersOutside(): Character[] {
  const camera = createCamera();
  return figureCharacters(14, SEED).map((character, i) => {
    const z = 6 - i * 1.8;
    const { z: depth } = new Vector3(0, 0, z).project(camera);
    return { ...character, x: new Vector3(1, 0, depth).unproject(camera).x + 0.9, z };
  });
}

/** The third frame. */
async function picture(shot: Shot): Promise<Uint8Array> {
  return (await pictures(shot))[2];
}

/** Three frames; in the second one the camera is elsewhere. */
async function pictures({
  backend,
  mode,
  castShadow = true,
  characters = streetCharacters(),
  lodThreshold = 0,
}: Shot): Promise<Uint8Array[]> {
  const renderer = await createRenderer(backend);
  const scene = new Scene();
  scene.background = new Color('#c9cfd2');
  scene.add(new HemisphereLight('#ffffff', '#887766', 1.5));
  const ground = new Mesh(new PlaneGeometry(90, 90), new MeshStandardMaterial({ color: '#b3a993' }));
  ground.rotation.x = -Math.PI / 2;
  ground.receiveShadow = true;
  scene.add(ground);
  const camera = createCamera();
  const cascades = backend === 'webgl' ? createClassicCascades(scene, camera) : createNodeCascades(scene);
  cascades.setUp(ground.material);
  const crowd = await figureCrowd(renderer, {
    characters,
    mode,
    lodThreshold,
    castShadow,
    material: (_part, material) => cascades.setUp(material.clone()),
  });
  scene.add(crowd);
  crowd.update(1.3);
  const taken: Uint8Array[] = [];
  const { position } = camera;
  for (const x of [0, 500, 0]) {
    position.x = x;
    camera.updateMatrixWorld();
    cascades.update();
    crowd.update(0, camera);
    taken.push(await takePicture(renderer, scene, camera));
  }
  crowd.dispose();
  renderer.dispose();
  return taken;
}

interface Cascades {
  setUp<M extends Material>(material: M): M;
  update(): void;
}

function createClassicCascades(scene: Scene, camera: PerspectiveCamera): Cascades {
  const cascades = new CSM({
    parent: scene,
    camera,
    ...SPLITS,
    shadowMapSize: 512,
    shadowBias: BIAS,
    lightNear: 1,
    lightFar: LIGHT_RANGE,
    lightDirection: SUN.clone().negate(),
    lightIntensity: 2.5,
  });
  return {
    setUp: (material) => {
      cascades.setupMaterial(material);
      return material;
    },
    update: () => cascades.update(),
  };
}

function createNodeCascades(scene: Scene): Cascades {
  const sun = new DirectionalLight('#ffffff', 2.5);
  sun.position.copy(SUN);
  sun.castShadow = true;
  sun.shadow.mapSize.set(512, 512);
  sun.shadow.bias = BIAS;
  sun.shadow.camera.near = 1;
  sun.shadow.camera.far = LIGHT_RANGE;
  const cascades = new CSMShadowNode(sun, {
    ...SPLITS,
  });
  (sun.shadow as unknown as { shadowNode: CSMShadowNode }).shadowNode = cascades;
  scene.add(sun, sun.target);
  return { setUp: (material) => material, update: () => {} };
}

/** The rows of the picture in which a cascade has its ground. */
function rowsOf(cascade: number): { first: number; end: number } {
  const camera = createCamera();
  const forward = camera.getWorldDirection(new Vector3());
  const rowAt = (share: number): number => {
    // Where the middle of the picture's ground is so far from the camera.
    const depth = share * FARTHEST;
    const z = camera.position.z + (depth + forward.y * camera.position.y) / forward.z;
    const { y } = new Vector3(0, 0, z).project(camera);
    return Math.round(((1 - y) / 2) * PICTURE.height);
  };
  return {
    first: Math.max(0, rowAt(BREAKS[cascade])),
    end: cascade === 0 ? PICTURE.height : rowAt(BREAKS[cascade - 1]),
  };
}

function rows(pixels: Uint8Array, { first, end }: { first: number; end: number }): Uint8Array {
  return pixels.subarray(first * PICTURE.width * 4, end * PICTURE.width * 4);
}

testInTurn(BACKENDS, [2])('every cascade is cast into as clones do, on %s', async (backend) => {
  const clones = await picture({ backend, mode: 'clones' });
  const instanced = await picture({ backend, mode: 'instanced' });
  const shadowless = await picture({ backend, mode: 'instanced', castShadow: false });
  for (const cascade of BREAKS.keys()) {
    const band = rowsOf(cascade);
    expect(band.end - band.first, `rows of cascade ${cascade}`).toBeGreaterThan(10);
    expect(
      differingPixels(rows(instanced, band), rows(shadowless, band), TOLERANCE),
      `shadows in cascade ${cascade}`,
    ).toBeGreaterThan(0.005);
  }
  expect(differingPixels(instanced, clones, TOLERANCE)).toBeLessThan(0.01);
  // The figure's far parts are its near ones.
  const far = await picture({ backend, mode: 'instanced', lodThreshold: 10 });
  expect(differingPixels(far, clones, TOLERANCE), 'far').toBeLessThan(0.01);
});

testInTurn(BACKENDS, [])(
  'characters out of sight cast shadows into visible cascades, on %s',
  async (backend) => {
    const shot = { backend, characters: charactersOutside() };
    const clones = await picture({ ...shot, mode: 'clones' });
    const [first, , instanced] = await pictures({ ...shot, mode: 'instanced' });
    expect(differingPixels(first, instanced, 0), 'the first frame, and the first after a jump').toBe(0);
    const shadowless = await picture({ ...shot, mode: 'instanced', castShadow: false });
    for (const cascade of BREAKS.keys()) {
      const band = rowsOf(cascade);
      expect(
        differingPixels(rows(instanced, band), rows(shadowless, band), TOLERANCE),
        `shadows in cascade ${cascade}`,
      ).toBeGreaterThan(0.002);
    }
    expect(differingPixels(instanced, clones, TOLERANCE)).toBeLessThan(0.002);
  },
);

test('people are lit by their own cascade alone, whatever draws them', { tags: ['nightly'] }, async () => {
  const [reference, ...others] = await Promise.all(
    BACKENDS.map((backend) => picture({ backend, mode: 'instanced' })),
  );
  // three snaps the cascades of its two renderers to different texels, which moves the edges of shadows.
  for (const other of others) expect(differingPixels(other, reference, TOLERANCE)).toBeLessThan(0.02);
});
