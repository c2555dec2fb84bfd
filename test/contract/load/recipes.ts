import { join } from 'node:path';
import { BOUNDARY_SHAPES, type RecipeInput } from 'three-crowd/protocol';
import { uniformAt } from '../../../src/math/index.js';
import { registerAccount } from '../../support/contract/account.js';
import { percentile, timeBystander } from '../../support/contract/percentile.js';
import { startServer } from '../../support/contract/server-process.js';
import type { LoadSetting } from './run.js';

const CALLERS = 4;
const SECONDS = 20;
const SEED = 14;
/** Crowds up to so large are asked for, a run for each; 0 for one in which nobody asks for any. */
const SIZES = [0, 150, 500, 20_000];

/** How long bystanders wait while others save and read crowds that are hard to place, each for the first time. */
export async function placeHardCrowds({ program, data }: LoadSetting): Promise<object[]> {
  const { key } = await registerAccount(join(data, 'crowds.db'), 'studio');
  const rows: object[] = [];
  for (const size of SIZES) {
    const server = await startServer(program, data);
    const end = performance.now() + SECONDS * 1000;
    const counts = { read: 0, refused: 0 };
    let slowest = 0;
    let next = 0;
    const call = async () => {
      if (size === 0) await new Promise((resolve) => setTimeout(resolve, SECONDS * 1000));
      while (performance.now() < end) {
        const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
        const body = JSON.stringify({ recipe_json: hardRecipe(size, next++) });
        const created = await fetch(`${server.url}/v1/projects`, { method: 'POST', headers, body });
        const { crowd_id: id } = (await created.json()) as { crowd_id?: string };
        if (id === undefined) {
          counts.refused += 1;
          continue;
        }
        const started = performance.now();
        await (await fetch(`${server.url}/v1/crowd/${id}`, { headers })).arrayBuffer();
        slowest = Math.max(slowest, performance.now() - started);
        counts.read += 1;
      }
    };
    const times = await timeBystander(`${server.url}/health`, 10, () =>
      Promise.all(Array.from({ length: CALLERS }, call)),
    );
    const [p50, p99, max] = [0.5, 0.99, 1].map((share) => Math.round(percentile(times, share) * 10) / 10);
    rows.push({ 'up to': size, ...counts, 'slowest read ms': Math.round(slowest), p50, p99, max });
    await server.kill();
  }
  return rows;
}

/** Any shape of any extent, with as much in the way as a recipe may have. */
function hardRecipe(mostPeople: number, index: number): RecipeInput {
  let draws = 0;
  const draw = () => uniformAt(SEED, index * 10_000 + draws++);
  const extent = 10 ** (3 * draw() - 0.5);
  const place = () => (2 * draw() - 1) * extent;
  const boundaryShape = BOUNDARY_SHAPES[Math.floor(draw() * BOUNDARY_SHAPES.length)];
  return {
    seed: index,
    size: Math.ceil(mostPeople * draw()),
    boundaryShape,
    boundaryRadius: extent,
    spawnRadius: extent * draw(),
    collisionRadius: draw() < 0.5 ? draw() : 10 * draw(),
    groupingMode: draw() < 0.5,
    distribution: (['random', 'grid', 'startpoint'] as const)[Math.floor(draw() * 3)],
    obstacles: Array.from({ length: Math.floor(draw() * 500) }, () => ({
      type: 'cylinder',
      x: place(),
      z: place(),
      radius: (draw() * extent) / 5,
    })),
    splinePoints:
      boundaryShape === 'spline'
        ? Array.from({ length: 2 + Math.floor(draw() * 1000) }, (): [number, number] => [place(), place()])
        : null,
  };
}
