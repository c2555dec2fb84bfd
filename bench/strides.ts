/**
 * Draws one walker at successive moments into one picture, in world space. Feet that slide while planted appear smeared.
 */
import { join } from 'node:path';
import { commandLine } from './command-line.js';
import { serveSourcePages } from './headless/source-pages.js';

const TARGET = join(import.meta.dirname, '../examples/pictures/motion/strides.jpg');

commandLine(
  'npx tsx --tsconfig tsconfig.json bench/strides.ts',
  'Draws the picture of strides of the guide on motion.',
).parse();
const pages = await serveSourcePages();
try {
  const page = await pages.open('walking/strides-page.ts');
  await page.setViewportSize({ width: 1200, height: 960 });
  await page.evaluate((url) => globalThis.drawStrides(url), pages.service);
  await page.screenshot({ path: TARGET, type: 'jpeg', quality: 82 });
} finally {
  await pages.close();
}
