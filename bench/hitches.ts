/**
 * The longest frame after levels of detail have come, characters have been added, and a part is worn for the first time,
 * beside the median of the frames before.
 */
import { commandLine } from './command-line.js';
import { serveSourcePages } from './headless/source-pages.js';
import type {} from './hitches/page.js';
import { BACKENDS } from './page/plan.js';

commandLine(
  'npx tsx --tsconfig tsconfig.json bench/hitches.ts',
  'Measures the longest frame when levels of detail, characters or a part come to a crowd of 400.',
).parse();
const pages = await serveSourcePages();
try {
  const rows: object[] = [];
  for (const backend of BACKENDS) {
    const page = await pages.open('hitches/page.ts');
    const hitches = await page.evaluate(([url, name]) => globalThis.measureHitches(url, name), [
      pages.service,
      backend,
    ] as const);
    for (const { event, median, longest } of hitches) {
      rows.push({
        ...{ backend, event },
        'median, ms': Number(median.toFixed(1)),
        'longest, ms': Number(longest.toFixed(1)),
        ratio: Number((longest / median).toFixed(2)),
      });
    }
    await page.close();
  }
  console.table(rows);
} finally {
  await pages.close();
}
