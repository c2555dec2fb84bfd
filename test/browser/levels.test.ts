import type { Document, Node } from '@gltf-transform/core';
import { MeshoptSimplifier } from 'meshoptimizer/simplifier';
import type { BufferGeometry, Mesh, MeshStandardMaterial, WebGLRenderer } from 'three';
import { buildCrowd, type Crowd, createCrowdFromGLTF, isCrowd, loadCrowdAssets } from 'three-crowd';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { BACKENDS, type TestRenderer } from '../support/browser/backends.js';
import { addressOf } from '../support/browser/character-file.js';
import { expectAsThree, meshesOf } from '../support/browser/draw-as-three.js';
import { createStage, differingPixels, takeCrowdPicture, takePicture } from '../support/browser/picture.js';
import { fetchSampleCrowd } from '../support/browser/sample-crowd.js';
import { sharedRenderer } from '../support/browser/shared-renderer.js';
import { addEgg, eggFile, NOD } from '../support/egg-file.js';
import { testInTurn } from '../support/in-turn.js';
import { levelFile } from '../support/level-file.js';

const SEGMENTS = 40;
const TRIANGLES = 2 * SEGMENTS * (SEGMENTS - 1);
const COUNT = 9;
/** Steps of 255 that no eye sees. */
const TOLERANCE = 8;
/** People, and the way of a camera towards them: metres. */
const DOLLY = { count: 100, distance: 20, step: 0.1, frames: 60 };
/** Of waiting for a worker to start. */
const LIMIT = { timeout: 240_000 };

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** The worker that simplifies gets its meshes when the returned function is called. */
function holdSimplifier(): () => void {
  const held: (() => void)[] = [];
  class HeldWorker extends Worker {
    readonly #isHeld: boolean;

    constructor(url: URL, options?: WorkerOptions) {
      super(url, options);
      this.#isHeld = url.href.includes('simplify-worker');
    }

    override postMessage(message: unknown, transfer: unknown = []): void {
      const send = () => super.postMessage(message, transfer as Transferable[]);
      if (this.#isHeld) held.push(send);
      else send();
    }
  }
  vi.stubGlobal('Worker', HeldWorker);
  return () => {
    expect(held).toHaveLength(1);
    for (const send of held) send();
  };
}

async function createEggs(renderer: TestRenderer): Promise<Crowd> {
  const crowd = await createCrowdFromGLTF(addressOf(await eggFile(SEGMENTS)), {
    ...{ renderer, count: COUNT, mode: 'instanced', motion: false, lodThreshold: 4 },
    onWarning: (message) => expect.unreachable(message),
  });
  onTestFinished(() => crowd.dispose());
  return crowd;
}

testInTurn(BACKENDS, [0, 2])(
  'a worker makes the levels of a file; full meshes are drawn until the update after that, on %s',
  async (backend) => {
    const renderer = await sharedRenderer(backend);
    const release = holdSimplifier();
    const here = vi.spyOn(MeshoptSimplifier, 'simplifyWithUpdate');
    const crowd = await createEggs(renderer);
    const near = await takeCrowdPicture(renderer, crowd);
    expect(crowd.stats.drawCalls).toBe(1);
    await vi.waitFor(release, LIMIT);
    await crowd.levelsReady;
    expect(crowd.stats.drawCalls).toBe(1);
    const far = await takeCrowdPicture(renderer, crowd);
    expect(crowd.stats.drawCalls).toBe(2);
    expect(here).not.toHaveBeenCalled();
    crowd.visible = false;
    const empty = await takeCrowdPicture(renderer, crowd);
    const covered = differingPixels(near, empty, TOLERANCE);
    expect(covered).toBeGreaterThan(0.05);
    expect(differingPixels(near, far, 3 * TOLERANCE)).toBeLessThan(covered / 10);
  },
);

test.each([
  ['in a worker', () => {}],
  [
    'on the main thread where the page forbids workers',
    () =>
      vi.stubGlobal('Worker', function refuse() {
        throw new DOMException('refused', 'SecurityError');
      }),
  ],
])('levels that are made %s spare triangles', async (_where, forbid) => {
  forbid();
  const renderer = (await sharedRenderer('webgl')) as WebGLRenderer;
  const crowd = await createEggs(renderer);
  await crowd.levelsReady;
  /** Counted by three, which draws a shadow of everybody, too. */
  const countTriangles = async (lodThreshold: number): Promise<number> => {
    crowd.lodThreshold = lodThreshold;
    await takeCrowdPicture(renderer, crowd);
    return renderer.info.render.triangles;
  };
  const full = await countTriangles(0);
  expect(full).toBeGreaterThanOrEqual(2 * COUNT * TRIANGLES);
  expect(await countTriangles(4)).toBeLessThan(full / 4);
});

test('a crowd that is disposed of while its levels are made makes nothing of them', async () => {
  const renderer = await sharedRenderer('webgl');
  const release = holdSimplifier();
  const crowd = await createEggs(renderer);
  await takeCrowdPicture(renderer, crowd);
  const { levelsReady } = crowd;
  const { geometries, textures } = (renderer as WebGLRenderer).info.memory;
  await vi.waitFor(release, LIMIT);
  crowd.dispose();
  await levelsReady;
  crowd.update(0);
  const after = (renderer as WebGLRenderer).info.memory;
  expect(after.geometries).toBeLessThan(geometries);
  expect(after.textures).toBeLessThanOrEqual(textures);
});

/** Eggs with fewer and fewer segments, each farther aside, so that one is told from another: metres. */
const OWN_LEVELS = [
  { name: 'middle', segments: 20, aside: 0.06 },
  { name: 'far', segments: 12, aside: 0.2 },
];
/** Pixels of the picture in a metre at the character's distance. */
const PIXELS_A_METRE = 82;

const OWN_CASES = BACKENDS.flatMap((backend) =>
  (
    [
      ['egg', 0],
      ['egg', 0.03],
      ['middle', 0.11],
      ['far', 0.5],
    ] as const
  ).map(([name, metres]) => [name, metres, backend] as const),
);

testInTurn(OWN_CASES, [0, 2, 7, 8])(
  'a file with levels of its own is drawn as three draws its node "%s", where %s m are below the threshold, on %s',
  async (name, metres, backend) => {
    const file = await eggFile(SEGMENTS, (document, egg) => {
      for (const level of OWN_LEVELS) addEgg(document, egg, level.name, level.segments, level.aside);
    });
    const expected = await eggFile(SEGMENTS, (document, egg) => {
      const level = OWN_LEVELS.find((own) => own.name === name);
      if (!level) return;
      addEgg(document, egg, level.name, level.segments, level.aside);
      egg.dispose();
    });
    const names = OWN_LEVELS.map((level) => level.name);
    await expectAsThree(backend, levelFile(file, 'egg', names), {
      covers: 0.1,
      clip: NOD,
      expected,
      options: { lodThreshold: metres * PIXELS_A_METRE },
    });
  },
);

const COLOR_CASES = BACKENDS.flatMap((backend) =>
  ([undefined, '#2f5aa8'] as const).map((tint) => [tint, backend] as const),
);

testInTurn(COLOR_CASES, [0, 3, 4])(
  'the levels of a file of one plain colour are drawn with the tint "%s" as three draws them, on %s',
  async (tint, backend) => {
    const fileOf = (addFar: (document: Document, egg: Node) => void) =>
      eggFile(SEGMENTS, (document, egg) => {
        const [primitive] = egg.getMesh()!.listPrimitives();
        primitive.getMaterial()!.setBaseColorFactor([0.6, 0.1, 0.1, 1]);
        addFar(document, egg);
      });
    const [, { name, segments, aside }] = OWN_LEVELS;
    const file = await fileOf((document, egg) => addEgg(document, egg, name, segments, aside));
    const expected = await fileOf((document, egg) => {
      addEgg(document, egg, name, segments, aside);
      egg.dispose();
    });
    await expectAsThree(backend, levelFile(file, 'egg', [name]), {
      ...{ covers: 0.1, clip: NOD, expected, options: { lodThreshold: 0.5 * PIXELS_A_METRE } },
      change: (_stage, character) => {
        if (!tint) return;
        if (isCrowd(character)) character.setColors(0, { garment: tint });
        else
          for (const { material } of meshesOf<Mesh<BufferGeometry, MeshStandardMaterial>>(character))
            material.color.set(tint);
      },
    });
  },
);

test('while a camera slowly comes nearer, pixels change as little as with full meshes', {
  tags: ['nightly'],
}, async () => {
  const renderer = await sharedRenderer('webgl');
  const { assets, characters, shared_parts: sharedParts } = await fetchSampleCrowd('cr_Market1k');
  const crowd = await buildCrowd({
    ...{ renderer, sharedParts, mode: 'instanced', motion: false },
    assets: await loadCrowdAssets(assets),
    characters: characters.slice(0, DOLLY.count),
  });
  onTestFinished(() => crowd.dispose());
  const { scene, camera, lamp } = createStage(crowd, 'directional');
  lamp.castShadow = false;
  const triangles = new Set<number>();
  /** Changes of a pixel from one frame to the next, of 255: the largest, and the mean over all frames. */
  const dolly = async (): Promise<{ largest: number; mean: number }> => {
    let last: Uint8Array | undefined;
    let [largest, sum] = [0, 0];
    for (let frame = 0; frame <= DOLLY.frames; frame++) {
      camera.position.set(0, 5, DOLLY.distance - frame * DOLLY.step);
      camera.lookAt(0, 1, 0);
      camera.updateMatrixWorld();
      crowd.update(0, camera);
      const picture = await takePicture(renderer, scene, camera);
      triangles.add((renderer as WebGLRenderer).info.render.triangles);
      for (let k = 0; last && k < picture.length; k++) {
        const change = Math.abs(picture[k] - last[k]);
        largest = Math.max(largest, change);
        sum += change;
      }
      last = picture;
    }
    return { largest, mean: sum / (DOLLY.frames * last!.length) };
  };
  await dolly();
  await crowd.levelsReady;
  triangles.clear();
  const levels = await dolly();
  // Levels have changed on the way, often.
  expect(triangles.size).toBeGreaterThan(10);
  crowd.lodThreshold = 0;
  const full = await dolly();
  expect(full.mean).toBeGreaterThan(0.05);
  expect(levels.largest / full.largest).toBeLessThanOrEqual(1.2);
  expect(levels.mean / full.mean).toBeLessThanOrEqual(1.2);
});
