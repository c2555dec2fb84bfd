/** Frames of 200 characters of a file that `vary: true` varies, beside 200 that are alike. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { commandLine } from './command-line.js';
import { serveSourcePages } from './headless/source-pages.js';
import { BACKENDS } from './page/plan.js';
import type {} from './vary/page.js';

const { args } = commandLine(
  'npx tsx --tsconfig tsconfig.json bench/vary.ts',
  'Measures frames of 200 characters of a GLB with and without `vary: true`.',
)
  .argument('<files...>', 'GLB files of a rigged person')
  .parse();
const pages = await serveSourcePages();
try {
  const rows: object[] = [];
  for (const file of args) {
    const body = await readFile(file);
    for (const backend of BACKENDS) {
      const page = await pages.open('vary/page.ts');
      await page.route('**/person.glb', (route) => route.fulfill({ body, contentType: 'model/gltf-binary' }));
      const { alike, varied } = await page.evaluate(
        (name) => globalThis.measureVary('person.glb', name),
        backend,
      );
      rows.push({
        ...{ file: basename(file), backend, 'draws, alike': alike.draws, 'draws, varied': varied.draws },
        'alike, ms': Number(alike.median.toFixed(1)),
        'varied, ms': Number(varied.median.toFixed(1)),
        ratio: Number((varied.median / alike.median).toFixed(2)),
      });
      await page.close();
    }
  }
  console.table(rows);
} finally {
  await pages.close();
}
