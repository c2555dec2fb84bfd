import { BufferAttribute, MeshStandardMaterial, SkinnedMesh, SphereGeometry } from 'three';
import { simplify } from '../../src/assets/simplify/simplify-in-worker.js';
import type { SimplifyJob } from '../../src/assets/simplify/simplify-job.js';
import { createFarLevels } from '../../src/render/drawing/far-levels.js';

/**
 * Processor time that the levels of detail of a sphere take from the main thread of a page: to hand the mesh to the worker,
 * and to merge the levels that it sends. `simplified` is the worker's part.
 *
 * `npx tsx bench/micro/levels.bench.ts`
 */

const HEIGHT = 1.7;
const ROUNDS = 7;

function createParts(segments: number) {
  const geometry = new SphereGeometry(HEIGHT / 2, segments, segments);
  const { count } = geometry.getAttribute('position');
  const weights = Float32Array.from({ length: count * 4 }, (_, k) => (k % 4 === 0 ? 1 : 0));
  geometry.setAttribute('skinIndex', new BufferAttribute(new Uint8Array(count * 4), 4));
  geometry.setAttribute('skinWeight', new BufferAttribute(weights, 4));
  const mesh = new SkinnedMesh(geometry);
  const part = { name: 'sphere', geometry, material: new MeshStandardMaterial(), mesh, tintMask: false };
  return { parts: [{ part, tint: 'garment' as const, kind: 0, capacity: 100 }], shared: [] };
}

async function measure(segments: number): Promise<number[]> {
  const parts = createParts(segments);
  const times: number[] = [];
  let begun = process.cpuUsage();
  const lap = (): void => {
    const { user, system } = process.cpuUsage(begun);
    times.push((user + system) / 1000);
    begun = process.cpuUsage();
  };
  const sources = {
    parts: new Map(),
    height: HEIGHT,
    onWarning: console.warn,
    simplify: async (jobs: readonly SimplifyJob[]) => {
      lap();
      const meshes = await simplify(jobs);
      lap();
      return meshes;
    },
  };
  await createFarLevels(parts, sources, 1).coming;
  createFarLevels(parts, sources, 1);
  lap();
  return times;
}

for (const segments of [20, 50, 160]) {
  const rounds: number[][] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(segments));
  const median = (k: number): string =>
    rounds
      .map((times) => times[k])
      .sort((a, b) => a - b)
      [ROUNDS >> 1].toFixed(1);
  console.log(
    `${2 * segments * (segments - 1)} triangles: handed over in ${median(0)} ms, simplified in ${median(1)} ms, merged in ${median(2)} ms`,
  );
}
