import type { Mesh } from 'three';
import {
  type BackendName,
  type Crowd,
  type CrowdProgress,
  type CrowdResponse,
  createCrowd,
  loadCrowdAssets,
} from 'three-crowd';
import { walkSpeed } from 'three-crowd/generate';
import { afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { mulberry32 } from '../../src/math/index.js';
import { BACKENDS, type TestRenderer } from '../support/browser/backends.js';
import { greatestDistance } from '../support/browser/greatest-distance.js';
import { loadClip, posedByThree, spawnClip } from '../support/browser/posed-by-three.js';
import { readPosedPositions } from '../support/browser/posed-positions.js';
import { fetchSampleCrowd } from '../support/browser/sample-crowd.js';
import { sharedRenderer } from '../support/browser/shared-renderer.js';

const SEED = 7;
const baseUrl = inject('baseUrl');
const apiKey = inject('sampleKey');

let teahouse: CrowdResponse;

beforeAll(async () => {
  teahouse = await fetchSampleCrowd();
});

function requestsOf(name: string): number {
  return performance.getEntriesByType('resource').filter(({ name: url }) => url.endsWith(name)).length;
}

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

test('three crowds fetch the master GLB once, and progress ends at 1 without going back', {
  tags: ['nightly'],
}, async () => {
  performance.clearResourceTimings();
  const renderer = await sharedRenderer('webgl');
  const progress: CrowdProgress[] = [];
  const crowds = await Promise.all(
    ['cr_Teahouse', 'cr_Court150', 'cr_Hillside'].map((crowdId) =>
      createCrowd({
        baseUrl,
        apiKey,
        crowdId,
        renderer,
        mode: 'instanced',
        ...(crowdId === 'cr_Court150' ? { onProgress: (report) => progress.push(report) } : {}),
      }),
    ),
  );
  expect(crowds.map(({ size }) => size)).toEqual([24, 150, 300]);
  // The far draw among them, whatever is near and far.
  for (const { stats } of crowds) expect(stats.drawCalls).toBeLessThanOrEqual(36);
  expect(requestsOf('skeleton.glb')).toBe(1);
  expect(progress.at(-1)).toEqual({ fraction: 1, stage: 'ready' });
  const fractions = progress.map(({ fraction }) => fraction);
  expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
  expect(fractions.length).toBeGreaterThan(3);
  for (const crowd of crowds) crowd.dispose();
});
