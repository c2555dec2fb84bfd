/**
 * Vertices that WebGL is asked to draw for each pixel that shows people, with the default levels of detail and without
 * occlusion culling: three a triangle, before the GPU reuses any.
 */
import { PNG } from 'pngjs';
import { commandLine } from './command-line.js';
import { serveSourcePages } from './headless/source-pages.js';
import type { Shot } from './likeness/page.js';
import { readPlan } from './page/plan.js';
import { VIEWS } from './scenes/stage.js';

const { counts: given, size } = commandLine(
  'npx tsx --tsconfig tsconfig.json bench/vertices.ts',
  'Counts the vertices that are drawn for each pixel that shows people.',
)
  .option('--counts <list>', 'numbers of characters', '1000,10000,100000')
  .option('--size <size>', 'width and height of the picture', '1280x720')
  .parse()
  .opts<{ counts: string; size: string }>();

const pages = await serveSourcePages();
try {
  const page = await pages.open('likeness/page.ts');
  const draw = async (shot: Shot): Promise<{ pixels: Uint32Array; triangles: number }> => {
    const { png, triangles } = await page.evaluate(([url, one]) => globalThis.drawShot(url, one), [
      pages.service,
      shot,
    ] as const);
    const { data } = PNG.sync.read(Buffer.from(png.slice(png.indexOf(',') + 1), 'base64'));
    return { pixels: new Uint32Array(data.buffer, data.byteOffset, data.length / 4), triangles };
  };
  const rows: object[] = [];
  for (const view of VIEWS) {
    const { counts, ...plan } = readPlan(new URLSearchParams({ counts: given, view, size }));
    for (const count of counts) {
      const none = await draw({ ...plan, count, shift: 0, people: 'none' });
      const { pixels, triangles } = await draw({ ...plan, count, shift: 0, people: 'levels' });
      const covered = pixels.filter((pixel, k) => pixel !== none.pixels[k]).length;
      rows.push({ view, people: count, triangles, covered, 'vertices a pixel': (3 * triangles) / covered });
    }
  }
  console.table(rows);
} finally {
  await pages.close();
}
