import type { Mesh } from 'three';
import { type BackendName, type Crowd, type CrowdResponse, createCrowd, loadCrowdAssets } from 'three-crowd';
import { walkSpeed } from 'three-crowd/generate';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { mulberry32 } from '../../src/math/index.js';
import { BACKENDS, type TestRenderer } from '../support/browser/backends.js';
import { greatestDistance } from '../support/browser/greatest-distance.js';
import { loadClip, posedByThree, spawnClip } from '../support/browser/posed-by-three.js';
import { readPosedPositions } from '../support/browser/posed-positions.js';
import { fetchSampleCrowd } from '../support/browser/sample-crowd.js';
import { sharedRenderer } from '../support/browser/shared-renderer.js';

const SEED = 7;

let teahouse: CrowdResponse;

beforeAll(async () => {
  teahouse = await fetchSampleCrowd();
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
