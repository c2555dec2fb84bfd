import { type PerspectiveCamera, type Scene, Vector3, type WebGLRenderer } from 'three';
import type { BackendName, Crowd, CrowdMode, FurtherRenderer } from 'three-crowd';
import { expect, test } from 'vitest';
import { createRenderer, type TestRenderer } from '../support/browser/backends.js';
import { figureCharacters } from '../support/browser/figure.js';
import { figureCrowd } from '../support/browser/figure-crowd.js';
import { createStage, differingPixels, takePicture } from '../support/browser/picture.js';
import { testInTurn } from '../support/in-turn.js';

const TOLERANCE = 8;
/** Who is a hero. */
const HERO = 3;

const PAIRS: readonly (readonly [BackendName, BackendName, CrowdMode])[] = [
  ['webgl', 'webgpu-webgl2', 'instanced'],
  ['webgpu', 'webgl', 'clones'],
  ['webgl', 'webgl', 'instanced'],
  ['webgpu', 'webgpu', 'instanced'],
  ['webgpu', 'webgl', 'instanced'],
  ['webgl', 'webgpu', 'clones'],
];

function createCrowd(renderer: TestRenderer, mode: CrowdMode): Promise<Crowd> {
  return figureCrowd(renderer, { characters: figureCharacters(8, 4), mode });
}

/** What happens to the crowd: of everything that a drawing has to take over, something. */
function change(crowd: Crowd): void {
  crowd.setTransform(0, { x: 0, z: 2 });
  crowd.setColors([1, HERO], { garment: '#c02040' });
  crowd.setOpacity(2, 0.5);
  crowd.removeCharacters(5);
  // More than there is room for, and somebody in another body.
  crowd.addCharacters(figureCharacters(9, 6));
}

/**
 * A scene of three with a second camera, which looks down from the other side. Each has a lamp of its own, since three's
 * WebGPURenderer (r187) takes the shadow map of a light away from another renderer.
 */
function createViews(crowd: Crowd): {
  readonly scene: Scene;
  readonly camera: PerspectiveCamera;
  readonly bird: PerspectiveCamera;
} {
  const { scene, camera, lamp } = createStage(crowd, 'directional');
  const bird = camera.clone();
  bird.position.set(-3, 7, -6);
  bird.lookAt(new Vector3());
  const birdLamp = lamp.clone();
  camera.userData['lamp'] = lamp;
  bird.userData['lamp'] = birdLamp;
  scene.add(birdLamp);
  return { scene, camera, bird };
}

/** Has the lamp shine that belongs to a camera. */
function lightFor(scene: Scene, camera: PerspectiveCamera): void {
  for (const light of scene.getObjectsByProperty('isDirectionalLight', true)) {
    light.visible = light === camera.userData['lamp'];
  }
}

/** A picture: the second of two, since three draws a shadow map once an animation tick. */
async function shoot(
  renderer: TestRenderer,
  scene: Scene,
  camera: PerspectiveCamera,
  update: () => void,
): Promise<Uint8Array> {
  lightFor(scene, camera);
  update();
  await takePicture(renderer, scene, camera);
  update();
  return takePicture(renderer, scene, camera);
}

/** Pictures of a crowd that one renderer alone draws, before and after the changes. */
async function shootAlone(
  renderer: TestRenderer,
  mode: CrowdMode,
  from: 'camera' | 'bird',
): Promise<{ readonly before: Uint8Array; readonly after: Uint8Array; readonly empty: Uint8Array }> {
  const crowd = await createCrowd(renderer, mode);
  const { scene, [from]: camera } = createViews(crowd);
  await crowd.promote(HERO);
  const take = (): Promise<Uint8Array> => shoot(renderer, scene, camera, () => crowd.update(0, camera));
  crowd.update(0.8, camera);
  const before = await take();
  change(crowd);
  crowd.update(0.4, camera);
  const after = await take();
  crowd.visible = false;
  const empty = await take();
  crowd.dispose();
  return { before, after, empty };
}

testInTurn(PAIRS, [])(
  'one crowd is drawn by %s and by %s as each alone draws it, as %s',
  async (firstName, secondName, mode) => {
    const first = await createRenderer(firstName);
    const second = await createRenderer(secondName);
    const alone = {
      first: await shootAlone(first, mode, 'camera'),
      second: await shootAlone(second, mode, 'bird'),
    };
    for (const { before, after, empty } of Object.values(alone)) {
      expect(differingPixels(before, empty, TOLERANCE)).toBeGreaterThan(0.03);
      expect(differingPixels(before, after, TOLERANCE)).toBeGreaterThan(0.02);
    }

    const crowd = await createCrowd(first, mode);
    const { scene, camera, bird } = createViews(crowd);
    await crowd.promote(HERO);
    const further = await crowd.addRenderer(second);
    const takeBoth = async (): Promise<Uint8Array[]> => [
      await shoot(first, scene, camera, () => crowd.update(0, camera)),
      await shoot(second, scene, bird, () => further.update(bird)),
      await shoot(first, scene, camera, () => crowd.update(0, camera)),
    ];
    crowd.update(0.8, camera);
    const [before, birdBefore, again] = await takeBoth();
    expect(differingPixels(before, alone.first.before, TOLERANCE), 'first').toBeLessThan(0.002);
    expect(differingPixels(again, alone.first.before, TOLERANCE), 'first again').toBeLessThan(0.002);
    expect(differingPixels(birdBefore, alone.second.before, TOLERANCE), 'second').toBeLessThan(0.002);

    change(crowd);
    crowd.update(0.4, camera);
    const [after, birdAfter] = await takeBoth();
    expect(differingPixels(after, alone.first.after, TOLERANCE), 'first, changed').toBeLessThan(0.002);
    expect(differingPixels(birdAfter, alone.second.after, TOLERANCE), 'second, changed').toBeLessThan(0.002);

    further.dispose();
    further.update(bird);
    const left = await shoot(first, scene, camera, () => crowd.update(0, camera));
    expect(differingPixels(left, alone.first.after, TOLERANCE), 'first, alone again').toBeLessThan(0.002);
  },
);

test('on webgl nothing is left of a crowd that was removed or disposed of', async () => {
  const first = (await createRenderer('webgl')) as WebGLRenderer;
  const second = (await createRenderer('webgl')) as WebGLRenderer;
  const crowd = await createCrowd(first, 'instanced');
  const { scene, camera, bird } = createViews(crowd);
  const drawBoth = async (further: FurtherRenderer): Promise<void> => {
    await shoot(first, scene, camera, () => crowd.update(0, camera));
    await shoot(second, scene, bird, () => further.update(bird));
  };
  crowd.visible = false;
  lightFor(scene, bird);
  await takePicture(second, scene, bird);
  const empty = { ...second.info.memory };
  crowd.visible = true;
  const further = await crowd.addRenderer(second);
  await crowd.promote(HERO);
  await drawBoth(further);
  const full = { ...second.info.memory };
  expect(full.geometries).toBeGreaterThan(empty.geometries + 4);
  expect(full.textures).toBeGreaterThan(empty.textures + 4);

  further.dispose();
  expect(second.info.memory).toEqual(empty);
  await drawBoth(await crowd.addRenderer(second));
  expect(second.info.memory).toEqual(full);
  crowd.dispose();
  expect(first.info.memory).toEqual(empty);
  expect(second.info.memory).toEqual(empty);
});

test('on webgl a lost context leaves the other renderer its picture, and its own comes back', async () => {
  const first = (await createRenderer('webgl')) as WebGLRenderer;
  const second = (await createRenderer('webgl')) as WebGLRenderer;
  const crowd = await createCrowd(first, 'instanced');
  const { scene, camera, bird } = createViews(crowd);
  const further = await crowd.addRenderer(second);
  crowd.update(0.8, camera);
  const takeFirst = (): Promise<Uint8Array> => shoot(first, scene, camera, () => crowd.update(0, camera));
  const takeSecond = (): Promise<Uint8Array> => shoot(second, scene, bird, () => further.update(bird));
  const [before, birdBefore] = [await takeFirst(), await takeSecond()];
  crowd.visible = false;
  expect(differingPixels(birdBefore, await takeSecond(), TOLERANCE)).toBeGreaterThan(0.03);
  crowd.visible = true;

  const context = second.getContext().getExtension('WEBGL_lose_context')!;
  const lost = new Promise((resolve) => second.domElement.addEventListener('webglcontextlost', resolve));
  context.loseContext();
  await lost;
  expect(differingPixels(await takeFirst(), before, TOLERANCE)).toBe(0);
  const restored = new Promise((resolve) =>
    second.domElement.addEventListener('webglcontextrestored', resolve),
  );
  context.restoreContext();
  await restored;
  expect(differingPixels(await takeSecond(), birdBefore, TOLERANCE)).toBe(0);
});

test('webgl refuses a renderer that draws the crowd already', async () => {
  const renderer = await createRenderer('webgl');
  const crowd = await createCrowd(renderer, 'instanced');
  await expect(crowd.addRenderer(renderer)).rejects.toThrow('draws the crowd already');
  const second = await createRenderer('webgl');
  await crowd.addRenderer(second);
  await expect(crowd.addRenderer(second)).rejects.toThrow('draws the crowd already');
});
