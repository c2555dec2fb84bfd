import { type Mesh, PerspectiveCamera, SRGBColorSpace, Vector3, WebGLRenderTarget } from 'three';
import { type BackendName, type Crowd, type CrowdResponse, createCrowd, loadCrowdAssets } from 'three-crowd';
import { walkSpeed } from 'three-crowd/generate';
import { CLIP_NAMES, parseManifest } from 'three-crowd/protocol';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { commands } from 'vitest/browser';
import { mulberry32 } from '../../src/math/index.js';
import { BACKENDS, readPixels, type TestRenderer } from '../support/browser/backends.js';
import { greatestDistance } from '../support/browser/greatest-distance.js';
import { createStage } from '../support/browser/picture.js';
import { loadClip, posedByThree, spawnClip } from '../support/browser/posed-by-three.js';
import { readPosedPositions } from '../support/browser/posed-positions.js';
import { fetchSampleCrowd } from '../support/browser/sample-crowd.js';
import { sharedRenderer } from '../support/browser/shared-renderer.js';

const SEED = 7;

let teahouse: CrowdResponse;

beforeAll(async () => {
  // posedByThree knows no builds, which have tests of their own.
  const { builds: _, ...response } = await fetchSampleCrowd();
  teahouse = response;
});

describe.each(BACKENDS)('the sample crowd on %s', (backend: BackendName) => {
  let renderer: TestRenderer;
  const crowds: Crowd[] = [];

  beforeAll(async () => {
    renderer = await sharedRenderer(backend);
  });

  afterEach(() => {
    for (const crowd of crowds.splice(0)) crowd.dispose();
  });

  async function create(options: Partial<Parameters<typeof createCrowd>[0]> = {}): Promise<Crowd> {
    const crowd = await createCrowd({
      response: teahouse,
      renderer,
      mode: 'instanced',
      motion: false,
      lodThreshold: 0,
      ...options,
    });
    crowds.push(crowd);
    return crowd;
  }

  /** Pairs of a character and a moment, on baked frames or between them. */
  for (const { pairs, when, between, tags } of [
    { pairs: 10, when: 'between baked frames', between: 1, tags: [] },
    { pairs: 30, when: 'between baked frames', between: 1, tags: ['nightly'] },
    { pairs: 30, when: 'on baked frames', between: 0, tags: ['nightly'] },
  ]) {
    test(`stands as three's own SkinnedMesh would, ${pairs} times ${when} (seed ${SEED})`, {
      tags,
    }, async () => {
      const crowd = await create();
      let now = 0;
      const assets = await loadCrowdAssets(teahouse.assets);
      const { clipInfo, bakeFps } = assets.boneTexture.manifest;
      const random = mulberry32(SEED);
      let largest = 0;
      for (let pair = 0; pair < pairs; pair++) {
        const character = teahouse.characters[Math.floor(random() * teahouse.characters.length)];
        const clip = clipInfo.find(({ name }) => name === spawnClip(character));
        if (!clip) throw new Error('no clip');
        // The next moment at which this character stands there.
        const frame = Math.floor(random() * clip.frameCount) + between * random();
        const speed = character.anim_clip === 'walk' ? walkSpeed(teahouse.recipe, character.index) : 1;
        const turns = frame / clip.frameCount - character.phase;
        const period = clip.duration / speed;
        const seconds = (turns - Math.floor(turns)) * period;
        const moment = seconds + Math.ceil(Math.max(0, now - seconds) / period) * period;
        crowd.update(moment - now);
        now = moment;
        const part = character.body_id;
        const wearers = teahouse.characters.filter(({ body_id }) => body_id === part).length;
        const posed = await readPosedPositions(renderer, crowd.getObjectByName(part) as Mesh, wearers);
        const played = await loadClip(teahouse.assets, assets, spawnClip(character));
        const expected = posedByThree(assets, played, part, character, frame / clip.frameCount);
        expect(frame / bakeFps).toBeLessThanOrEqual(clip.duration);
        // The GPU lists instances in any order; the nearest is this character, since nobody stands where another does.
        let error = Number.POSITIVE_INFINITY;
        for (let i = 0; i < wearers; i++)
          error = Math.min(error, greatestDistance(posed, i * expected.length, expected));
        largest = Math.max(largest, error);
      }
      assets.dispose();
      expect(largest).toBeLessThan(backend === 'webgpu' ? 0.0005 : 0.001);
    });
  }
});

/** Pixels of the contact sheet. */
const [WIDTH, HEIGHT] = [2600, 1000];

test('a contact sheet in test/output has every clip on five characters, near', {
  tags: ['nightly'],
}, async () => {
  const { assets } = teahouse;
  const { clips = {} } = parseManifest(await (await fetch(assets.manifest_json)).json());
  const names = [...CLIP_NAMES, ...Object.keys(clips)];
  const slots = ['court_lady', 'official', 'soldier', 'porter', 'townswoman'].flatMap((bucket, row) =>
    names.map((clip, column) => {
      return { x: 1.2 * (column - (names.length - 1) / 2), z: 3.2 * (row - 2), bucket, clip, phase: 0.3 };
    }),
  );
  const renderer = await sharedRenderer('webgl');
  const recipe = { size: slots.length, scene: { slots } };
  const crowd = await createCrowd({
    recipe,
    assets,
    renderer,
    mode: 'instanced',
    lodThreshold: 0,
    motion: false,
  });
  const { scene } = createStage(crowd, 'directional');
  // From far away, so that all are seen from the same direction.
  const camera = new PerspectiveCamera(9.6, WIDTH / HEIGHT, 1, 200);
  camera.position.set(0, 36, 62);
  camera.lookAt(0, 0.8, 0);
  crowd.update(0, camera);
  const target = new WebGLRenderTarget(WIDTH, HEIGHT, { samples: 4, colorSpace: SRGBColorSpace });
  const takeSheet = async () => {
    renderer.setRenderTarget(target as never);
    renderer.render(scene, camera);
    renderer.setRenderTarget(null);
    return (await readPixels(renderer, target)) as Uint8Array;
  };
  const sheet = await takeSheet();
  crowd.visible = false;
  const empty = await takeSheet();
  target.dispose();
  crowd.dispose();
  await commands.writeFile('test/output/contact-sheet.png', await encodePng(sheet), 'base64');
  for (const { x, z, bucket, clip } of slots) {
    const belly = new Vector3(x, 0.8, z).project(camera);
    expect(Math.max(Math.abs(belly.x), Math.abs(belly.y)), `${bucket} ${clip}`).toBeLessThan(1);
    const [column, row] = [(belly.x + 1) * (WIDTH / 2), (belly.y + 1) * (HEIGHT / 2)].map(Math.floor);
    const at = 4 * (row * WIDTH + column);
    expect([...sheet.slice(at, at + 3)], `${bucket} ${clip}`).not.toEqual([...empty.slice(at, at + 3)]);
  }
});

/** A picture whose first row is at the bottom, as the base64 of a PNG. */
async function encodePng(pixels: Uint8Array): Promise<string> {
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d')!;
  context.putImageData(new ImageData(new Uint8ClampedArray(pixels), WIDTH, HEIGHT), 0, 0);
  context.globalCompositeOperation = 'copy';
  context.setTransform(1, 0, 0, -1, 0, HEIGHT);
  context.drawImage(canvas, 0, 0);
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
  return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''));
}
