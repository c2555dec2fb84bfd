import type { BufferGeometry, Mesh } from 'three';
import { type CrowdResponse, loadCrowdAssets } from 'three-crowd';
import { beforeAll, expect, test } from 'vitest';
import { ClipRegistry } from '../../src/render/characters/clip-registry.js';
import { CurrentBackend } from '../../src/render/current-backend.js';
import { createPosedAssets } from '../../src/render/posed-assets.js';
import { boundClips } from '../../src/render/poses/clip-bounds.js';
import { CpuPose } from '../../src/render/poses/cpu-pose.js';
import { skinVertices } from '../../src/render/poses/skin-vertices.js';
import { BACKENDS } from '../support/browser/backends.js';
import { greatestDistance } from '../support/browser/greatest-distance.js';
import { readPosedPositions } from '../support/browser/posed-positions.js';
import { fetchSampleCrowd } from '../support/browser/sample-crowd.js';
import { sharedRenderer } from '../support/browser/shared-renderer.js';
import { layeredTable } from '../support/render/random-layers.js';

const SEED = 13;
const COUNT = 20;
/** Seconds of the crowd's clock: in the middle of the fades. */
const NOW = 0.1;
/** Metres by which a GPU may differ from the CPU. */
const TOLERANCE = 1e-4;

let teahouse: CrowdResponse;

beforeAll(async () => {
  teahouse = await fetchSampleCrowd();
});

test.each(BACKENDS)(
  `%s: feet, hips, heads and upper bodies are posed as on the CPU (seed ${SEED})`,
  async (name) => {
    const renderer = await sharedRenderer(name);
    const backend = await CurrentBackend.of(renderer);
    const assets = await loadCrowdAssets(teahouse.assets);
    const bounded = boundClips(assets.boneTexture, assets.parts);
    const clips = new ClipRegistry(bounded.manifest);
    const posed = createPosedAssets(assets, bounded, clips);
    const numbers = {
      walk: clips.find('walk'),
      other: clips.find('idle'),
      upper: clips.find('idle_scratch'),
    };
    const table = layeredTable(COUNT, numbers, SEED);
    const body = assets.parts.get(teahouse.characters[0].body_id)!;
    const lists = [0, 1].map(() => ({ part: body, tint: 'garment' as const, kind: 0, capacity: COUNT * 2 }));
    const crowd = backend.createInstancedCrowd({
      table,
      boneTexture: posed.boneTexture,
      localPoses: posed.localPoses(),
      parts: { parts: lists, shared: [] },
      castShadow: false,
      receiveShadow: false,
      onWarning: (message) => expect.unreachable(message),
    });
    crowd.update({ seconds: NOW, camera: undefined, lodThreshold: 0 });
    const mesh = crowd.object.getObjectByName(body.name) as Mesh;
    const seen = await readPosedPositions(renderer, mesh, COUNT);

    const pose = new CpuPose({
      table,
      clips: clips.infos,
      boneTexture: posed.boneTexture,
      skin: assets.skin,
      localPoses: posed.localPoses(),
    });
    const matrices = new Float64Array(assets.skin.joints.length * 12);
    const geometry = body.geometry as BufferGeometry;
    const expected = Array.from({ length: COUNT }, (_, i) => {
      pose.skinMatrices(i, NOW, matrices);
      const positions = new Float64Array(geometry.getAttribute('position').count * 3);
      skinVertices(geometry, matrices, positions);
      return Float32Array.from(positions);
    });
    // WebGPU gives out slots in any order.
    const size = expected[0].length;
    const matched = Array.from({ length: COUNT }, (_, slot) => {
      const distances = expected.map((positions) => greatestDistance(seen, slot * size, positions));
      const distance = Math.min(...distances);
      return { row: distances.indexOf(distance), distance };
    });
    expect(new Set(matched.map(({ row }) => row)).size).toBe(COUNT);
    const largest = Math.max(...matched.map(({ distance }) => distance));
    expect(largest).toBeLessThan(TOLERANCE);

    // Without layers everybody stands elsewhere, or the test has compared nothing.
    const plain = new CpuPose({
      table: layeredTable(COUNT, numbers, SEED),
      clips: clips.infos,
      boneTexture: posed.boneTexture,
      skin: assets.skin,
      localPoses: { ...posed.localPoses()!, limbs: undefined },
    });
    const moved = expected.map((positions, i) => {
      plain.skinMatrices(i, NOW, matrices);
      const unmoved = new Float64Array(size);
      skinVertices(geometry, matrices, unmoved);
      return greatestDistance(Float32Array.from(unmoved), 0, positions);
    });
    expect(Math.max(...moved)).toBeGreaterThan(0.05);
    crowd.dispose();
    assets.dispose();
  },
);
