/**
 * Times preparing the sample kit for drawing: decoding the GLB, and decoding or baking the bone texture. The
 * service answers in this process, without a network.
 *
 * `npx tsx bench/micro/assets.bench.ts`
 */
import { loadCrowdAssets } from 'three-crowd/assets';
import type { Assets, CrowdResponse } from 'three-crowd/protocol';
import { createCrowdService, SAMPLE_KEY } from 'three-crowd-server';
import { buildKit } from 'three-crowd-server/kit';
import { Bench } from 'tinybench';
import { tableRow } from './table-row.js';

const ORIGIN = 'http://127.0.0.1';

const service = await createCrowdService({ kit: await buildKit() });
const answer: typeof fetch = (input, init) => service.fetch(new Request(input, init));

async function getJson<T>(path: string): Promise<T> {
  const response = await answer(new URL(path, ORIGIN), {
    headers: { authorization: `Bearer ${SAMPLE_KEY}` },
  });
  return (await response.json()) as T;
}

const { crowds } = await getJson<{ crowds: { crowd_id: string }[] }>('/sample.json');
const { assets } = await getJson<CrowdResponse>(`/v1/crowd/${crowds[0].crowd_id}`);
const options = { baseUrl: ORIGIN, fetch: answer };
const { bone_tex_bin: _, bone_tex_manifest: __, ...unbaked } = assets;

const bench = new Bench({ time: 0, iterations: 8, warmupTime: 0, warmupIterations: 2 });
bench
  .add('bytes of the GLB and the bone texture', async () => {
    for (const url of [assets.skeleton_glb, assets.bone_tex_bin])
      await (await answer(url as string)).arrayBuffer();
  })
  .add('loadCrowdAssets, decoding both', async () => {
    (await loadCrowdAssets(assets, options)).dispose();
  })
  .add('loadCrowdAssets, baking from clips', async () => {
    (await loadCrowdAssets(unbaked as Assets, options)).dispose();
  });
await bench.run();
console.table(bench.table(tableRow(bench)));
await service.close();
