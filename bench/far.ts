/**
 * Frames of 1,000 characters that all are 24 pixels tall, beside as many statues of as many triangles as three's
 * `InstancedMesh`.
 */
import { commandLine } from './command-line.js';
import type {} from './far/page.js';
import { serveSourcePages } from './headless/source-pages.js';

commandLine(
  'npx tsx --tsconfig tsconfig.json bench/far.ts',
  'Measures frames of far characters, beside statues of as many triangles.',
).parse();
const pages = await serveSourcePages();
try {
  const rows: object[] = [];
  let triangles = 0;
  // First the renderer that counts what it draws.
  for (const backend of ['webgl', 'webgpu', 'webgpu-webgl2'] as const) {
    const page = await pages.open('far/page.ts');
    const result = await page.evaluate(([url, ...rest]) => globalThis.measureFar(url, ...rest), [
      pages.service,
      backend,
      triangles,
    ] as const);
    const { empty, crowd, statues } = result;
    triangles = result.triangles;
    rows.push({
      ...{ backend, triangles: Math.round(triangles) },
      'empty, ms': Number(empty.toFixed(1)),
      'crowd, ms': Number(crowd.toFixed(1)),
      'statues, ms': Number(statues.toFixed(1)),
      ratio: Number((crowd / statues).toFixed(2)),
      'ratio without the empty scene': Number(((crowd - empty) / (statues - empty)).toFixed(2)),
    });
    await page.close();
  }
  console.table(rows);
} finally {
  await pages.close();
}
