import { SphereGeometry } from 'three';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type SimplifyMessage, simplify } from '../../../src/assets/simplify/simplify-in-worker.js';
import type { SimplifiedMesh, SimplifyJob } from '../../../src/assets/simplify/simplify-job.js';
import { SilentWorker } from '../../support/silent-worker.js';

const lastWorker = () => SilentWorker.last as SilentWorker<readonly SimplifyJob[], SimplifyMessage>;

const RADIUS = 1;

/** A sphere on one joint. */
function sphereJob(errors: readonly number[]): SimplifyJob {
  const { attributes, index } = new SphereGeometry(RADIUS, 48, 32);
  const positions = Float32Array.from(attributes.position.array);
  return {
    indices: Uint32Array.from(index!.array),
    positions,
    seen: { normal: positions.slice() },
    joints: new Uint16Array(attributes.position.count * 4),
    weights: Float32Array.from({ length: attributes.position.count * 4 }, (_, k) => (k % 4 === 0 ? 1 : 0)),
    errors,
  };
}

/** Gives the 61st number of an array of a job another value. */
const corrupt =
  (name: 'indices' | 'positions', value: number) =>
  (job: SimplifyJob): Partial<SimplifyJob> => ({ [name]: job[name].with(60, value) });

beforeEach(() => {
  // Tasks that the code begins later have their turn, too.
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal('Worker', SilentWorker);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['never answers', () => {}],
  ['fails', () => lastWorker().fail('not found')],
  ['may not start WebAssembly', () => lastWorker().say({ kind: 'refused' })],
])('the main thread simplifies in place of a worker that %s', async (_what, answer) => {
  const errors = [0.01, 0.1];
  const making = simplify([sphereJob(errors), sphereJob([3])]);
  answer();
  await vi.advanceTimersByTimeAsync(10_000);
  const [[fine, coarse], [none]] = (await making) as SimplifiedMesh[][];
  expect(lastWorker().isTerminated).toBe(true);
  expect(lastWorker().received).toEqual([]);
  expect(coarse.indices.length).toBeLessThan(fine.indices.length / 2);
  expect(none.indices).toHaveLength(0);
  expect(none.positions).toHaveLength(0);
  for (const [level, { indices, vertices, positions, seen }] of [fine, coarse].entries()) {
    // Vertices that no triangle has are left out.
    expect(new Set(indices)).toEqual(new Set(vertices.keys()));
    expect(Object.keys(seen)).toEqual(['normal']);
    expect([positions.length, seen.normal!.length]).toEqual([vertices.length * 3, vertices.length * 3]);
    for (let v = 0; v < vertices.length; v++) {
      const [x, y, z] = positions.subarray(v * 3);
      expect(Math.abs(Math.hypot(x, y, z) - RADIUS)).toBeLessThan(2 * errors[level]);
      expect(Math.abs(seen.normal![v * 3 + 1] - y)).toBeLessThan(2 * errors[level]);
    }
  }
});

test('a worker that has started gets all meshes at once, and may take as long as it needs', async () => {
  const jobs = [sphereJob([0.1]), sphereJob([0.2])];
  const making = simplify(jobs);
  const worker = lastWorker();
  worker.say({ kind: 'ready' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(worker.received).toEqual([jobs]);
  expect(worker.isTerminated).toBe(false);
  const results = [[], []];
  worker.say({ kind: 'done', results });
  expect(await making).toBe(results);
  expect(worker.isTerminated).toBe(true);
});

test.each([
  [
    'with a number of indices that is no multiple of three',
    ({ indices }) => ({ indices: indices.slice(1) }),
    /./,
  ],
  [
    'with an index that has no vertex',
    corrupt('indices', 1e6),
    /^an index is 1000000, and there are 1617 vertices$/,
  ],
  [
    'with an index that has no vertex',
    corrupt('indices', 1617),
    /^an index is 1617, and there are 1617 vertices$/,
  ],
  [
    'with a position that is no number',
    corrupt('positions', Number.NaN),
    /^the position of vertex 20 is not finite$/,
  ],
  ['with an infinite position', corrupt('positions', -Infinity), /^the position of vertex 20 is not finite$/],
] satisfies [string, (job: SimplifyJob) => Partial<SimplifyJob>, RegExp][])(
  'a mesh %s has a reason in place of levels, and the meshes after it have theirs',
  async (_what, change, message) => {
    const good = sphereJob([0.1]);
    const making = simplify([{ ...good, ...change(good) }, sphereJob([0.1])]);
    lastWorker().fail('not found');
    await vi.advanceTimersByTimeAsync(1000);
    const [failed, levels] = await making;
    expect((failed as { failure: string }).failure).toMatch(message);
    const [{ indices }] = levels as SimplifiedMesh[];
    expect(indices.length).toBeGreaterThan(0);
    expect(indices.length).toBeLessThan(good.indices.length / 2);
  },
);

test('a mesh without triangles has none at its levels', async () => {
  const making = simplify([{ ...sphereJob([0.1]), indices: new Uint32Array() }]);
  lastWorker().fail('not found');
  await vi.advanceTimersByTimeAsync(1000);
  const [[level]] = (await making) as SimplifiedMesh[][];
  expect(level.indices).toHaveLength(0);
});

test('a worker that dies later is an error', async () => {
  const making = simplify([sphereJob([0.1])]);
  lastWorker().say({ kind: 'ready' });
  await vi.advanceTimersByTimeAsync(0);
  lastWorker().fail('out of memory');
  await expect(making).rejects.toThrow('out of memory');
  expect(lastWorker().isTerminated).toBe(true);
});
